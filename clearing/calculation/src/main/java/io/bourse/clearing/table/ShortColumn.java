// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.table;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Values of a column of shorts.
 */
public final class ShortColumn
{
    static final ValueLayout.OfShort LAYOUT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /** Null if the column is packed. */
    private final MemorySegment values;
    private final Blocks blocks;

    ShortColumn(final MemorySegment values)
    {
        this.values = values;
        this.blocks = null;
    }

    ShortColumn(final Blocks blocks)
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
    public short get(final long row)
    {
        return null == values ? (short)blocks.get(row) : values.getAtIndex(LAYOUT, row);
    }

    /**
     * Copies values of consecutive rows; far cheaper than one call a value where many columns are read together.
     *
     * @param row first row.
     * @param into array that the values come into, from its beginning.
     * @param count of values.
     */
    public void copy(final long row, final short[] into, final int count)
    {
        if (null == values)
        {
            blocks.copy(row, into, count);
        }
        else
        {
            MemorySegment.copy(values, LAYOUT, Short.BYTES * row, into, 0, count);
        }
    }
}
