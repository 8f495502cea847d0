// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.layout.RegisterOrder;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.MoneyChanges;
import io.bourse.clearing.table.ColumnWriter;
import io.bourse.clearing.table.LongColumn;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableCursor;
import io.bourse.clearing.table.TableSpec;
import io.bourse.clearing.table.TableWriter;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What takes the postings of a published run back (rules 6): the same rows, debit and credit exchanged. Nothing
 * of the run itself is touched. With the postings of its correction they come to the difference between both.
 */
public final class Reversals
{
    private static final String I3_MIRROR = "I3 reversed postings are those of the corrected run";
    private static final String I3_DIFFERENCE = "I3 reversal and correction come to the difference of the money";
    private static final int ROWS = 4_096;

    private Reversals()
    {
    }

    /**
     * Writes RunTables.REVERSED_LEDGER and RunTables.REVERSED_PAYMENTS.
     *
     * @param corrected directory of the run that is taken back.
     * @param directory of its correction.
     * @throws IOException when files cannot be read or written.
     */
    public static void write(final Path corrected, final Path directory) throws IOException
    {
        reverse(corrected, RunTables.LEDGER, directory, RunTables.REVERSED_LEDGER);
        if (Table.exists(corrected, RunTables.PAYMENTS))
        {
            reverse(corrected, RunTables.PAYMENTS, directory, RunTables.REVERSED_PAYMENTS);
        }
    }

    private static void reverse(
        final Path corrected, final TableSpec source, final Path directory, final TableSpec target)
        throws IOException
    {
        try (Table from = Table.open(corrected, source); TableWriter to = TableWriter.create(directory, target))
        {
            for (int column = 0; column < target.columns().size(); column++)
            {
                copy(from, exchanged(source, column), to.column(column));
            }
            to.seal();
        }
    }

    /** Column of the corrected run that a column of the reversal has the values of. */
    private static int exchanged(final TableSpec spec, final int column)
    {
        final int debit = spec.indexOf("debit");
        final int credit = spec.indexOf("credit");
        return debit == column ? credit : credit == column ? debit : column;
    }

    private static void copy(final Table from, final int column, final ColumnWriter to)
    {
        final LongColumn values = from.longs(column);
        final long[] some = new long[ROWS];
        for (long row = 0; row < from.rows(); row += ROWS)
        {
            final int count = (int)Math.min(ROWS, from.rows() - row);
            values.copy(row, some, count);
            to.putAll(some, count);
        }
    }

    /**
     * Checks a reversal as it was written: row by row against the corrected run, and register by register, with the
     * postings of the correction, against the money of both.
     *
     * @param corrected directory of the run that is taken back.
     * @param directory of its correction, with its own postings, payments and money.
     * @param registers at the cut of both.
     * @return the two checks, in a fixed order.
     * @throws IOException when files cannot be read.
     */
    public static List<CheckResult> check(
        final Path corrected, final Path directory, final RegisterOrder registers) throws IOException
    {
        final CheckResult mirror = checkMirror(corrected, directory);
        return List.of(mirror, checkDifference(corrected, directory, registers));
    }

    /**
     * Checks a reversal row by row against the corrected run.
     *
     * @param corrected directory of the run that is taken back.
     * @param directory of its correction.
     * @return the check.
     * @throws IOException when files cannot be read.
     */
    public static CheckResult checkMirror(final Path corrected, final Path directory) throws IOException
    {
        final FirstFailure failure = new FirstFailure();
        long rows = compare(corrected, RunTables.LEDGER, directory, RunTables.REVERSED_LEDGER, failure);
        final boolean hasPayments = Table.exists(corrected, RunTables.PAYMENTS);
        if (hasPayments != Table.exists(directory, RunTables.REVERSED_PAYMENTS))
        {
            failure.note("table=" + RunTables.REVERSED_PAYMENTS.name() + " isThere=" + !hasPayments +
                " correctedRunHasPayments=" + hasPayments);
        }
        else if (hasPayments)
        {
            rows += compare(corrected, RunTables.PAYMENTS, directory, RunTables.REVERSED_PAYMENTS, failure);
        }
        return new CheckResult(I3_MIRROR, rows, failure.text());
    }

    private static long compare(
        final Path corrected,
        final TableSpec source,
        final Path directory,
        final TableSpec target,
        final FirstFailure failure) throws IOException
    {
        try (Table posted = Table.open(corrected, source); Table reversed = Table.open(directory, target))
        {
            if (posted.rows() != reversed.rows())
            {
                failure.note("table=" + target.name() + " rows=" + reversed.rows() + " posted=" + posted.rows());
                return 0;
            }
            for (int column = 0; column < target.columns().size(); column++)
            {
                final LongColumn was = posted.longs(exchanged(source, column));
                final LongColumn is = reversed.longs(column);
                for (long row = 0; row < posted.rows(); row++)
                {
                    if (was.get(row) != is.get(row))
                    {
                        failure.note("table=" + target.name() + " row=" + row + " column=" +
                            target.columns().get(column).name() + " value=" + is.get(row) + " posted=" +
                            was.get(row));
                        break;
                    }
                }
            }
            return posted.rows();
        }
    }

    private static CheckResult checkDifference(
        final Path corrected, final Path directory, final RegisterOrder registers) throws IOException
    {
        final long[] net = new long[registers.size()];
        add(directory, RunTables.REVERSED_LEDGER, net);
        add(directory, RunTables.REVERSED_PAYMENTS, net);
        add(directory, RunTables.LEDGER, net);
        add(directory, RunTables.PAYMENTS, net);
        final FirstFailure failure = new FirstFailure();
        long compared = 0;
        try (Table before = Table.open(corrected, RunTables.MONEY);
            Table after = Table.open(directory, RunTables.MONEY))
        {
            final MoneyChanges changes = new MoneyChanges(before, after, registers);
            while (changes.next())
            {
                compared++;
                final int account = changes.accountId();
                if (Math.subtractExact(changes.afterKopecks(), changes.beforeKopecks()) != net[account])
                {
                    failure.note("accountId=" + account + " before=" + changes.beforeKopecks() + " after=" +
                        changes.afterKopecks() + " posted=" + net[account]);
                }
                net[account] = 0;
            }
        }
        for (int account = 0; account < net.length; account++)
        {
            if (0 != net[account])
            {
                failure.note("accountId=" + account + " has no money, posted=" + net[account]);
            }
        }
        return new CheckResult(I3_DIFFERENCE, compared, failure.text());
    }

    /** Adds what postings do to the cash of registers; house accounts are below 0. */
    private static void add(final Path directory, final TableSpec spec, final long[] net) throws IOException
    {
        if (!Table.exists(directory, spec))
        {
            return;
        }
        try (Table postings = Table.open(directory, spec))
        {
            final int debitColumn = spec.indexOf("debit");
            final int creditColumn = spec.indexOf("credit");
            final int amountColumn = spec.indexOf("amount");
            for (final TableCursor rows = new TableCursor(postings); rows.next();)
            {
                final int debit = rows.ints(debitColumn);
                final int credit = rows.ints(creditColumn);
                final long kopecks = rows.longs(amountColumn);
                if (debit >= 0)
                {
                    net[debit] = Math.subtractExact(net[debit], kopecks);
                }
                if (credit >= 0)
                {
                    net[credit] = Math.addExact(net[credit], kopecks);
                }
            }
        }
    }
}
