// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.OpeningMoney;
import io.bourse.clearing.ledger.RunBooks;
import io.bourse.clearing.table.ColumnType;
import io.bourse.clearing.table.IntWindow;
import io.bourse.clearing.table.LongWindow;
import io.bourse.clearing.table.ShortWindow;
import io.bourse.clearing.table.Table;

/**
 * Compares what one run has left with what another took up, row by row: rows that are not zero must be the same ones in
 * the same order, whatever zero rows lie between them.
 */
final class CarryScan
{
    private final Names names;

    CarryScan(final Names names)
    {
        this.names = names;
    }

    /** Compares a column of the positions of an earlier run with a column of this one's. */
    CheckResult positions(
        final String name, final Table earlier, final int earlierColumn, final Table now, final int nowColumn)
    {
        final Values left = null == earlier ? null : new Values(earlier, earlierColumn);
        final Values taken = new Values(now, nowColumn);
        long leftRow = nextNonZero(left, 0);
        long takenRow = nextNonZero(taken, 0);
        String failure = "";
        while (failure.isEmpty() && (leftRow >= 0 || takenRow >= 0))
        {
            if (leftRow < 0 || takenRow < 0 || !isSame(left, leftRow, taken, takenRow))
            {
                failure = difference(left, leftRow, taken, takenRow);
            }
            else
            {
                leftRow = nextNonZero(left, leftRow + 1);
                takenRow = nextNonZero(taken, takenRow + 1);
            }
        }
        return new CheckResult(name, taken.size, failure);
    }

    private static boolean isSame(final Values left, final long leftRow, final Values taken, final long takenRow)
    {
        return left.accounts.get(leftRow) == taken.accounts.get(takenRow) &&
            left.instruments.get(leftRow) == taken.instruments.get(takenRow) &&
            left.value(leftRow) == taken.value(takenRow);
    }

    private String difference(final Values left, final long leftRow, final Values taken, final long takenRow)
    {
        return "left: " + text(left, leftRow) + ", taken up: " + text(taken, takenRow);
    }

    private String text(final Values values, final long row)
    {
        return row < 0 ? "nothing more" :
            names.row(values.accounts.get(row), values.instruments.get(row)) + " " + values.name + "=" +
            values.value(row);
    }

    private static long nextNonZero(final Values values, final long from)
    {
        if (null == values)
        {
            return -1;
        }
        for (long row = from; row < values.size; row++)
        {
            if (0 != values.value(row))
            {
                return row;
            }
        }
        return -1;
    }

    /** Money at the opening equals what the previous evening run has left, or what new registers were given. */
    CheckResult openingMoney(final OpeningMoney opening, final Table money, final int registers)
    {
        final String name = "I5 money at the opening equals what the previous evening run has left";
        final MoneyWindows now = new MoneyWindows(money);
        final MoneyWindows left = null == opening.previous() ? null : new MoneyWindows(opening.previous());
        long leftRow = nextMoney(left, 0);
        long news = 0;
        for (long row = 0; row < now.size; row++)
        {
            final int account = now.accounts.get(row);
            final long begin = now.begins.get(row);
            if (account >= opening.previousRegisters())
            {
                news += 0 != begin ? 1 : 0;
                final long configured = configured(opening, account);
                if (begin != configured)
                {
                    return new CheckResult(name, row, "client=" + names.client(account) + " amount_beg=" + begin +
                        " configured=" + configured);
                }
            }
            else if (0 != begin)
            {
                if (leftRow < 0 || left.accounts.get(leftRow) != account || left.ends.get(leftRow) != begin)
                {
                    return new CheckResult(name, row, "client=" + names.client(account) + " amount_beg=" + begin +
                        ", left: " + (leftRow < 0 ? "nothing more" : "client=" +
                        names.client(left.accounts.get(leftRow)) + " amount_end=" + left.ends.get(leftRow)));
                }
                leftRow = nextMoney(left, leftRow + 1);
            }
        }
        String failure = "";
        if (leftRow >= 0)
        {
            failure = "client=" + names.client(left.accounts.get(leftRow)) + " amount_end=" + left.ends.get(leftRow) +
                " was left and is not taken up";
        }
        else if (news != expectedNew(opening, registers))
        {
            failure = "newRegistersWithMoney=" + news + " configured=" + expectedNew(opening, registers);
        }
        return new CheckResult(name, now.size, failure);
    }

    private static long configured(final OpeningMoney opening, final int account)
    {
        return opening.configuredKopecks().isEmpty() ?
            opening.defaultKopecks() : opening.configuredKopecks().getOrDefault(account, opening.defaultKopecks());
    }

    private static long expectedNew(final OpeningMoney opening, final int registers)
    {
        long expected = 0 == opening.defaultKopecks() ? 0 : registers - opening.previousRegisters();
        for (final int account : opening.configuredKopecks().keySet())
        {
            if (account >= opening.previousRegisters() && account < registers)
            {
                expected += (0 != configured(opening, account) ? 1 : 0) - (0 != opening.defaultKopecks() ? 1 : 0);
            }
        }
        return expected;
    }

    private static long nextMoney(final MoneyWindows rows, final long from)
    {
        for (long row = from; null != rows && row < rows.size; row++)
        {
            if (0 != rows.ends.get(row))
            {
                return row;
            }
        }
        return -1;
    }

    /** What earlier runs of the day have left of every register's money is where this run goes on from. */
    CheckResult paidMoney(final RunBooks paidRun, final OpeningMoney opening, final Table money)
    {
        final String name = "I5 money goes on from where the last run of the day has left it";
        final MoneyWindows now = new MoneyWindows(money);
        final MoneyWindows left = null == paidRun ? null : new MoneyWindows(paidRun.money());
        long leftRow = nextMoney(left, 0);
        for (long row = 0; null != left && row < now.size; row++)
        {
            final int account = now.accounts.get(row);
            final long kopecks = now.begins.get(row) + now.paid.get(row) + now.payPaid.get(row);
            final boolean isSame = leftRow >= 0 && left.accounts.get(leftRow) == account &&
                left.ends.get(leftRow) == kopecks;
            final boolean isNew =
                account >= opening.previousRegisters() && 0 == (now.paid.get(row) | now.payPaid.get(row));
            if (0 != kopecks && isSame)
            {
                leftRow = nextMoney(left, leftRow + 1);
            }
            else if (0 != kopecks && !isNew)
            {
                return new CheckResult(name, row, "client=" + names.client(account) + " amount_beg=" +
                    now.begins.get(row) + " vm_paid=" + now.paid.get(row) + " pay_paid=" + now.payPaid.get(row) +
                    ", left: " + (leftRow < 0 ? "nothing more" :
                    "client=" + names.client(left.accounts.get(leftRow)) + " amount_end=" +
                    left.ends.get(leftRow)));
            }
        }
        return new CheckResult(name, now.size, leftRow < 0 ? "" : "client=" +
            names.client(left.accounts.get(leftRow)) + " amount_end=" + left.ends.get(leftRow) +
            " was left and is not taken up");
    }

    /** Keys and one column of a table of positions, from front to back. */
    private static final class Values
    {
        private final long size;
        private final String name;
        private final IntWindow accounts;
        private final ShortWindow instruments;
        private final IntWindow ints;
        private final LongWindow longs;

        private Values(final Table table, final int column)
        {
            final boolean isLong = ColumnType.LONG == table.spec().columns().get(column).type();
            this.size = table.rows();
            this.name = table.spec().columns().get(column).name();
            this.accounts = table.intWindow(RunTables.POSITION_ACCOUNT);
            this.instruments = table.shortWindow(RunTables.POSITION_INSTRUMENT);
            this.ints = isLong ? null : table.intWindow(column);
            this.longs = isLong ? table.longWindow(column) : null;
        }

        private long value(final long row)
        {
            return null == longs ? ints.get(row) : longs.get(row);
        }
    }

    /** What is compared of a table of money, from front to back. */
    private static final class MoneyWindows
    {
        private final long size;
        private final IntWindow accounts;
        private final LongWindow begins;
        private final LongWindow paid;
        private final LongWindow payPaid;
        private final LongWindow ends;

        private MoneyWindows(final Table table)
        {
            this.size = table.rows();
            this.accounts = table.intWindow(RunTables.MONEY_ACCOUNT);
            this.begins = table.longWindow(RunTables.MONEY_BEGIN);
            this.paid = table.longWindow(RunTables.MONEY_PAID);
            this.payPaid = table.longWindow(RunTables.MONEY_PAY_PAID);
            this.ends = table.longWindow(RunTables.MONEY_END);
        }
    }
}
