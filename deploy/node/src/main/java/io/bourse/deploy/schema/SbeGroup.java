// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.schema;

/**
 * A repeating group: the length of an entry's block, the number of entries, and the entries.
 *
 * @param name in the schema.
 * @param tag number of the field in FIX.
 * @param lengthType of the length of an entry's block.
 * @param countType of the number of entries.
 * @param entry what one holds.
 */
public record SbeGroup(String name, int tag, Primitive lengthType, Primitive countType, SbeBlock entry)
{
    /**
     * Length of what stands before the entries.
     *
     * @return bytes.
     */
    public int headerLength()
    {
        return lengthType.length() + countType.length();
    }
}
