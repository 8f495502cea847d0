// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.days;

/**
 * One side of a row of a LOBSTER order book file, best level first.
 */
final class LobsterSide
{
    final boolean isBuy;
    final long[] priceTicks = new long[LobsterRows.DEPTH];
    final long[] lots = new long[LobsterRows.DEPTH];
    int count;

    LobsterSide(final boolean isBuy)
    {
        this.isBuy = isBuy;
    }

    void add(final long price, final long size)
    {
        priceTicks[count] = price;
        lots[count++] = size;
    }

    /** The worst price that is shown; anything worse may or may not be there. */
    long worstTicks()
    {
        if (LobsterRows.DEPTH == count)
        {
            return priceTicks[count - 1];
        }
        return isBuy ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    boolean isInSight(final long price)
    {
        return isBuy ? price >= worstTicks() : price <= worstTicks();
    }

    long lotsAt(final long price)
    {
        for (int i = 0; i < count; i++)
        {
            if (priceTicks[i] == price)
            {
                return lots[i];
            }
        }
        return 0;
    }

    boolean has(final long price)
    {
        return 0 != lotsAt(price);
    }
}
