// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.table;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Values of a column of ints.
 */
public final class IntColumn
{
    static final ValueLayout.OfInt LAYOUT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final MemorySegment values;

    IntColumn(final MemorySegment values)
    {
        this.values = values;
    }

    /**
     * A value.
     *
     * @param row from 0.
     * @return value.
     */
    public int get(final long row)
    {
        return values.getAtIndex(LAYOUT, row);
    }

    /**
     * Copies values of consecutive rows; far cheaper than one call a value where many columns are read together.
     *
     * @param row first row.
     * @param into array that the values come into, from its beginning.
     * @param count of values.
     */
    public void copy(final long row, final int[] into, final int count)
    {
        MemorySegment.copy(values, LAYOUT, Integer.BYTES * row, into, 0, count);
    }
}
