// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import java.util.Arrays;

import io.bourse.engine.core.risk.Exposure;
import io.bourse.engine.core.risk.ExposureTable;

/**
 * The exposures of accounts as reports want them: what is held, in order.
 */
final class Positions
{
    private final ExposureTable clients;

    Positions(final ExposureTable clients)
    {
        this.clients = clients;
    }

    /**
     * Keys of the non-zero positions, accounts ascending, then instruments. Allocates: for reports only.
     *
     * @return sorted keys, to be taken apart by {@link #accountId(long)} and {@link #instrumentId(long)}.
     */
    long[] sortedKeys()
    {
        final long[] sorted = new long[clients.size()];
        int count = 0;
        for (Exposure exposure = clients.first(); null != exposure; exposure = clients.next(exposure))
        {
            if (0 != exposure.netLots())
            {
                sorted[count++] = ExposureTable.key(exposure.entityId(), exposure.instrumentId());
            }
        }
        Arrays.sort(sorted, 0, count);
        return Arrays.copyOf(sorted, count);
    }

    /** Net lots of a key that was given out. */
    long netLotsOf(final long key)
    {
        return clients.find(accountId(key), instrumentId(key)).netLots();
    }

    /** Account of a key. */
    static int accountId(final long key)
    {
        return ExposureTable.entityId(key);
    }

    /** Instrument of a key. */
    static int instrumentId(final long key)
    {
        return ExposureTable.instrumentId(key);
    }
}
