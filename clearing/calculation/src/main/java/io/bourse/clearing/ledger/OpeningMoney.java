// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.layout.RegisterOrder;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.RowSearch;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableCursor;

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
     * No money.
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
        final long row = RowSearch.firstNotBelow(
            0, left.rows(), registers.rank(accountId), at -> registers.rank(accounts.get(at)));
        return row < left.rows() && accounts.get(row) == accountId ? left.longs(RunTables.MONEY_END).get(row) : 0;
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
        private final TableCursor money;

        private Cursor(final OpeningMoney opening)
        {
            this.opening = opening;
            this.money = new TableCursor(opening.previous());
            money.next();
        }

        /**
         * What a register begins with.
         *
         * @param accountId the next register.
         * @return kopecks.
         */
        public long begin(final int accountId)
        {
            if (!money.isAtEnd() && accountId == money.ints(RunTables.MONEY_ACCOUNT))
            {
                final long kopecks = money.longs(RunTables.MONEY_END);
                money.next();
                return kopecks;
            }
            return accountId < opening.previousRegisters() ? 0 : opening.ofNew(accountId);
        }

        /**
         * Makes sure that no money was passed over.
         *
         * @throws InputCorruptException when a row of the previous evening belongs to no register or is out of order.
         */
        public void requireEnd()
        {
            if (!money.isAtEnd())
            {
                throw new InputCorruptException("money of the previous evening run is out of order or belongs to a " +
                    "register that is not there: row=" + money.row() + " accountId=" +
                    money.ints(RunTables.MONEY_ACCOUNT) + " rows=" + opening.previous().rows());
            }
        }
    }
}
