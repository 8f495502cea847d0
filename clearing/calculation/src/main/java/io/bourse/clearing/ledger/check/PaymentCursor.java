// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.layout.RegisterWalk;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.LongColumn;
import io.bourse.clearing.table.Table;

/**
 * Goes over a range of the payments along with the rows of money. Registers whose payments come to nothing need no row
 * of money; others that have none are noted.
 */
final class PaymentCursor
{
    final FirstFailure lost = new FirstFailure();

    private final Names names;
    private final IntColumn accounts;
    private final IntColumn credits;
    private final LongColumn amounts;
    private final RegisterWalk walk;
    private long row;
    private long rankedRow = -1;
    private int rank;
    private long end;

    /** Payments of a table; null for none. */
    PaymentCursor(final Table payments, final Names names)
    {
        this.names = names;
        this.walk = names.walk();
        this.accounts = null == payments ? null : payments.ints(RunTables.PAYMENT_ACCOUNT);
        this.credits = null == payments ? null : payments.ints(RunTables.PAYMENT_CREDIT);
        this.amounts = null == payments ? null : payments.longs(RunTables.PAYMENT_AMOUNT);
    }

    /** Goes to the first of some payments. */
    void reset(final long from, final long to)
    {
        row = from;
        end = to;
    }

    /** What a register receives, below 0 what it pays. Registers are asked for in their order. */
    long take(final int account)
    {
        if (row == end)
        {
            return 0;
        }
        if (accounts.get(row) != account)
        {
            final int rank = names.isRegister(account) ? walk.rank(account) : -1;
            while (row < end && nextRank() < rank)
            {
                lose();
            }
        }
        return row < end && accounts.get(row) == account ? sum() : 0;
    }

    /** Place of the register whose payments come next; looked up once for all that have none. */
    private int nextRank()
    {
        if (row != rankedRow)
        {
            rankedRow = row;
            rank = names.rank(accounts.get(row));
        }
        return rank;
    }

    /** Behind the last row of money: nothing may be left. */
    void finish()
    {
        while (row < end)
        {
            lose();
        }
    }

    private void lose()
    {
        final int account = accounts.get(row);
        final long kopecks = sum();
        if (account >= 0 && 0 != kopecks)
        {
            lost.note("client=" + names.client(account) + " has payments but no row of money: kopecks=" + kopecks);
        }
    }

    private long sum()
    {
        final int account = accounts.get(row);
        long kopecks = 0;
        for (; row < end && accounts.get(row) == account; row++)
        {
            kopecks += credits.get(row) == account ? amounts.get(row) : -amounts.get(row);
        }
        return kopecks;
    }
}
