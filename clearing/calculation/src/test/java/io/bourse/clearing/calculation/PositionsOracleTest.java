// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.model.OptionRight;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;

/** Random days of all contract styles against formulas in decimals; the same bytes with any number of threads. */
@Tag("venue")
class PositionsOracleTest
{
    private static final long SEED = Long.getLong("seed", 20_261_122L);
    private static final int DAYS = 100;

    @TempDir
    private Path scratch;

    @BeforeAll
    static void printSeed()
    {
        System.out.println("PositionsOracleTest seed=" + SEED);
    }

    @Test
    void shouldComeToWhatDecimalsComeToWithAnyNumberOfThreadsAndParts()
    {
        final RandomDays days = new RandomDays(SEED);
        long rows = 0;
        for (int day = 0; day < DAYS; day++)
        {
            final DayBook book = days.next();
            final String expected = new Oracle(book).rows(-1);
            rows += expected.lines().count();
            for (int threads = 1; threads <= 3; threads++)
            {
                final String what = "seed=" + SEED + " day=" + day + " threads=" + threads;
                assertEquals(expected, book.rows(scratch, threads), what);
                assertEquals(expected, book.rows(scratch, threads, null, 50), what + " in small parts");
            }
        }
        assertTrue(rows > 10_000, "rows=" + rows);
    }

    @Test
    void shouldCalculateSomeInstrumentsAloneAsTogetherWithTheOthers()
    {
        final RandomDays days = new RandomDays(SEED + 1);
        for (int day = 0; day < 40; day++)
        {
            final DayBook book = days.next();
            final int wanted = days.random().nextInt(book.contracts.size());
            final boolean[] mask = new boolean[book.contracts.size()];
            mask[wanted] = true;
            assertEquals(
                new Oracle(book).rows(wanted), book.rows(scratch, 2, mask, 100), "seed=" + SEED + " day=" + day);
        }
    }

    @Test
    void shouldComeToTheSameWhenRegistersAreFarMoreThanRanges()
    {
        final RandomDays days = new RandomDays(SEED + 3);
        final DayBook book = days.next();
        while (book.codes.size() < 150_000)
        {
            book.codes.add(String.format("ZZ%05d", book.codes.size() % 100_000).replace('Z', (char)('A' +
                book.codes.size() / 100_000)));
        }
        for (int i = 0; i < 3_000; i++)
        {
            book.trades.add(new DayBook.Trade(
                1_000 + i, days.price(), 1 + i % 9, i % book.contracts.size(), days.account(book), days.account(book),
                i % 3));
            book.carried.add(new DayBook.Carried(50_000 + 7 * i, i % book.contracts.size(), i - 1_500));
        }
        final String expected = new Oracle(book).rows(-1);
        assertEquals(expected, book.rows(scratch, 1), "seed=" + SEED);
        assertEquals(expected, book.rows(scratch, 3, null, 500), "seed=" + SEED);
    }

    @Test
    void shouldSumLegsToTheFeesOfTheirRows()
    {
        final RandomDays days = new RandomDays(SEED + 2);
        for (int day = 0; day < 40; day++)
        {
            final DayBook book = days.next();
            try (DayBook.Tables tables = book.new Tables(scratch))
            {
                final CalculationInput input = tables.input(2);
                final long[] expected = new long[2];
                for (final PositionRows part : RunPositions.calculate(input))
                {
                    for (int row = 0; row < part.size(); row++)
                    {
                        expected[0] += part.value(RunTables.POSITION_FEE_EX, row);
                        expected[1] += part.value(RunTables.POSITION_FEE_CC, row);
                    }
                }
                final LegFees legs = LegFees.of(input);
                final long[] found = new long[2];
                long scalpedOnBothSides = 0;
                for (int leg = 0; leg < 2 * book.trades.size(); leg++)
                {
                    found[0] += legs.exchangeFee(leg);
                    found[1] += legs.clearingFee(leg);
                    final int instrument = book.trades.get(leg >> 1).instrument();
                    // Who buys a put gains when the underlying falls, as who sells anything else.
                    final boolean isPut = OptionRight.PUT == book.contracts.get(instrument).terms().right();
                    scalpedOnBothSides +=
                        isPut == (0 != (leg & 1)) ? legs.scalpedLots(leg) : -legs.scalpedLots(leg);
                    assertTrue(legs.scalpedLots(leg) <= book.trades.get(leg >> 1).lots());
                }
                assertEquals(expected[0], found[0], "seed=" + SEED + " day=" + day);
                assertEquals(expected[1], found[1], "seed=" + SEED + " day=" + day);
                assertEquals(0, scalpedOnBothSides);
            }
        }
    }
}
