// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.table;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Values of a column of shorts.
 */
public final class ShortColumn
{
    static final ValueLayout.OfShort LAYOUT = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /** Null if all rows have one value. */
    private final MemorySegment values;
    private final short constant;

    ShortColumn(final MemorySegment values)
    {
        this.values = values;
        this.constant = 0;
    }

    ShortColumn(final short constant)
    {
        this.values = null;
        this.constant = constant;
    }

    /**
     * A value.
     *
     * @param row from 0.
     * @return value.
     */
    public short get(final long row)
    {
        return null == values ? constant : values.getAtIndex(LAYOUT, row);
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
            Arrays.fill(into, 0, count, constant);
        }
        else
        {
            MemorySegment.copy(values, LAYOUT, Short.BYTES * row, into, 0, count);
        }
    }
}
