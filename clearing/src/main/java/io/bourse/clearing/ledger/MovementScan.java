// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import io.bourse.clearing.model.MovementKind;
import io.bourse.clearing.table.ByteColumn;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.LongColumn;
import io.bourse.clearing.table.ShortColumn;
import io.bourse.clearing.table.Table;
import org.agrona.collections.Long2LongHashMap;

/**
 * Goes through movements. What is exercised is assigned, and what expires on one side expires on the other: at every
 * price the lots sum to zero, exercise and assignment together, expiry apart.
 */
final class MovementScan
{
    private static final int EXPIRY = MovementKind.EXPIRY.ordinal();

    final FirstFailure contents = new FirstFailure();
    final long[] prints;
    final long rows;

    private final Names names;
    private final Long2LongHashMap[] exercised;
    private final Long2LongHashMap[] expired;

    MovementScan(final Names names, final int instruments, final long rows)
    {
        this.names = names;
        this.rows = rows;
        this.prints = new long[instruments];
        this.exercised = new Long2LongHashMap[instruments];
        this.expired = new Long2LongHashMap[instruments];
    }

    static MovementScan of(final Table movements, final Names names, final int instrumentCount)
    {
        if (null == movements)
        {
            return new MovementScan(names, instrumentCount, 0);
        }
        final MovementScan scan = new MovementScan(names, instrumentCount, movements.rows());
        final IntColumn accounts = movements.ints(RunTables.MOVEMENT_ACCOUNT);
        final ShortColumn instruments = movements.shorts(RunTables.MOVEMENT_INSTRUMENT);
        final ByteColumn kinds = movements.bytes(RunTables.MOVEMENT_KIND);
        final IntColumn lots = movements.ints(RunTables.MOVEMENT_LOTS);
        final LongColumn prices = movements.longs(RunTables.MOVEMENT_PRICE_E5);
        for (long row = 0; row < movements.rows(); row++)
        {
            scan.add(row, accounts.get(row), instruments.get(row), kinds.get(row), lots.get(row), prices.get(row));
        }
        return scan;
    }

    private void add(
        final long row, final int account, final int instrument, final int kind, final int lots, final long priceE5)
    {
        if (!names.isRegister(account) || !names.isInstrument(instrument) || kind < 0 || kind > EXPIRY || 0 == lots)
        {
            contents.note("row=" + row + " " + names.row(account, instrument) + " kind=" + kind + " lots=" + lots);
            return;
        }
        prints[instrument] += lots * Fingerprint.weight(account, instrument);
        final Long2LongHashMap[] sums = EXPIRY == kind ? expired : exercised;
        if (null == sums[instrument])
        {
            sums[instrument] = new Long2LongHashMap(0);
        }
        final long sum = sums[instrument].get(priceE5) + lots;
        if (0 == sum)
        {
            sums[instrument].remove(priceE5);
        }
        else
        {
            sums[instrument].put(priceE5, sum);
        }
    }

    /** Exercise against assignment. */
    String exerciseFailure()
    {
        return failure(exercised);
    }

    /** Expiry of bought against expiry of sold positions. */
    String expiryFailure()
    {
        return failure(expired);
    }

    private String failure(final Long2LongHashMap[] sums)
    {
        for (int i = 0; i < sums.length; i++)
        {
            if (null != sums[i] && !sums[i].isEmpty())
            {
                long priceE5 = Long.MAX_VALUE;
                final Long2LongHashMap.KeyIterator prices = sums[i].keySet().iterator();
                while (prices.hasNext())
                {
                    priceE5 = Math.min(priceE5, prices.nextValue());
                }
                return "instrumentId=" + names.instrumentId(i) + " priceE5=" + priceE5 + " lots=" +
                    sums[i].get(priceE5);
            }
        }
        return "";
    }
}
