// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.RunBooks;
import io.bourse.clearing.ledger.TestRegisters;
import io.bourse.clearing.ledger.TestTables;
import io.bourse.clearing.model.FeePrice;
import io.bourse.clearing.table.Table;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Threads that check the books get ranges of registers: every row is in one, and no register is in two. */
class RegisterRangeTest
{
    private static final int SIZE = 60;
    private static final TestRegisters REGISTERS = new TestRegisters(
        IntStream.range(0, SIZE).mapToObj(i -> "AA%02d%03d".formatted(i % 7, 999 - i)).toList());
    private static final Names NAMES = new Names(new CalculationInput(
        REGISTERS, new Contract[0], null, 0, 0, null, null, null, true, FeePrice.TRADE, 1, 0));
    @TempDir
    private Path root;

    private List<long[]> rows(final Random random, final int most)
    {
        final List<long[]> rows = new ArrayList<>();
        for (int rank = 0; rank < SIZE; rank++)
        {
            for (int i = random.nextInt(most + 1); i > 0; i--)
            {
                rows.add(new long[]{REGISTERS.accountAt(rank)});
            }
        }
        return rows;
    }

    @Test
    void shouldCutAllBooksAtTheSameRegisters() throws IOException
    {
        final long seed = Long.getLong("seed", 28_115);
        System.out.println("RegisterRangeTest seed=" + seed);
        for (int round = 0; round < 12; round++)
        {
            final Random random = new Random(seed + round);
            TestTables.write(root, RunTables.POSITIONS, rows(random, 1 + random.nextInt(4)));
            TestTables.write(root, RunTables.LEDGER, rows(random, 5));
            TestTables.write(root, RunTables.MONEY, rows(random, 1));
            TestTables.write(root, RunTables.PAYMENTS, rows(random, 2));
            try (RunBooks books = RunBooks.open(root))
            {
                for (int pieces = 1; pieces <= 9; pieces++)
                {
                    assertCut(books, pieces, "seed=" + seed + " round=" + round + " pieces=" + pieces);
                }
            }
        }
    }

    /** A piece has a register at least, and there is one piece when there is none. */
    @Test
    void shouldMakeNoEmptyPieces() throws IOException
    {
        for (int registers = 0; registers <= 3; registers++)
        {
            final List<long[]> rows = new ArrayList<>();
            for (int i = 0; i < 2 * registers; i++)
            {
                rows.add(new long[]{REGISTERS.accountAt(i / 2)});
            }
            TestTables.write(root, RunTables.POSITIONS, rows);
            TestTables.write(root, RunTables.LEDGER, rows);
            TestTables.write(root, RunTables.MONEY, rows);
            try (RunBooks books = RunBooks.open(root))
            {
                final List<RegisterRange> ranges = RegisterRange.split(books, NAMES, 9);
                assertEquals(Math.max(1, registers), ranges.size());
                for (int i = 0; i < registers; i++)
                {
                    assertArrayEquals(new long[]{2 * i, 2 * i, 2 * i, 0}, ranges.get(i).from());
                    assertArrayEquals(new long[]{2 * i + 2, 2 * i + 2, 2 * i + 2, 0}, ranges.get(i).to());
                }
            }
        }
    }

    private static void assertCut(final RunBooks books, final int pieces, final String facts)
    {
        final List<RegisterRange> ranges = RegisterRange.split(books, NAMES, pieces);
        assertEquals(pieces, ranges.size(), facts);
        final Table[] tables = {books.positions(), books.ledger(), books.money(), books.payments()};
        long[] rows = new long[tables.length];
        for (int i = 0; i < pieces; i++)
        {
            final RegisterRange range = ranges.get(i);
            assertArrayEquals(rows, range.from(), facts);
            rows = range.to();
            if (i < pieces - 1)
            {
                final long positions = rows[RegisterRange.POSITIONS];
                final int first = account(books.positions(), positions);
                final int rank = REGISTERS.rank(first);
                assertNotEquals(first, account(books.positions(), positions - 1), facts);
                // No more than the rows of a register beyond an even share.
                final long even = books.positions().rows() * (i + 1) / pieces;
                assertTrue(positions >= even && positions < even + 4, facts);
                assertEquals(below(books.ledger(), rank), rows[RegisterRange.LEDGER], facts);
                assertEquals(below(books.money(), rank), rows[RegisterRange.MONEY], facts);
                assertEquals(below(books.payments(), rank), rows[RegisterRange.PAYMENTS], facts);
            }
        }
        assertArrayEquals(Stream.of(tables).mapToLong(Table::rows).toArray(), rows, facts);
    }

    private static int account(final Table table, final long row)
    {
        return table.ints(0).get(row);
    }

    private static long below(final Table table, final int rank)
    {
        long rows = 0;
        while (rows < table.rows() && REGISTERS.rank(account(table, rows)) < rank)
        {
            rows++;
        }
        return rows;
    }
}
