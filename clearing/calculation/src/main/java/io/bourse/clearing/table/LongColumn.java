// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.table;

import java.lang.foreign.MemorySegment;

/**
 * Values of a column of any type, as longs.
 */
public final class LongColumn
{
    private final MemorySegment values;
    private final int width;
    /** Null if the column is not packed. */
    private final Blocks blocks;

    LongColumn(final MemorySegment values, final int width, final Blocks blocks)
    {
        this.values = values;
        this.width = width;
        this.blocks = blocks;
    }

    /**
     * A value.
     *
     * @param row from 0.
     * @return value.
     */
    public long get(final long row)
    {
        return null == blocks ? Packing.get(values, row * width, width) : blocks.get(row);
    }

    /**
     * Copies values of consecutive rows; far cheaper than one call a value where many columns are read together.
     *
     * @param row first row.
     * @param into array that the values come into, from its beginning.
     * @param count of values.
     */
    public void copy(final long row, final long[] into, final int count)
    {
        if (null == blocks)
        {
            Packing.copy(values, row * width, width, 0, into, 0, count);
        }
        else
        {
            blocks.copy(row, into, count);
        }
    }

    void copy(final long row, final int[] into, final int count)
    {
        if (null == blocks)
        {
            Packing.copy(values, row * width, width, 0, into, 0, count);
        }
        else
        {
            blocks.copy(row, into, count);
        }
    }
}
