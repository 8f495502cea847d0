// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.table;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Values of a column of bytes.
 */
public final class ByteColumn
{
    /** Null if the column is packed. */
    private final MemorySegment values;
    private final Blocks blocks;

    ByteColumn(final MemorySegment values)
    {
        this.values = values;
        this.blocks = null;
    }

    ByteColumn(final Blocks blocks)
    {
        this.values = null;
        this.blocks = blocks;
    }

    /**
     * A value.
     *
     * @param row from 0.
     * @return value.
     */
    public byte get(final long row)
    {
        return null == values ? (byte)blocks.get(row) : values.get(ValueLayout.JAVA_BYTE, row);
    }

    /**
     * Copies values of consecutive rows; far cheaper than one call a value where many columns are read together.
     *
     * @param row first row.
     * @param into array that the values come into, from its beginning.
     * @param count of values.
     */
    public void copy(final long row, final byte[] into, final int count)
    {
        if (null == values)
        {
            blocks.copy(row, into, count);
        }
        else
        {
            MemorySegment.copy(values, ValueLayout.JAVA_BYTE, row, into, 0, count);
        }
    }
}
