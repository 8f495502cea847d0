// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import io.bourse.clearing.layout.RegisterOrder;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableCursor;

/**
 * Goes through the money that registers have at the end of two runs with the same cut, side by side: every register
 * with a row in either, in the order of the codes. Begins in front of the first one.
 */
public final class MoneyChanges
{
    private final RegisterOrder registers;
    private final TableCursor before;
    private final TableCursor after;
    private int accountId;
    private long beforeKopecks;
    private long afterKopecks;

    /**
     * Two tables side by side.
     *
     * @param before RunTables.MONEY of the first run.
     * @param after RunTables.MONEY of the second run.
     * @param registers at the cut of both.
     */
    public MoneyChanges(final Table before, final Table after, final RegisterOrder registers)
    {
        this.registers = registers;
        this.before = new TableCursor(before);
        this.after = new TableCursor(after);
        this.before.next();
        this.after.next();
    }

    /**
     * Goes to the next register.
     *
     * @return false after the last one.
     */
    public boolean next()
    {
        if (before.isAtEnd() && after.isAtEnd())
        {
            return false;
        }
        final int rank = Math.min(rank(before), rank(after));
        accountId = registers.accountAt(rank);
        beforeKopecks = take(before, rank);
        afterKopecks = take(after, rank);
        return true;
    }

    private int rank(final TableCursor money)
    {
        return money.isAtEnd() ? Integer.MAX_VALUE : registers.rank(money.ints(RunTables.MONEY_ACCOUNT));
    }

    private long take(final TableCursor money, final int rank)
    {
        if (rank != rank(money))
        {
            return 0;
        }
        final long kopecks = money.longs(RunTables.MONEY_END);
        money.next();
        return kopecks;
    }

    /**
     * The register.
     *
     * @return account id.
     */
    public int accountId()
    {
        return accountId;
    }

    /**
     * What it has at the end of the first run.
     *
     * @return kopecks; 0 without a row.
     */
    public long beforeKopecks()
    {
        return beforeKopecks;
    }

    /**
     * What it has at the end of the second run.
     *
     * @return kopecks; 0 without a row.
     */
    public long afterKopecks()
    {
        return afterKopecks;
    }
}
