// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.PositionRows;
import io.bourse.clearing.calculation.RunPositions;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableSpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/** Postings and money of a few positions, row by row. */
class RunTablesWriterTest
{
    private static final int CLEARING_INCOME = HouseAccounts.FEE_CC_INCOME;
    private static final int EXCHANGE_INCOME = HouseAccounts.FEE_EX_INCOME;

    @TempDir
    private Path root;

    @Test
    void shouldPostMarginPremiumAndFeesAndWhatTheyMakeOfTheMoney() throws IOException
    {
        final TestRegisters registers =
            new TestRegisters(List.of("BB01001", "AA01002", "AA01001", "CC01001", "DD01001"));
        TestTables.write(root.resolve("before"), RunTables.MONEY, List.of(
            new long[]{2, 0, 0, 0, 0, 0, 1_000}, new long[]{0, 0, 0, 0, 0, 0, 50}));
        final Path run = Files.createDirectories(root.resolve("run"));
        final int pay = PostingCode.PAY.ordinal();
        TestTables.write(root.resolve("paid"), RunTables.PAYMENTS, List.of(
            new long[]{-1, PostingCode.DEFAULT.ordinal(), HouseAccounts.DEFAULT_FUND, HouseAccounts.CCP_CAPITAL, 9, 1},
            new long[]{2, pay, HouseAccounts.BANK, 2, 70, 2},
            new long[]{0, pay, 0, HouseAccounts.BANK, 30, 3}));
        TestTables.write(root.resolve("now"), RunTables.PAYMENTS, List.of(
            new long[]{0, pay, 0, HouseAccounts.BANK, 100, 4},
            new long[]{0, pay, HouseAccounts.BANK, 0, 1_000, 5},
            new long[]{4, pay, HouseAccounts.BANK, 4, 8, 6}));
        try (LedgerDay day = new LedgerDay(root.resolve("day"), 1, 1);
            Table previous = Table.open(root.resolve("before"), RunTables.MONEY);
            Table paid = Table.open(root.resolve("paid"), RunTables.PAYMENTS);
            Table now = Table.open(root.resolve("now"), RunTables.PAYMENTS))
        {
            new RunTablesWriter(run, 2, rows -> { }).write(new RunRows(
                registers,
                day.contracts(true),
                List.of(
                    new Rows(new long[][]{{1, 4, 0, 2, 0, 0, 2, -600, 0, 0, 0, 0, 0}}),
                    new Rows(new long[][]{
                        {0, 4, 0, 0, 2, 0, -2, 600, 0, 7, 5, 1, 2}, {0, 0, 3, 1, 0, 0, 4, 90, 40, 3, 0, 4, 0}})),
                new OpeningMoney(previous, 3, Map.of(4, 0L), 25), new Payments(now, List.of(paid))));
        }
        final int option = HouseAccounts.transit(4);
        final int premium = PostingCode.PREMIUM.ordinal();
        assertRows(run, RunTables.LEDGER, List.of(
            List.of(1L, 4L, (long)premium, 1L, (long)option, 600L),
            List.of(0L, 4L, (long)premium, (long)option, 0L, 600L),
            List.of(0L, 4L, (long)PostingCode.FEE_EX.ordinal(), 0L, (long)EXCHANGE_INCOME, 7L),
            List.of(0L, 4L, (long)PostingCode.FEE_CC.ordinal(), 0L, (long)CLEARING_INCOME, 5L),
            List.of(0L, 4L, (long)PostingCode.VAT_EX.ordinal(), 0L, (long)HouseAccounts.VAT, 1L),
            List.of(0L, 4L, (long)PostingCode.VAT_CC.ordinal(), 0L, (long)HouseAccounts.VAT, 2L),
            List.of(0L, 0L, (long)PostingCode.VM.ordinal(), (long)HouseAccounts.transit(0), 0L, 50L),
            List.of(0L, 0L, (long)PostingCode.FEE_EX.ordinal(), 0L, (long)EXCHANGE_INCOME, 3L),
            List.of(0L, 0L, (long)PostingCode.VAT_EX.ordinal(), 0L, (long)HouseAccounts.VAT, 4L)));
        assertRows(run, RunTables.MONEY, List.of(
            List.of(2L, 1_000L, 0L, 0L, 0L, 0L, 1_070L, 70L, 0L, 0L),
            List.of(1L, 0L, 0L, 0L, -600L, 0L, -600L, 0L, 0L, 0L),
            List.of(0L, 50L, 40L, 50L, 600L, 15L, 1_588L, -30L, 900L, 7L),
            List.of(3L, 25L, 0L, 0L, 0L, 0L, 25L, 0L, 0L, 0L),
            List.of(4L, 0L, 0L, 0L, 0L, 0L, 8L, 0L, 8L, 0L)));
        assertRows(run, RunTables.POSITIONS, List.of(
            List.of(1L, 4L, 0L, 2L, 0L, 0L, 2L, -600L, 0L, 0L, 0L, 0L, 0L),
            List.of(0L, 4L, 0L, 0L, 2L, 0L, -2L, 600L, 0L, 7L, 5L, 1L, 2L),
            List.of(0L, 0L, 3L, 1L, 0L, 0L, 4L, 90L, 40L, 3L, 0L, 4L, 0L)));
    }

    @Test
    void shouldBookEveryRegisterWhenThereAreMoreThanAChunkOfThem() throws IOException
    {
        final int size = RunRows.CHUNK + 3;
        final int idle = RunRows.CHUNK - 1;
        final int without = RunRows.CHUNK;
        final TestRegisters registers = registers(size);
        final long[][] rows = IntStream.range(0, size).filter(i -> idle != i && without != i)
            .mapToObj(i -> new long[]{i, 0, 1, i, 2, 3, i + 2, 10 + i, 4, 0, 0, 0, 0}).toArray(long[][]::new);
        final List<List<Long>> positions = new ArrayList<>();
        final List<List<Long>> ledger = new ArrayList<>();
        final List<List<Long>> money = new ArrayList<>();
        for (long i = 0; i < size; i++)
        {
            if (idle == i)
            {
                money.add(List.of(i, 25L, 0L, 0L, 0L, 0L, 25L, 0L, 0L, 0L));
            }
            else if (without != i)
            {
                positions.add(List.of(i, 0L, 1L, i, 2L, 3L, i + 2, 10 + i, 4L, 0L, 0L, 0L, 0L));
                ledger.add(List.of(i, 0L, 0L, (long)HouseAccounts.transit(0), i, 6 + i));
                money.add(List.of(i, 25L, 4L, 6 + i, 0L, 0L, 35 + i, 0L, 0L, 0L));
            }
        }
        try (LedgerDay day = new LedgerDay(root.resolve("day"), 1, 1))
        {
            new RunTablesWriter(root, 1, done -> { }).write(new RunRows(registers, day.contracts(true),
                List.of(new Rows(rows)), new OpeningMoney(null, 0, Map.of(without, 0L), 25), Payments.none()));
        }
        assertRows(root, RunTables.POSITIONS, positions);
        assertRows(root, RunTables.LEDGER, ledger);
        assertRows(root, RunTables.MONEY, money);
    }

    private static TestRegisters registers(final int size)
    {
        return new TestRegisters(
            IntStream.range(0, size).mapToObj(i -> "AA%02d%03d".formatted(i / 1_000, i % 1_000)).toList());
    }

    @Test
    void shouldWriteTheFirstRegistersAloneWhenTheRestIsToFollow() throws IOException
    {
        TestTables.write(root.resolve("before"), RunTables.MONEY, List.of(
            new long[]{0, 0, 0, 0, 0, 0, 11}, new long[]{1, 0, 0, 0, 0, 0, 12}, new long[]{2, 0, 0, 0, 0, 0, 13}));
        try (LedgerDay day = new LedgerDay(root.resolve("day"), 1, 1);
            Table previous = Table.open(root.resolve("before"), RunTables.MONEY))
        {
            final RunTablesWriter.Written written = new RunTablesWriter(root, 1, done -> { }).writeFirst(new RunRows(
                registers(3), day.contracts(true),
                List.of(new Rows(new long[][]{{1, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0}})),
                new OpeningMoney(previous, 3, Map.of(), 0), Payments.none()));
            assertEquals(List.of(1L, 1L, 2L),
                List.of(written.positions().rows(), written.ledger().rows(), written.money().rows()));
        }
        assertRows(root, RunTables.MONEY, List.of(
            List.of(0L, 11L, 0L, 0L, 0L, 0L, 11L, 0L, 0L, 0L), List.of(1L, 12L, 0L, 5L, 0L, 0L, 17L, 0L, 0L, 0L)));
    }

    @Test
    void shouldRefusePositionsAndPaymentsThatAreOutOfOrder() throws IOException
    {
        final int pay = PostingCode.PAY.ordinal();
        TestTables.write(root.resolve("now"), RunTables.PAYMENTS, List.of(
            new long[]{1, pay, 1, HouseAccounts.BANK, 100, 4}, new long[]{0, pay, 0, HouseAccounts.BANK, 100, 5}));
        final long[] first = {0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0};
        final long[] second = {1, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0};
        try (LedgerDay day = new LedgerDay(root.resolve("day"), 1, 1);
            Table now = Table.open(root.resolve("now"), RunTables.PAYMENTS))
        {
            final RunTablesWriter writer = new RunTablesWriter(root, 1, done -> { });
            final RunRows swapped = new RunRows(registers(2), day.contracts(true),
                List.of(new Rows(new long[][]{second, first})), OpeningMoney.none(), Payments.none());
            final IllegalStateException ex =
                assertThrows(IllegalStateException.class, () -> writer.write(swapped));
            assertTrue(ex.getMessage().contains("rank=0 afterRank=1"), ex.getMessage());
            for (final Payments payments : List.of(new Payments(now, List.of()), new Payments(null, List.of(now))))
            {
                final RunRows rows = new RunRows(registers(2), day.contracts(true),
                    List.of(new Rows(new long[][]{first, second})), OpeningMoney.none(), payments);
                assertThrows(InputCorruptException.class, () -> writer.write(rows));
            }
        }
    }

    @Test
    void shouldRefuseMoneyOfRegistersThatAreNotThere() throws IOException
    {
        TestTables.write(root.resolve("before"), RunTables.MONEY, List.of(
            new long[]{0, 0, 0, 0, 0, 0, 1}, new long[]{7, 0, 0, 0, 0, 0, 50}));
        try (LedgerDay day = new LedgerDay(root.resolve("day"), 1, 1);
            Table previous = Table.open(root.resolve("before"), RunTables.MONEY))
        {
            final RunTablesWriter writer = new RunTablesWriter(root, 1, rows -> { });
            assertThrows(InputCorruptException.class, () -> writer.write(new RunRows(
                new TestRegisters(List.of("AA01001")), day.contracts(true), List.of(),
                new OpeningMoney(previous, 1, Map.of(), 0), Payments.none())));
        }
    }

    @Test
    void shouldWriteTheSameBytesWithAnyNumberOfThreads() throws IOException
    {
        final long seed = System.nanoTime();
        RunTablesWriter.Written first = null;
        for (int threads = 1; threads <= 3; threads++)
        {
            final LongAdder progress = new LongAdder();
            try (LedgerDay day = new LedgerDay(root.resolve("t" + threads), seed, threads))
            {
                final CalculationInput input = day.write(false);
                final RunTablesWriter.Written written =
                    new RunTablesWriter(Files.createDirectories(root.resolve("w" + threads)), threads, progress::add)
                        .write(new RunRows(input.registers(), input.contracts(), RunPositions.calculate(input),
                            day.opening(), Payments.none()));
                first = null == first ? written : first;
                assertEquals(first, written, "seed=" + seed);
                assertEquals(RunTablesWriter.PASSES * written.positions().rows(), progress.sum());
                assertTrue(written.ledger().rows() > 0);
            }
        }
    }

    @Test
    void shouldGiveTheSameTablesToReadBeforeTheDiskHasThem() throws IOException
    {
        final long seed = System.nanoTime();
        try (LedgerDay day = new LedgerDay(root.resolve("day"), seed, 2))
        {
            final CalculationInput input = day.write(false);
            final RunRows rows = new RunRows(input.registers(), input.contracts(), RunPositions.calculate(input),
                day.opening(), Payments.none());
            final RunTablesWriter.Written synced =
                new RunTablesWriter(Files.createDirectories(root.resolve("synced")), 2, done -> { })
                    .write(rows);
            final Path early = Files.createDirectories(root.resolve("early"));
            try (UnsyncedTables tables = new RunTablesWriter(early, 2, done -> { })
                .writeUnsynced(rows))
            {
                for (final TableSpec spec : List.of(RunTables.POSITIONS, RunTables.LEDGER, RunTables.MONEY))
                {
                    try (Table table = Table.open(early, spec))
                    {
                        table.verify();
                    }
                }
                tables.sync();
                assertEquals(synced, tables.written(), "seed=" + seed);
            }
        }
    }

    private static void assertRows(final Path run, final TableSpec spec, final List<List<Long>> expected)
        throws IOException
    {
        try (Table table = Table.open(run, spec))
        {
            table.verify();
            final List<List<Long>> rows = new ArrayList<>();
            for (long row = 0; row < table.rows(); row++)
            {
                final List<Long> values = new ArrayList<>();
                for (int column = 0; column < spec.columns().size(); column++)
                {
                    values.add(TestTables.value(table, column, row));
                }
                rows.add(values);
            }
            assertEquals(expected, rows, spec.name());
        }
    }

    /** Rows of positions as an array of their columns. */
    private record Rows(long[][] rows) implements PositionRows
    {
        @Override
        public int size()
        {
            return rows.length;
        }

        @Override
        public long value(final int column, final int row)
        {
            return rows[row][column];
        }
    }
}
