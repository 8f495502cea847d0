// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.layout.RegisterOrder;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.IntWindow;
import io.bourse.clearing.table.LongWindow;
import io.bourse.clearing.table.Table;

import java.util.Map;

/**
 * What every register has at the opening: what the previous evening run has left to it, and what was configured for
 * those that are newer. Registers without money have no row, so "no row" means nothing was left.
 *
 * @param previous MONEY of the previous evening run; null when there is none.
 * @param previousRegisters registers at its cut; 0 when there is none. Ids from here on are new.
 * @param configuredKopecks of new registers by account id.
 * @param defaultKopecks of new registers for which nothing is configured.
 */
public record OpeningMoney(
    Table previous, int previousRegisters, Map<Integer, Long> configuredKopecks, long defaultKopecks)
{
    /**
     * Nobody has anything.
     *
     * @return opening of a first day.
     */
    public static OpeningMoney none()
    {
        return new OpeningMoney(null, 0, Map.of(), 0);
    }

    /**
     * Begins to read, register by register in the order of the codes.
     *
     * @return cursor.
     */
    public Cursor cursor()
    {
        return new Cursor(this);
    }

    /**
     * What a register has before a run. Looks it up, which is for a few registers only.
     *
     * @param registers of the run.
     * @param left MONEY of the run before; null when there was none.
     * @param leftRegisters registers at its cut; ids from here on are new.
     * @param accountId of the register.
     * @return kopecks.
     */
    public long before(
        final RegisterOrder registers, final Table left, final int leftRegisters, final int accountId)
    {
        if (accountId >= leftRegisters)
        {
            return ofNew(accountId);
        }
        final IntColumn accounts = left.ints(RunTables.MONEY_ACCOUNT);
        final int rank = registers.rank(accountId);
        long low = 0;
        long high = left.rows();
        while (low < high)
        {
            final long middle = low + high >>> 1;
            if (registers.rank(accounts.get(middle)) < rank)
            {
                low = middle + 1;
            }
            else
            {
                high = middle;
            }
        }
        return low < left.rows() && accounts.get(low) == accountId ? left.longs(RunTables.MONEY_END).get(low) : 0;
    }

    private long ofNew(final int accountId)
    {
        if (configuredKopecks.isEmpty())
        {
            return defaultKopecks;
        }
        return configuredKopecks.getOrDefault(accountId, defaultKopecks);
    }

    /**
     * Reads along with the registers in the order of their codes; every register has to be asked for.
     */
    public static final class Cursor
    {
        private final OpeningMoney opening;
        private final IntWindow accounts;
        private final LongWindow ends;
        private final long rows;
        private long row;
        private int nextAccount = -1;

        private Cursor(final OpeningMoney opening)
        {
            this.opening = opening;
            final Table previous = opening.previous();
            this.accounts = null == previous ? null : previous.intWindow(RunTables.MONEY_ACCOUNT);
            this.ends = null == previous ? null : previous.longWindow(RunTables.MONEY_END);
            this.rows = null == previous ? 0 : previous.rows();
            readNext();
        }

        private void readNext()
        {
            nextAccount = row < rows ? accounts.get(row) : -1;
        }

        /**
         * What a register begins with.
         *
         * @param accountId the next register.
         * @return kopecks.
         */
        public long begin(final int accountId)
        {
            if (accountId == nextAccount)
            {
                final long kopecks = ends.get(row++);
                readNext();
                return kopecks;
            }
            return accountId < opening.previousRegisters() ? 0 : opening.ofNew(accountId);
        }

        /**
         * Makes sure that nobody's money was passed over.
         *
         * @throws InputCorruptException when a row of the previous evening belongs to no register or is out of order.
         */
        public void requireEnd()
        {
            if (row != rows)
            {
                throw new InputCorruptException("money of the previous evening run is out of order or belongs to a " +
                    "register that is not there: row=" + row + " accountId=" + nextAccount + " rows=" + rows);
            }
        }
    }
}
