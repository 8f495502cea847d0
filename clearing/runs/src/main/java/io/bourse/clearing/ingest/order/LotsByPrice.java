// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest.order;

import io.bourse.clearing.model.SettlementPrice;

/**
 * Lots per price of one side of a book. Orders come and go a thousand times between two looks at the best price, so
 * that is searched for only when it is asked for and has gone. Open addressing: price and lots in turn, 0 lots is free.
 */
public final class LotsByPrice
{
    private static final int FIRST_LEVELS = 16;
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

    private final boolean isHighestBest;
    private long[] table = new long[2 * FIRST_LEVELS];
    private int mask = FIRST_LEVELS - 1;
    private int size;
    private long bestE5 = SettlementPrice.NO_PRICE;
    private boolean isBestKnown = true;

    /** No lots at any price. */
    public LotsByPrice(final boolean isHighestBest)
    {
        this.isHighestBest = isHighestBest;
    }

    /** Lots more, or fewer, at a price. */
    public void add(final long priceE5, final long deltaLots)
    {
        if (0 == deltaLots)
        {
            return;
        }
        int slot = home(priceE5);
        while (0 != table[2 * slot + 1] && priceE5 != table[2 * slot])
        {
            slot = slot + 1 & mask;
        }
        final long before = table[2 * slot + 1];
        table[2 * slot] = priceE5;
        table[2 * slot + 1] = before + deltaLots;
        if (0 == before)
        {
            onLevel(priceE5);
        }
        else if (0 == before + deltaLots)
        {
            remove(slot, priceE5);
        }
    }

    private int home(final long priceE5)
    {
        return (int)(priceE5 * GOLDEN >>> Integer.SIZE) & mask;
    }

    private void onLevel(final long priceE5)
    {
        if (isBestKnown && (0 == size || isBetter(priceE5, bestE5)))
        {
            bestE5 = priceE5;
        }
        if (++size > mask >>> 1)
        {
            grow();
        }
    }

    private boolean isBetter(final long priceE5, final long thanE5)
    {
        return isHighestBest ? priceE5 > thanE5 : priceE5 < thanE5;
    }

    private void grow()
    {
        final long[] old = table;
        table = new long[2 * old.length];
        mask = (mask << 1) + 1;
        for (int i = 0; i < old.length; i += 2)
        {
            if (0 != old[i + 1])
            {
                int slot = home(old[i]);
                while (0 != table[2 * slot + 1])
                {
                    slot = slot + 1 & mask;
                }
                table[2 * slot] = old[i];
                table[2 * slot + 1] = old[i + 1];
            }
        }
    }

    /** Closes the gap, so that nothing is ever searched past a free place. */
    private void remove(final int freed, final long priceE5)
    {
        int gap = freed;
        for (int slot = gap + 1 & mask; 0 != table[2 * slot + 1]; slot = slot + 1 & mask)
        {
            if ((slot - home(table[2 * slot]) & mask) >= (slot - gap & mask))
            {
                table[2 * gap] = table[2 * slot];
                table[2 * gap + 1] = table[2 * slot + 1];
                gap = slot;
            }
        }
        table[2 * gap + 1] = 0;
        size--;
        isBestKnown &= priceE5 != bestE5;
    }

    /** Best price that has lots. */
    public long bestE5()
    {
        if (!isBestKnown)
        {
            search();
        }
        return 0 == size ? SettlementPrice.NO_PRICE : bestE5;
    }

    private void search()
    {
        boolean isFirst = true;
        for (int i = 0; i < table.length; i += 2)
        {
            if (0 != table[i + 1] && (isFirst || isBetter(table[i], bestE5)))
            {
                bestE5 = table[i];
                isFirst = false;
            }
        }
        isBestKnown = true;
    }
}
