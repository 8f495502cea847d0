// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import io.bourse.engine.core.risk.Exposure;
import io.bourse.engine.core.risk.ExposureTable;

import java.util.Arrays;
import java.util.Comparator;

/**
 * The exposures of accounts as reports want them: what is held, in order.
 */
public final class Positions
{
    private static final Comparator<Exposure> BY_ACCOUNT_AND_INSTRUMENT =
        Comparator.comparingInt(Exposure::entityId).thenComparingInt(Exposure::instrumentId);

    private final ExposureTable clients;

    public Positions(final ExposureTable clients)
    {
        this.clients = clients;
    }

    /**
     * Those that are not zero, accounts ascending, then instruments. Allocates: for reports only.
     *
     * @return sorted exposures.
     */
    public Exposure[] sorted()
    {
        final Exposure[] held = new Exposure[clients.size()];
        int count = 0;
        for (Exposure exposure = clients.first(); null != exposure; exposure = clients.next(exposure))
        {
            if (0 != exposure.netLots())
            {
                held[count++] = exposure;
            }
        }
        final Exposure[] sorted = Arrays.copyOf(held, count);
        Arrays.sort(sorted, BY_ACCOUNT_AND_INSTRUMENT);
        return sorted;
    }
}
