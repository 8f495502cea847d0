// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.model.MovementKind;
import io.bourse.clearing.table.RowSearch;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableCursor;

/**
 * Walks over some rows of a sorted table, those without lots and those of unwanted instruments left out: carried
 * positions or movements. That the rows are in order is checked on the way, nothing else would notice.
 */
final class RowCursor
{
    /** Key after the last row. */
    static final long NO_KEY = Long.MAX_VALUE;

    private final Day day;
    private final Table table;
    private final boolean isOnce;
    private final TableCursor rows;
    private final int accountColumn;
    private final int instrumentColumn;
    private final int lotsColumn;
    private final Registers registers;
    private long firstKey;
    private long endKey;
    private long key = NO_KEY;

    private RowCursor(
        final Day day,
        final Table table,
        final boolean isOnce,
        final int accountColumn,
        final int instrumentColumn,
        final int lotsColumn)
    {
        this.day = day;
        this.table = table;
        this.isOnce = isOnce;
        this.rows = new TableCursor(table);
        this.accountColumn = accountColumn;
        this.instrumentColumn = instrumentColumn;
        this.lotsColumn = lotsColumn;
        this.registers = day.registers();
    }

    /**
     * Walks over carried positions, one a register and instrument.
     *
     * @param day of the run.
     * @return cursor at no row.
     */
    static RowCursor ofCarried(final Day day)
    {
        return new RowCursor(day, day.input().carried(), true, RunTables.POSITION_ACCOUNT,
            RunTables.POSITION_INSTRUMENT, RunTables.POSITION_END);
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
        return new RowCursor(day, movements, false, RunTables.MOVEMENT_ACCOUNT,
            RunTables.MOVEMENT_INSTRUMENT, RunTables.MOVEMENT_LOTS);
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
     * First row of a register at a rank or after it.
     *
     * @param rank from 0.
     * @return row; the number of rows if there is none.
     */
    long firstRow(final int rank)
    {
        return null == table ? 0 : RowSearch.firstNotBelow(0, table.rows(), rank, this::rankOf);
    }

    /**
     * Goes to the first of some rows.
     *
     * @param fromRow first row.
     * @param toRow row after the last one.
     * @param fromRank register that no row may be in front of.
     * @param toRank register that every row must be in front of.
     * @throws CheckFailedException when the row cannot be cleared.
     */
    void reset(final long fromRow, final long toRow, final int fromRank, final int toRank)
    {
        rows.reset(fromRow, toRow);
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
        while (rows.next())
        {
            final int account = rows.ints(accountColumn);
            final int instrument = rows.ints(instrumentColumn);
            if (account < 0 || account >= registers.size() || !day.isKnown(instrument))
            {
                throw bad(account, instrument, "row names what is unknown");
            }
            final long next = key(isOnce ? rankFrom(account) : registers.rank(account), day.order().place(instrument));
            if (next < firstKey || next >= endKey)
            {
                throw bad(account, instrument, "row is out of order");
            }
            firstKey = isOnce ? next + 1 : next;
            if (0 != lots() && day.isWanted(instrument))
            {
                if (!day.value(instrument).isClearable())
                {
                    throw bad(account, instrument, "row of an instrument that has no positions");
                }
                key = next;
                return;
            }
        }
        key = NO_KEY;
    }

    private CheckFailedException bad(final int account, final int instrument, final String what)
    {
        return day.badRow(table, rows.row(), account, instrument, what);
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

    private int rankOf(final long row)
    {
        final int account = table.ints(accountColumn).get(row);
        if (account < 0 || account >= registers.size())
        {
            throw day.badRow(
                table, row, account, table.ints(instrumentColumn).get(row), "row names what is unknown");
        }
        return registers.rank(account);
    }

    /**
     * Key of the row.
     *
     * @return key, or {@link #NO_KEY} after the last row.
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
        return rows.ints(lotsColumn);
    }

    /**
     * Price of a movement.
     *
     * @return price x 100 000.
     */
    long priceE5()
    {
        return rows.longs(RunTables.MOVEMENT_PRICE_E5);
    }

    /**
     * Whether a movement takes a position to a register that has not held it in the session: no swap goes with it.
     *
     * @return true for what a default moves.
     */
    boolean isTakenOver()
    {
        final int kind = rows.ints(RunTables.MOVEMENT_KIND);
        return MovementKind.PORTING.ordinal() == kind || MovementKind.CLOSE_OUT.ordinal() == kind;
    }
}
