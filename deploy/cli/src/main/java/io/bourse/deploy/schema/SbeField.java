// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.schema;

/**
 * A field of a block.
 *
 * @param name in the schema.
 * @param tag number of the field in FIX.
 * @param offset in the block, bytes.
 * @param type what it is.
 */
public record SbeField(String name, int tag, int offset, SbeType type)
{
}
