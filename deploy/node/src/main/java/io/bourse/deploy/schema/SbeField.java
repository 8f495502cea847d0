// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.schema;

/**
 * A field of a block.
 *
 * @param name in the schema; of a member of a composite that of the field, {@link #MEMBER} and that of the member.
 * @param tag number of the field in FIX.
 * @param offset in the block, bytes.
 * @param type what it is.
 */
public record SbeField(String name, int tag, int offset, SbeType type)
{
    /** Between the names of a field and of a member of its composite. */
    public static final char MEMBER = '.';
}
