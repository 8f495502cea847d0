// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import io.bourse.clearing.table.Table;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * Reads columns in chunks of arrays: looking at every row of a large table costs next to nothing then.
 */
final class ColumnChunks
{
    /** Rows of a chunk. */
    static final int ROWS = 1 << 15;

    private static final ValueLayout.OfInt INTS = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfShort SHORTS =
        ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private ColumnChunks()
    {
    }

    /**
     * Copies values of a column of ints.
     *
     * @param table that has it.
     * @param column of ints.
     * @param from first row.
     * @param end row behind the last wanted.
     * @param values takes them; {@link #ROWS} long.
     * @return how many there were, at most {@link #ROWS}.
     */
    static int ints(final Table table, final int column, final long from, final long end, final int[] values)
    {
        final int count = (int)Math.min(ROWS, end - from);
        MemorySegment.copy(table.segment(column), INTS, from * Integer.BYTES, values, 0, count);
        return count;
    }

    /**
     * Copies values of a column of shorts.
     *
     * @param table that has it.
     * @param column of shorts.
     * @param from first row.
     * @param end row behind the last wanted.
     * @param values takes them; {@link #ROWS} long.
     * @return how many there were, at most {@link #ROWS}.
     */
    static int shorts(final Table table, final int column, final long from, final long end, final short[] values)
    {
        final int count = (int)Math.min(ROWS, end - from);
        MemorySegment.copy(table.segment(column), SHORTS, from * Short.BYTES, values, 0, count);
        return count;
    }
}
