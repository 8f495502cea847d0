// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.table;

/**
 * Width of a column's values, all signed and little-endian.
 */
public enum ColumnType
{
    /** One byte. */
    BYTE(1),
    /** Two bytes. */
    SHORT(2),
    /** Four bytes. */
    INT(4),
    /** Eight bytes. */
    LONG(8);

    private final int length;

    ColumnType(final int length)
    {
        this.length = length;
    }

    /**
     * Length of a value.
     *
     * @return bytes.
     */
    public int length()
    {
        return length;
    }
}
