// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import io.bourse.clearing.layout.RegisterOrder;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.IntWindow;
import io.bourse.clearing.table.LongWindow;
import io.bourse.clearing.table.Table;

/**
 * Goes through the money that registers have at the end of two runs with the same cut, side by side: every register
 * with a row in either, in the order of the codes. Begins in front of the first one.
 */
public final class MoneyChanges
{
    private final RegisterOrder registers;
    private final long rowsBefore;
    private final long rowsAfter;
    private final IntWindow accountsBefore;
    private final IntWindow accountsAfter;
    private final LongWindow endsBefore;
    private final LongWindow endsAfter;
    private long nextBefore;
    private long nextAfter;
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
        this.rowsBefore = before.rows();
        this.rowsAfter = after.rows();
        this.accountsBefore = before.intWindow(RunTables.MONEY_ACCOUNT);
        this.accountsAfter = after.intWindow(RunTables.MONEY_ACCOUNT);
        this.endsBefore = before.longWindow(RunTables.MONEY_END);
        this.endsAfter = after.longWindow(RunTables.MONEY_END);
    }

    /**
     * Goes to the next register.
     *
     * @return false behind the last one.
     */
    public boolean next()
    {
        if (nextBefore == rowsBefore && nextAfter == rowsAfter)
        {
            return false;
        }
        final int rankBefore =
            nextBefore == rowsBefore ? Integer.MAX_VALUE : registers.rank(accountsBefore.get(nextBefore));
        final int rankAfter =
            nextAfter == rowsAfter ? Integer.MAX_VALUE : registers.rank(accountsAfter.get(nextAfter));
        final int rank = Math.min(rankBefore, rankAfter);
        accountId = registers.accountAt(rank);
        beforeKopecks = rank == rankBefore ? endsBefore.get(nextBefore++) : 0;
        afterKopecks = rank == rankAfter ? endsAfter.get(nextAfter++) : 0;
        return true;
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
