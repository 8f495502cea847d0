// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.RowSearch;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableCursor;

/**
 * What earlier runs of the day have moved stands in the positions of this run as moved too, but the matcher knew it at
 * the cut already. Goes through both tables side by side, which are in the same order; without earlier movements there
 * is nothing to do.
 */
final class EarlierMovements
{
    private final Names names;
    private final Table positions;

    EarlierMovements(final Names names, final Table positions)
    {
        this.names = names;
        this.positions = positions;
    }

    /**
     * Turns bought positions after the trades into those at the cut.
     *
     * @param sums of the positions; changed.
     * @param movements of earlier runs, or null. Rows without a position are left to other checks.
     */
    void addTo(final InstrumentSums sums, final Table movements)
    {
        final TableCursor rows = new TableCursor(movements);
        long position = 0;
        for (boolean hasRow = rows.next(); hasRow; hasRow = !rows.isAtEnd())
        {
            final int account = rows.ints(RunTables.MOVEMENT_ACCOUNT);
            final int instrument = rows.ints(RunTables.MOVEMENT_INSTRUMENT);
            long moved = 0;
            for (; !rows.isAtEnd() && rows.ints(RunTables.MOVEMENT_ACCOUNT) == account &&
                rows.ints(RunTables.MOVEMENT_INSTRUMENT) == instrument; rows.next())
            {
                moved += rows.ints(RunTables.MOVEMENT_LOTS);
            }
            final long key = key(account, instrument);
            position = notBefore(key, position);
            if (position < positions.rows() && key(position) == key && names.isInstrument(instrument))
            {
                final long traded = traded(position);
                sums.addLots(InstrumentSums.LONG_TRADED, instrument,
                    Math.max(0, traded + moved) - Math.max(0, traded));
            }
        }
    }

    /** First row from one on that is not in front of a key; steps that double, as few of many rows have moved. */
    private long notBefore(final long key, final long from)
    {
        long low = from;
        long step = 1;
        while (low + step <= positions.rows() && key(low + step - 1) < key)
        {
            low += step;
            step <<= 1;
        }
        return RowSearch.firstNotBelow(low, Math.min(low + step - 1, positions.rows()), key, this::key);
    }

    private long traded(final long row)
    {
        return (long)value(RunTables.POSITION_BEGIN, row) + value(RunTables.POSITION_BUYS, row) -
            value(RunTables.POSITION_SELLS, row);
    }

    private int value(final int column, final long row)
    {
        return positions.ints(column).get(row);
    }

    private long key(final long row)
    {
        return key(value(RunTables.POSITION_ACCOUNT, row), value(RunTables.POSITION_INSTRUMENT, row));
    }

    private long key(final int account, final int instrument)
    {
        return (long)names.rank(account) << Integer.SIZE | names.instrumentId(instrument) & 0xFFFF_FFFFL;
    }
}
