// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.ShortColumn;
import io.bourse.clearing.table.Table;

/**
 * What earlier runs of the day have moved stands in the positions of this run as moved too, but the matcher knew it at
 * the cut already. Goes through both tables side by side, which are in the same order; without earlier movements there
 * is nothing to do.
 */
final class EarlierMovements
{
    private final Names names;
    private final Table positions;
    private final IntColumn accounts;
    private final ShortColumn instruments;
    private final IntColumn begins;
    private final IntColumn buys;
    private final IntColumn sells;

    EarlierMovements(final Names names, final Table positions)
    {
        this.names = names;
        this.positions = positions;
        this.accounts = positions.ints(RunTables.POSITION_ACCOUNT);
        this.instruments = positions.shorts(RunTables.POSITION_INSTRUMENT);
        this.begins = positions.ints(RunTables.POSITION_BEGIN);
        this.buys = positions.ints(RunTables.POSITION_BUYS);
        this.sells = positions.ints(RunTables.POSITION_SELLS);
    }

    /**
     * Turns bought positions after the trades into those at the cut.
     *
     * @param longTraded by ordinal; changed.
     * @param movements of earlier runs, or null. Rows without a position are left to other checks.
     */
    void addTo(final long[] longTraded, final Table movements)
    {
        if (null == movements)
        {
            return;
        }
        final IntColumn movedAccounts = movements.ints(RunTables.MOVEMENT_ACCOUNT);
        final ShortColumn movedInstruments = movements.shorts(RunTables.MOVEMENT_INSTRUMENT);
        final IntColumn lots = movements.ints(RunTables.MOVEMENT_LOTS);
        long position = 0;
        for (long row = 0; row < movements.rows();)
        {
            final int account = movedAccounts.get(row);
            final int instrument = movedInstruments.get(row);
            long moved = 0;
            for (; row < movements.rows() && movedAccounts.get(row) == account &&
                movedInstruments.get(row) == instrument; row++)
            {
                moved += lots.get(row);
            }
            final long key = key(account, instrument);
            position = notBefore(key, position);
            if (position < positions.rows() && key(position) == key && names.isInstrument(instrument))
            {
                final long traded = traded(position);
                longTraded[instrument] += Math.max(0, traded + moved) - Math.max(0, traded);
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
        long high = Math.min(low + step - 1, positions.rows());
        while (low < high)
        {
            final long middle = low + high >>> 1;
            if (key(middle) < key)
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

    private long traded(final long row)
    {
        return (long)begins.get(row) + buys.get(row) - sells.get(row);
    }

    private long key(final long row)
    {
        return key(accounts.get(row), instruments.get(row));
    }

    private long key(final int account, final int instrument)
    {
        return (long)names.rank(account) << Integer.SIZE | names.instrumentId(instrument) & 0xFFFF_FFFFL;
    }
}
