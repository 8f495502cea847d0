// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.model.MovementKind;
import io.bourse.clearing.table.ByteColumn;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.IntWindow;
import io.bourse.clearing.table.LongWindow;
import io.bourse.clearing.table.ShortWindow;
import io.bourse.clearing.table.Table;

/**
 * Walks over some rows of a sorted table, those without lots and those of unwanted instruments left out: carried
 * positions or movements. That the rows are in order is checked on the way, nothing else would notice.
 */
final class RowCursor
{
    /** Key behind the last row. */
    static final long NO_KEY = Long.MAX_VALUE;

    private final Day day;
    private final Table table;
    private final boolean isOnce;
    private final IntColumn allAccounts;
    private final IntWindow accounts;
    private final ShortWindow instruments;
    private final IntWindow lots;
    private final LongWindow prices;
    private final ByteColumn kinds;
    private final Registers registers;
    private long row;
    private long end;
    private long firstKey;
    private long endKey;
    private long key = NO_KEY;
    private int rowLots;
    private long readRow;

    private RowCursor(
        final Day day,
        final Table table,
        final int accountColumn,
        final int instrumentColumn,
        final int lotsColumn,
        final int priceColumn)
    {
        this.day = day;
        this.table = table;
        this.isOnce = priceColumn < 0;
        this.registers = day.registers();
        this.allAccounts = null == table ? null : table.ints(accountColumn);
        this.accounts = null == table ? null : table.intWindow(accountColumn);
        this.instruments = null == table ? null : table.shortWindow(instrumentColumn);
        this.lots = null == table ? null : table.intWindow(lotsColumn);
        this.prices = null == table || isOnce ? null : table.longWindow(priceColumn);
        this.kinds = null == table || isOnce ? null : table.bytes(RunTables.MOVEMENT_KIND);
    }

    /**
     * Walks over carried positions, one a register and instrument.
     *
     * @param day of the run.
     * @return cursor at no row.
     */
    static RowCursor ofCarried(final Day day)
    {
        return new RowCursor(
            day,
            day.input().carried(),
            RunTables.POSITION_ACCOUNT,
            RunTables.POSITION_INSTRUMENT,
            RunTables.POSITION_END,
            -1);
    }

    /**
     * Walks over movements, any number a register and instrument.
     *
     * @param day of the run.
     * @param movements or null.
     * @return cursor at no row.
     */
    static RowCursor ofMovements(final Day day, final Table movements)
    {
        return new RowCursor(
            day,
            movements,
            RunTables.MOVEMENT_ACCOUNT,
            RunTables.MOVEMENT_INSTRUMENT,
            RunTables.MOVEMENT_LOTS,
            RunTables.MOVEMENT_PRICE_E5);
    }

    /**
     * Key of a register and instrument.
     *
     * @param rank of the register.
     * @param place of the instrument.
     * @return ascending in the order of the rows.
     */
    static long key(final int rank, final int place)
    {
        return (long)rank << Short.SIZE | place;
    }

    /**
     * Rank in a key.
     *
     * @param key of a row.
     * @return rank.
     */
    static int rank(final long key)
    {
        return (int)(key >>> Short.SIZE);
    }

    /**
     * Place of the instrument in a key.
     *
     * @param key of a row.
     * @return place.
     */
    static int place(final long key)
    {
        return (int)(key & 0xFFFF);
    }

    /**
     * First row of a register at or behind a rank.
     *
     * @param rank from 0.
     * @return row; the number of rows if there is none.
     */
    long firstRow(final int rank)
    {
        long low = 0;
        long high = null == table ? 0 : table.rows();
        while (low < high)
        {
            final long middle = low + high >>> 1;
            if (rankOf(middle) < rank)
            {
                low = middle + 1;
            }
            else
            {
                high = middle;
            }
        }
        return low;
    }

    /**
     * Goes to the first of some rows.
     *
     * @param fromRow first row.
     * @param toRow behind the last.
     * @param fromRank register that no row may be in front of.
     * @param toRank register that every row must be in front of.
     * @throws CheckFailedException when the row cannot be cleared.
     */
    void reset(final long fromRow, final long toRow, final int fromRank, final int toRank)
    {
        row = fromRow;
        end = toRow;
        firstKey = key(fromRank, 0);
        endKey = key(toRank, 0);
        next();
    }

    /**
     * Goes to the next row.
     *
     * @throws CheckFailedException when the row is out of order or cannot be cleared.
     */
    void next()
    {
        while (row < end)
        {
            final long at = row++;
            final int account = accounts.get(at);
            final int instrument = instruments.get(at);
            if (account < 0 || account >= registers.size() || !day.isKnown(instrument))
            {
                throw day.badRow(table, at, account, instrument, "row names what is unknown");
            }
            final long next = key(isOnce ? rankFrom(account) : registers.rank(account), day.order().place(instrument));
            if (next < firstKey || next >= endKey)
            {
                throw day.badRow(table, at, account, instrument, "row is out of order");
            }
            firstKey = isOnce ? next + 1 : next;
            rowLots = lots.get(at);
            if (0 != rowLots && day.isWanted(instrument))
            {
                requireClearable(at, account, instrument);
                key = next;
                readRow = at;
                return;
            }
        }
        key = NO_KEY;
    }

    /** Rows come in the order of ranks, so the rank is found by going on; looking it up would be a cache miss a row. */
    private int rankFrom(final int account)
    {
        if (registers.isOwnRank())
        {
            return account;
        }
        final int endRank = rank(endKey);
        int rank = rank(firstKey);
        while (rank < endRank && registers.accountAt(rank) != account)
        {
            rank++;
        }
        return rank;
    }

    private void requireClearable(final long at, final int account, final int instrument)
    {
        if (!day.value(instrument).isClearable())
        {
            throw day.badRow(table, at, account, instrument, "row of an instrument that nobody can have a position in");
        }
    }

    private int rankOf(final long at)
    {
        final int account = allAccounts.get(at);
        if (account < 0 || account >= registers.size())
        {
            throw day.badRow(table, at, account, instruments.get(at), "row names what is unknown");
        }
        return registers.rank(account);
    }

    /**
     * Key of the row.
     *
     * @return key, or {@link #NO_KEY} behind the last row.
     */
    long key()
    {
        return key;
    }

    /**
     * Lots of the row.
     *
     * @return not 0.
     */
    int lots()
    {
        return rowLots;
    }

    /**
     * Price of a movement.
     *
     * @return price x 100 000.
     */
    long priceE5()
    {
        return prices.get(readRow);
    }

    /**
     * Whether a movement takes a position to somebody who has not held it in the session: no swap goes with it.
     *
     * @return true for what a default moves.
     */
    boolean isTakenOver()
    {
        final int kind = kinds.get(readRow);
        return MovementKind.PORTING.ordinal() == kind || MovementKind.CLOSE_OUT.ordinal() == kind;
    }

    /**
     * Number of the row in its table.
     *
     * @return from 0.
     */
    long row()
    {
        return readRow;
    }
}
