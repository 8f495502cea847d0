// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.data;

import org.agrona.collections.Int2ObjectHashMap;
import org.agrona.collections.Long2LongHashMap;

/**
 * Lots held long in each instrument, which are as many as are held short. Knows the positions of every account for
 * that, and tells nobody.
 */
final class OpenInterest
{
    private final Long2LongHashMap positions = new Long2LongHashMap(0);
    private final Int2ObjectHashMap<long[]> longLots = new Int2ObjectHashMap<>();

    /**
     * A trade moves positions.
     *
     * @return open interest of the instrument after it.
     */
    long onTrade(final int instrumentId, final int buyAccountId, final int sellAccountId, final long qtyLots)
    {
        long[] sum = longLots.get(instrumentId);
        if (null == sum)
        {
            sum = new long[1];
            longLots.put(instrumentId, sum);
        }
        sum[0] += move(instrumentId, buyAccountId, qtyLots) + move(instrumentId, sellAccountId, -qtyLots);
        return sum[0];
    }

    private long move(final int instrumentId, final int accountId, final long lots)
    {
        final long key = (long)instrumentId << Integer.SIZE | accountId & 0xFFFF_FFFFL;
        final long before = positions.get(key);
        final long after = before + lots;
        if (0 == after)
        {
            positions.remove(key);
        }
        else
        {
            positions.put(key, after);
        }
        return Math.max(0, after) - Math.max(0, before);
    }
}
