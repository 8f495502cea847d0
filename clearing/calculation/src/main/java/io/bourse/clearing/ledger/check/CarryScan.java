// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.OpeningMoney;
import io.bourse.clearing.ledger.RunBooks;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableCursor;

/**
 * Compares what one run has left with what another took up, row by row: rows that are not zero must be the same ones in
 * the same order, whatever zero rows lie between them.
 */
final class CarryScan
{
    private static final String NOTHING_MORE = "nothing more";

    private final Names names;

    CarryScan(final Names names)
    {
        this.names = names;
    }

    /** Compares a column of the positions of an earlier run with a column of this one's. */
    CheckResult positions(
        final String name, final Table earlier, final int earlierColumn, final Table now, final int nowColumn)
    {
        final TableCursor left = new TableCursor(earlier);
        final TableCursor taken = new TableCursor(now);
        boolean isAny = nextNonZero(left, earlierColumn) | nextNonZero(taken, nowColumn);
        while (isAny)
        {
            if (left.isAtEnd() || taken.isAtEnd() || key(left) != key(taken) ||
                left.longs(earlierColumn) != taken.longs(nowColumn))
            {
                return new CheckResult(name, now.rows(),
                    "left: " + text(left, earlierColumn) + ", taken up: " + text(taken, nowColumn));
            }
            isAny = nextNonZero(left, earlierColumn) | nextNonZero(taken, nowColumn);
        }
        return new CheckResult(name, now.rows(), "");
    }

    private static long key(final TableCursor positions)
    {
        return positions.longs(RunTables.POSITION_ACCOUNT) << Integer.SIZE |
            positions.longs(RunTables.POSITION_INSTRUMENT) & 0xFFFF_FFFFL;
    }

    private String text(final TableCursor positions, final int column)
    {
        return positions.isAtEnd() ? NOTHING_MORE : names.row(
            positions.ints(RunTables.POSITION_ACCOUNT), positions.ints(RunTables.POSITION_INSTRUMENT)) + " " +
            RunTables.POSITIONS.columns().get(column).name() + "=" + positions.longs(column);
    }

    private static boolean nextNonZero(final TableCursor rows, final int column)
    {
        while (rows.next())
        {
            if (0 != rows.longs(column))
            {
                return true;
            }
        }
        return false;
    }

    /** Money at the opening equals what the previous evening run has left, or what new registers were given. */
    CheckResult openingMoney(final OpeningMoney opening, final Table money, final int registers)
    {
        final String name = "I5 money at the opening equals what the previous evening run has left";
        final TableCursor now = new TableCursor(money);
        final TableCursor left = new TableCursor(opening.previous());
        nextNonZero(left, RunTables.MONEY_END);
        long news = 0;
        while (now.next())
        {
            final int account = now.ints(RunTables.MONEY_ACCOUNT);
            final long begin = now.longs(RunTables.MONEY_BEGIN);
            if (account >= opening.previousRegisters())
            {
                news += 0 != begin ? 1 : 0;
                final long configured = configured(opening, account);
                if (begin != configured)
                {
                    return new CheckResult(name, now.row(), "client=" + names.client(account) + " amount_beg=" +
                        begin + " configured=" + configured);
                }
            }
            else if (0 != begin)
            {
                if (!isLeft(left, account, begin))
                {
                    return new CheckResult(name, now.row(), "client=" + names.client(account) + " amount_beg=" +
                        begin + ", left: " + leftText(left));
                }
                nextNonZero(left, RunTables.MONEY_END);
            }
        }
        String failure = notTakenUp(left);
        if (failure.isEmpty() && news != expectedNew(opening, registers))
        {
            failure = "newRegistersWithMoney=" + news + " configured=" + expectedNew(opening, registers);
        }
        return new CheckResult(name, money.rows(), failure);
    }

    private static boolean isLeft(final TableCursor left, final int account, final long kopecks)
    {
        return !left.isAtEnd() && left.ints(RunTables.MONEY_ACCOUNT) == account &&
            left.longs(RunTables.MONEY_END) == kopecks;
    }

    private String leftText(final TableCursor left)
    {
        return left.isAtEnd() ? NOTHING_MORE : "client=" + names.client(left.ints(RunTables.MONEY_ACCOUNT)) +
            " amount_end=" + left.longs(RunTables.MONEY_END);
    }

    private String notTakenUp(final TableCursor left)
    {
        return left.isAtEnd() ? "" : leftText(left) + " was left and is not taken up";
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

    /** What earlier runs of the day have left of every register's money is where this run goes on from. */
    CheckResult paidMoney(final RunBooks paidRun, final OpeningMoney opening, final Table money)
    {
        final String name = "I5 money goes on from where the last run of the day has left it";
        final TableCursor now = new TableCursor(null == paidRun ? null : money);
        final TableCursor left = new TableCursor(null == paidRun ? null : paidRun.money());
        nextNonZero(left, RunTables.MONEY_END);
        while (now.next())
        {
            final int account = now.ints(RunTables.MONEY_ACCOUNT);
            final long begin = now.longs(RunTables.MONEY_BEGIN);
            final long paid = now.longs(RunTables.MONEY_PAID);
            final long payPaid = now.longs(RunTables.MONEY_PAY_PAID);
            final long kopecks = begin + paid + payPaid;
            final boolean isNew = account >= opening.previousRegisters() && 0 == (paid | payPaid);
            if (0 != kopecks && isLeft(left, account, kopecks))
            {
                nextNonZero(left, RunTables.MONEY_END);
            }
            else if (0 != kopecks && !isNew)
            {
                return new CheckResult(name, now.row(), "client=" + names.client(account) + " amount_beg=" + begin +
                    " vm_paid=" + paid + " pay_paid=" + payPaid + ", left: " + leftText(left));
            }
        }
        return new CheckResult(name, money.rows(), notTakenUp(left));
    }
}
