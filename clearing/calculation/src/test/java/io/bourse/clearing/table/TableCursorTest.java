// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.table;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

/** A cursor gives the rows of a table, whatever kinds its columns have and however they are kept. */
class TableCursorTest
{
    private static final TableSpec SPEC = TableSpec.parse("every_kind",
        "byte byte, short short, int int, long long, money money, price price, same int, wide long");
    private static final int[] BITS = {Byte.SIZE, Short.SIZE, Integer.SIZE, Long.SIZE, 40, 20, 0, Long.SIZE};
    private static final int LONG = 3;
    private static final int SAME = 6;
    private static final int MANY = 3 * Blocks.ROWS + 17;

    @TempDir
    private Path root;

    @Test
    void shouldReadColumnsFromTheirDeclaration()
    {
        assertEquals(List.of(
            ColumnSpec.number("byte", ColumnType.BYTE),
            ColumnSpec.number("short", ColumnType.SHORT),
            ColumnSpec.number("int", ColumnType.INT),
            ColumnSpec.number("long", ColumnType.LONG),
            ColumnSpec.money("money"),
            ColumnSpec.price("price"),
            ColumnSpec.number("same", ColumnType.INT),
            ColumnSpec.number("wide", ColumnType.LONG)), SPEC.columns());
        assertThrows(IllegalArgumentException.class, () -> TableSpec.parse("bad", "float float"));
    }

    @Test
    void shouldGiveEveryValueOfEveryKindWhenTheTableIsPackedOrNot() throws IOException
    {
        for (final int rows : new int[]{0, 1, 7, TableCursor.ROWS, TableCursor.ROWS + 1, MANY})
        {
            final long[][] values = write(rows);
            try (Table table = Table.open(root, SPEC))
            {
                assertRows(values, 0, rows, new TableCursor(table));
            }
        }
    }

    @Test
    void shouldGiveEveryValueWhenTheTableIsStillGrowing() throws IOException
    {
        final long[][] values = random(MANY);
        try (GrowingTable growing = GrowingTable.open(root, SPEC, null))
        {
            for (final long[] row : values)
            {
                for (int column = 0; column < row.length; column++)
                {
                    growing.set(column, row[column]);
                }
                growing.endRow();
            }
            growing.flush();
            try (Table table = Table.open(root, SPEC, MANY))
            {
                assertRows(values, 0, MANY, new TableCursor(table));
                assertRows(values, 5, MANY - 3, new TableCursor(table, 5, MANY - 3));
            }
        }
    }

    @Test
    void shouldKeepWithinTheRowsThatItIsGiven() throws IOException
    {
        final long[][] values = write(MANY);
        try (Table table = Table.open(root, SPEC))
        {
            final TableCursor cursor = new TableCursor(table, 100, 103);
            assertRows(values, 100, 103, cursor);
            cursor.reset(100, MANY);
            assertRows(values, 100, MANY, cursor);
            cursor.reset(MANY - 2, Long.MAX_VALUE);
            assertRows(values, MANY - 2, MANY, cursor);
            cursor.reset(9, 9);
            assertFalse(cursor.next());
            cursor.reset(9, 3);
            assertFalse(cursor.next());
        }
    }

    @Test
    void shouldRefuseValuesWhereThereIsNoRow() throws IOException
    {
        write(3);
        try (Table table = Table.open(root, SPEC))
        {
            final TableCursor cursor = new TableCursor(table);
            assertTrue(cursor.isAtEnd());
            assertThrows(IndexOutOfBoundsException.class, () -> cursor.longs(LONG));
            while (cursor.next())
            {
                cursor.longs(LONG);
            }
            assertTrue(cursor.isAtEnd());
            assertThrows(IndexOutOfBoundsException.class, () -> cursor.longs(LONG));
            assertThrows(IndexOutOfBoundsException.class, () -> cursor.ints(0));
            assertFalse(cursor.next());
            cursor.reset(0, 1);
            cursor.next();
            assertThrows(IndexOutOfBoundsException.class, () -> cursor.longs(SPEC.columns().size()));
        }
    }

    @Test
    void shouldHaveNoRowsWhenThereIsNoTable()
    {
        final TableCursor cursor = new TableCursor(null);
        assertTrue(cursor.isAtEnd());
        assertFalse(cursor.next());
        cursor.reset(0, 10);
        assertFalse(cursor.next());
        assertTrue(cursor.isAtEnd());
        assertFalse(new TableCursor(null, 3, 7).next());
    }

    @Test
    void shouldRefuseAnIntWhenTheValueDoesNotFit() throws IOException
    {
        try (TableWriter writer = TableWriter.create(root, SPEC))
        {
            for (int column = 0; column < SPEC.columns().size(); column++)
            {
                writer.column(column).put(LONG == column ? 1L << Integer.SIZE : 1);
            }
            writer.seal();
        }
        try (Table table = Table.open(root, SPEC))
        {
            final TableCursor cursor = new TableCursor(table);
            cursor.next();
            assertEquals(1L << Integer.SIZE, cursor.longs(LONG));
            assertThrows(ArithmeticException.class, () -> cursor.ints(LONG));
            assertThrows(IllegalArgumentException.class, () -> table.ints(LONG));
        }
    }

    @Test
    void shouldAllocateNothingForARow() throws IOException
    {
        write(MANY);
        try (Table table = Table.open(root, SPEC))
        {
            final TableCursor cursor = new TableCursor(table);
            final com.sun.management.ThreadMXBean threads =
                (com.sun.management.ThreadMXBean)ManagementFactory.getThreadMXBean();
            final long sum = sum(cursor);
            long least = Long.MAX_VALUE;
            for (int i = 0; i < 20; i++)
            {
                cursor.reset(0, MANY);
                final long before = threads.getCurrentThreadAllocatedBytes();
                final long again = sum(cursor);
                least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
                assertEquals(sum, again);
            }
            assertTrue(least < MANY, "bytes=" + least);
        }
    }

    private static long sum(final TableCursor cursor)
    {
        long sum = 0;
        while (cursor.next())
        {
            for (int column = 0; column < BITS.length; column++)
            {
                sum += cursor.longs(column);
            }
        }
        return sum;
    }

    /** Every row by every column; some columns not in every block, as a cursor unpacks what is asked for. */
    private static void assertRows(final long[][] values, final int from, final int to, final TableCursor cursor)
    {
        for (int row = from; row < to; row++)
        {
            assertTrue(cursor.next());
            assertFalse(cursor.isAtEnd());
            assertEquals(row, cursor.row());
            assertArrayEquals(values[row],
                LongStream.range(0, BITS.length).map(column -> cursor.longs((int)column)).toArray(), "row=" + row);
            if (row > TableCursor.ROWS)
            {
                assertEquals((int)values[row][0], cursor.ints(0));
                assertEquals((int)values[row][SAME], cursor.ints(SAME));
            }
        }
        assertFalse(cursor.next());
        assertTrue(cursor.isAtEnd());
    }

    private long[][] write(final int rows) throws IOException
    {
        final long[][] values = random(rows);
        try (TableWriter writer = TableWriter.create(root, SPEC))
        {
            for (final long[] row : values)
            {
                for (int column = 0; column < row.length; column++)
                {
                    writer.column(column).put(row[column]);
                }
            }
            writer.seal();
        }
        return values;
    }

    private static long[][] random(final int rows)
    {
        final Random random = new Random(rows);
        final long[][] values = new long[rows][BITS.length];
        for (int row = 0; row < rows; row++)
        {
            // Blocks of narrow values between wide ones.
            final int narrower = row / Blocks.ROWS % 2 * random.nextInt(Long.SIZE);
            for (int column = 0; column < BITS.length; column++)
            {
                final long value = random.nextLong() >> Long.SIZE - BITS[column] >> narrower;
                values[row][column] = 0 == BITS[column] ? 42 : value;
            }
        }
        return values;
    }
}
