// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.table;

import java.util.Arrays;

/**
 * Goes through rows of a table from front to back and gives any column of the row it is at. Values of a column are
 * unpacked by the block, and only if the column is asked for. Allocates when a column is asked for the first time, and
 * nothing for each row. Not for several threads.
 */
public final class TableCursor
{
    /** Rows of a block: its columns together stay in the cache. */
    static final int ROWS = 2_048;
    private static final int NO_ROW = -1;

    private final Table table;
    private final long[][] values;
    /** First row of the block that is unpacked, by column. */
    private final long[] unpacked;
    private long first;
    private long end;
    private int at;
    private int count;

    /**
     * Cursor in front of the first row of a table.
     *
     * @param table null for one without rows.
     */
    public TableCursor(final Table table)
    {
        this(table, 0, Long.MAX_VALUE);
    }

    /**
     * Cursor in front of some rows of a table.
     *
     * @param table null for one without rows.
     * @param from first row.
     * @param to row after the last one.
     */
    public TableCursor(final Table table, final long from, final long to)
    {
        final int size = null == table ? 0 : table.spec().columns().size();
        this.table = table;
        this.values = new long[size][];
        this.unpacked = new long[size];
        reset(from, to);
    }

    /**
     * Goes in front of other rows.
     *
     * @param from first row.
     * @param to row after the last one.
     */
    public void reset(final long from, final long to)
    {
        first = from;
        end = null == table ? from : Math.min(to, table.rows());
        at = NO_ROW;
        count = 0;
        Arrays.fill(unpacked, NO_ROW);
    }

    /**
     * Goes to the next row.
     *
     * @return false after the last one.
     */
    public boolean next()
    {
        if (++at >= count)
        {
            first += count;
            count = (int)Math.max(0, Math.min(ROWS, end - first));
            at = count > 0 ? 0 : NO_ROW;
        }
        return at >= 0;
    }

    /**
     * Whether the cursor is at no row: after the last one, or in front of the first one still.
     *
     * @return true if so.
     */
    public boolean isAtEnd()
    {
        return at < 0;
    }

    /**
     * The row.
     *
     * @return from 0.
     */
    public long row()
    {
        return first + at;
    }

    /**
     * A value of the row.
     *
     * @param column index of the column, of any type.
     * @return value.
     * @throws IndexOutOfBoundsException when there is no row.
     */
    public long longs(final int column)
    {
        return (unpacked[column] == first ? values[column] : unpack(column))[at];
    }

    /**
     * A value of the row.
     *
     * @param column index of the column.
     * @return value.
     * @throws ArithmeticException when the value does not fit 32 bits.
     * @throws IndexOutOfBoundsException when there is no row.
     */
    public int ints(final int column)
    {
        return Math.toIntExact(longs(column));
    }

    private long[] unpack(final int column)
    {
        if (null == values[column])
        {
            values[column] = new long[ROWS];
        }
        table.longs(column).copy(first, values[column], count);
        unpacked[column] = first;
        return values[column];
    }
}
