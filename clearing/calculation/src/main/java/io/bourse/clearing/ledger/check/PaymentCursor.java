// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.layout.RegisterWalk;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableCursor;

/**
 * Goes over a range of the payments along with the rows of money. Registers whose payments come to nothing need no row
 * of money; others that have none are noted.
 */
final class PaymentCursor
{
    final FirstFailure lost = new FirstFailure();

    private final Names names;
    private final TableCursor rows;
    private final RegisterWalk walk;
    private long rankedRow = -1;
    private int rank;

    /** Payments of a table; null for none. */
    PaymentCursor(final Table payments, final Names names)
    {
        this.names = names;
        this.walk = names.walk();
        this.rows = new TableCursor(payments);
    }

    /** Goes to the first payment of some registers. */
    void begin(final RegisterRange range)
    {
        range.begin(rows, RegisterRange.PAYMENTS);
    }

    /** What a register receives, below 0 what it pays. Registers are asked for in their order. */
    long take(final int account)
    {
        if (rows.isAtEnd())
        {
            return 0;
        }
        if (rows.ints(RunTables.PAYMENT_ACCOUNT) != account)
        {
            final int wanted = names.isRegister(account) ? walk.rank(account) : -1;
            while (!rows.isAtEnd() && nextRank() < wanted)
            {
                lose();
            }
        }
        return isOf(account) ? sum() : 0;
    }

    private boolean isOf(final int account)
    {
        return !rows.isAtEnd() && rows.ints(RunTables.PAYMENT_ACCOUNT) == account;
    }

    /** Place of the register whose payments come next; looked up once for all that have none. */
    private int nextRank()
    {
        if (rows.row() != rankedRow)
        {
            rankedRow = rows.row();
            rank = names.rank(rows.ints(RunTables.PAYMENT_ACCOUNT));
        }
        return rank;
    }

    /** After the last row of money: nothing may be left. */
    void finish()
    {
        while (!rows.isAtEnd())
        {
            lose();
        }
    }

    private void lose()
    {
        final int account = rows.ints(RunTables.PAYMENT_ACCOUNT);
        final long kopecks = sum();
        if (account >= 0 && 0 != kopecks)
        {
            lost.note("client=" + names.client(account) + " has payments but no row of money: kopecks=" + kopecks);
        }
    }

    private long sum()
    {
        final int account = rows.ints(RunTables.PAYMENT_ACCOUNT);
        long kopecks = 0;
        for (; isOf(account); rows.next())
        {
            final long amount = rows.longs(RunTables.PAYMENT_AMOUNT);
            kopecks += rows.ints(RunTables.PAYMENT_CREDIT) == account ? amount : -amount;
        }
        return kopecks;
    }
}
