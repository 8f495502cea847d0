// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import io.bourse.clearing.table.ByteColumn;
import io.bourse.clearing.table.ColumnType;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.LongColumn;
import io.bourse.clearing.table.ShortColumn;
import io.bourse.clearing.table.Table;

/**
 * Goes over rows of a table, some columns of it, a block of rows at a time: arrays are several times faster to look
 * into than mapped columns. Does not allocate after its construction.
 */
final class TableCursor
{
    /** Rows of a block: a few columns together stay in the cache. */
    private static final int ROWS = 2_048;

    private final Object[] columns;
    private final long[][] longs;
    private final int[][] ints;
    private final short[][] shorts;
    private final byte[][] bytes;
    private final int[] wanted;
    private long firstRow;
    private long end;
    private int at = -1;
    private int count;

    /** Before the first of some rows; of no table there are none. */
    TableCursor(final Table table, final long from, final long to, final int... wanted)
    {
        final int size = null == table ? 0 : table.spec().columns().size();
        this.columns = new Object[size];
        this.longs = new long[size][];
        this.ints = new int[size][];
        this.shorts = new short[size][];
        this.bytes = new byte[size][];
        this.wanted = null == table ? new int[0] : wanted;
        this.firstRow = from;
        this.end = null == table ? from : to;
        for (final int column : this.wanted)
        {
            open(table, column);
        }
    }

    private void open(final Table table, final int column)
    {
        final ColumnType type = table.spec().columns().get(column).type();
        switch (type)
        {
            case LONG ->
            {
                columns[column] = table.longs(column);
                longs[column] = new long[ROWS];
            }
            case INT ->
            {
                columns[column] = table.ints(column);
                ints[column] = new int[ROWS];
            }
            case SHORT ->
            {
                columns[column] = table.shorts(column);
                shorts[column] = new short[ROWS];
            }
            default ->
            {
                columns[column] = table.bytes(column);
                bytes[column] = new byte[ROWS];
            }
        }
    }

    /** Goes to the next row; false behind the last. */
    boolean next()
    {
        if (++at < count)
        {
            return true;
        }
        firstRow += count;
        at = 0;
        count = (int)Math.min(ROWS, end - firstRow);
        load();
        return count > 0;
    }

    private void load()
    {
        for (final int index : wanted)
        {
            switch (columns[index])
            {
                case final LongColumn column -> column.copy(firstRow, longs[index], count);
                case final IntColumn column -> column.copy(firstRow, ints[index], count);
                case final ShortColumn column -> column.copy(firstRow, shorts[index], count);
                case final ByteColumn column -> column.copy(firstRow, bytes[index], count);
                default -> throw new IllegalStateException("column of no known type: column=" + index);
            }
        }
    }

    /** Place of the row in the table. */
    long row()
    {
        return firstRow + at;
    }

    boolean isAtEnd()
    {
        return at >= count;
    }

    long longs(final int column)
    {
        return longs[column][at];
    }

    int ints(final int column)
    {
        return ints[column][at];
    }

    int shorts(final int column)
    {
        return shorts[column][at];
    }

    int bytes(final int column)
    {
        return bytes[column][at];
    }
}
