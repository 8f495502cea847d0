// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.TestRegisters;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableSpec;
import io.bourse.clearing.table.TableWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;

/** What takes a run back: mirrors it, and comes with the correction to the difference, whatever was posted. */
class ReversalsTest
{
    private static final int DAYS = 40;
    private static final int LARGEST = 5_000;
    /** Codes are not in the order of the ids. */
    private static final TestRegisters REGISTERS =
        new TestRegisters(List.of("BB01002", "AA01001", "CC01001", "AA02001", "BB01001"));

    @TempDir
    private Path dir;

    @Test
    void shouldComeToTheDifferenceWhateverWasPosted() throws IOException
    {
        final long seed = Long.getLong("bourse.reversals.seed", System.nanoTime());
        final Random random = new Random(seed);
        for (int day = 0; day < DAYS; day++)
        {
            final Path before = dir.resolve(day + "-before");
            final Path after = dir.resolve(day + "-after");
            final boolean isLarge = 0 == day;
            final Map<Integer, Long> postedBefore = write(before, random, isLarge);
            final Map<Integer, Long> postedAfter = write(after, random, isLarge);
            Reversals.write(before, after);
            final List<CheckResult> checks = Reversals.check(before, after, REGISTERS);
            assertTrue(checks.stream().allMatch(CheckResult::isOk), "seed=" + seed + " day=" + day + " " + checks);
            assertEquals(List.of(rows(before, RunTables.LEDGER) + rows(before, RunTables.PAYMENTS),
                (long)REGISTERS.size()), checks.stream().map(CheckResult::compared).toList(), "seed=" + seed);
            final Map<Integer, Long> sum = new TreeMap<>(postedBefore);
            net(after, RunTables.REVERSED_LEDGER, sum);
            net(after, RunTables.REVERSED_PAYMENTS, sum);
            assertEquals(0, sum.values().stream().filter(kopecks -> 0 != kopecks).count(), "seed=" + seed);
            net(after, RunTables.LEDGER, sum);
            net(after, RunTables.PAYMENTS, sum);
            sum.values().removeIf(kopecks -> 0 == kopecks);
            assertEquals(postedAfter, sum, "seed=" + seed + " day=" + day);
            assertEquals(0, sum.values().stream().mapToLong(Long::longValue).sum(), "seed=" + seed);
        }
    }

    @Test
    void shouldNameWhatIsNotTheMirror() throws IOException
    {
        final Path before = dir.resolve("before");
        final Path after = dir.resolve("after");
        write(before, new Random(7), false);
        write(after, new Random(8), false);
        Reversals.write(before, after);
        rewrite(after, RunTables.REVERSED_LEDGER, rows -> rows.getFirst()[RunTables.LEDGER_AMOUNT]++);
        final CheckResult mirror = Reversals.checkMirror(before, after);
        assertTrue(mirror.failure().startsWith("table=reversed_ledger row=0 column=amount value="), mirror::failure);
        final CheckResult difference = Reversals.check(before, after, REGISTERS).getLast();
        assertTrue(difference.failure().startsWith("accountId="), difference::failure);
        rewrite(after, RunTables.REVERSED_LEDGER, List::removeFirst);
        final long posted = rows(before, RunTables.LEDGER);
        assertEquals("table=reversed_ledger rows=" + (posted - 1) + " posted=" + posted,
            Reversals.checkMirror(before, after).failure());
    }

    @Test
    void shouldNameThePaymentThatIsNotTheMirror() throws IOException
    {
        final Path before = dir.resolve("before");
        final Path after = dir.resolve("after");
        write(before, new Random(7), false);
        write(after, new Random(8), false);
        Reversals.write(before, after);
        rewrite(after, RunTables.REVERSED_PAYMENTS, rows -> rows.get(1)[RunTables.PAYMENT_AMOUNT]++);
        final CheckResult mirror = Reversals.checkMirror(before, after);
        assertTrue(mirror.failure().startsWith("table=reversed_payments row=1 column=amount "), mirror::failure);
    }

    /** Account 1 is the first by its code. */
    @Test
    void shouldNameTheRegisterThatHasPostingsAndNoMoney() throws IOException
    {
        final Path before = dir.resolve("before");
        final Path after = dir.resolve("after");
        write(before, new Random(7), false);
        write(after, new Random(8), false);
        Reversals.write(before, after);
        rewrite(before, RunTables.MONEY, List::removeFirst);
        rewrite(after, RunTables.MONEY, List::removeFirst);
        final CheckResult difference = Reversals.check(before, after, REGISTERS).getLast();
        assertTrue(difference.failure().startsWith("accountId=1 has no money, posted="), difference::failure);
    }

    @Test
    void shouldNameTheRegisterWhoseMoneyIsNotWhatWasPosted() throws IOException
    {
        final Path before = dir.resolve("before");
        final Path after = dir.resolve("after");
        write(before, new Random(7), false);
        write(after, new Random(8), false);
        Reversals.write(before, after);
        rewrite(after, RunTables.MONEY, rows -> rows.get(1)[RunTables.MONEY_END]++);
        final List<CheckResult> checks = Reversals.check(before, after, REGISTERS);
        assertTrue(checks.getFirst().isOk(), checks::toString);
        assertTrue(checks.getLast().failure().startsWith("accountId=3 "), checks.getLast()::failure);
    }

    @Test
    void shouldSayWhenPaymentsWereNotTakenBack() throws IOException
    {
        final Path before = dir.resolve("before");
        final Path after = dir.resolve("after");
        write(before, new Random(7), false);
        write(after, new Random(8), false);
        Reversals.write(before, after);
        Files.delete(after.resolve("reversed_payments").resolve("table.json"));
        assertTrue(Reversals.checkMirror(before, after).failure().startsWith("table=reversed_payments isThere=false"));
    }

    /** Postings, payments and the money that follows: every register has begun with a thousand roubles. */
    private static Map<Integer, Long> write(final Path run, final Random random, final boolean isLarge)
        throws IOException
    {
        Files.createDirectories(run);
        final int postings = isLarge ? LARGEST : random.nextInt(1, 30);
        final Map<Integer, Long> net = new TreeMap<>();
        try (TableWriter ledger = TableWriter.create(run, RunTables.LEDGER);
            TableWriter payments = TableWriter.create(run, RunTables.PAYMENTS))
        {
            for (int i = 0; i < postings; i++)
            {
                final long[] row = posting(random, net);
                put(ledger, row[0], random.nextInt(3), random.nextInt(4), row[1], row[2], row[3]);
            }
            for (int i = 0; i < postings; i++)
            {
                final long[] row = posting(random, net);
                put(payments, row[0], random.nextInt(4), row[1], row[2], row[3], random.nextLong(1_000));
            }
            ledger.seal();
            payments.seal();
        }
        try (TableWriter money = TableWriter.create(run, RunTables.MONEY))
        {
            final List<Integer> accounts = new ArrayList<>(List.of(0, 1, 2, 3, 4));
            accounts.sort(Comparator.comparingInt(REGISTERS::rank));
            for (final int account : accounts)
            {
                final long end = 100_000 + net.getOrDefault(account, 0L);
                put(money, account, 100_000, 0, 0, 0, 0, end, 0, 0, 0);
            }
            money.seal();
        }
        net.values().removeIf(kopecks -> 0 == kopecks);
        return net;
    }

    /** Account, debit, credit, amount: from a house account to a register or back. */
    private static long[] posting(final Random random, final Map<Integer, Long> net)
    {
        final int account = random.nextInt(REGISTERS.size());
        final int house = -1 - random.nextInt(20);
        final boolean isPaid = random.nextBoolean();
        final long amount = random.nextLong(1, 1_000_000_000_000L);
        net.merge(account, isPaid ? -amount : amount, Long::sum);
        net.merge(house, isPaid ? amount : -amount, Long::sum);
        return new long[]{account, isPaid ? account : house, isPaid ? house : account, amount};
    }

    private static void put(final TableWriter table, final long... values)
    {
        for (int column = 0; column < values.length; column++)
        {
            table.column(column).put(values[column]);
        }
    }

    private static void net(final Path run, final TableSpec spec, final Map<Integer, Long> net) throws IOException
    {
        final boolean isLedger = spec.columns().equals(RunTables.LEDGER.columns());
        final int debit = isLedger ? RunTables.LEDGER_DEBIT : RunTables.PAYMENT_DEBIT;
        final int credit = isLedger ? RunTables.LEDGER_CREDIT : RunTables.PAYMENT_CREDIT;
        final int amount = isLedger ? RunTables.LEDGER_AMOUNT : RunTables.PAYMENT_AMOUNT;
        try (Table table = Table.open(run, spec))
        {
            for (long row = 0; row < table.rows(); row++)
            {
                net.merge(table.ints(debit).get(row), -table.longs(amount).get(row), Long::sum);
                net.merge(table.ints(credit).get(row), table.longs(amount).get(row), Long::sum);
            }
        }
    }

    private static long rows(final Path run, final TableSpec spec) throws IOException
    {
        try (Table table = Table.open(run, spec))
        {
            return table.rows();
        }
    }

    /** Changes the rows of a table. */
    private static void rewrite(final Path run, final TableSpec spec, final Consumer<List<long[]>> change)
        throws IOException
    {
        final List<long[]> rows = new ArrayList<>();
        try (Table table = Table.open(run, spec))
        {
            for (long row = 0; row < table.rows(); row++)
            {
                final long[] values = new long[spec.columns().size()];
                for (int column = 0; column < values.length; column++)
                {
                    values[column] = table.longs(column).get(row);
                }
                rows.add(values);
            }
        }
        change.accept(rows);
        try (TableWriter table = TableWriter.create(run, spec))
        {
            rows.forEach(values -> put(table, values));
            table.seal();
        }
    }
}
