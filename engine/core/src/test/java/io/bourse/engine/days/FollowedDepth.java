// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.days;

import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;

import io.bourse.engine.protocol.Side;

/**
 * Depth by price, followed change by change as somebody outside would.
 */
final class FollowedDepth
{
    private final TreeMap<Long, Long> bids = new TreeMap<>(Comparator.reverseOrder());
    private final TreeMap<Long, Long> asks = new TreeMap<>();

    void change(final Side side, final long priceTicks, final long lots)
    {
        final TreeMap<Long, Long> levels = side(side);
        final long rest = levels.getOrDefault(priceTicks, 0L) + lots;
        if (rest < 0)
        {
            throw new AssertionError(
                "more left a level than was in it: side=" + side + " priceTicks=" + priceTicks + " rest=" + rest);
        }
        if (0 == rest)
        {
            levels.remove(priceTicks);
        }
        else
        {
            levels.put(priceTicks, rest);
        }
    }

    int levels(final Side side, final long worstTicks, final long[] priceTicks, final long[] lots)
    {
        int count = 0;
        for (final Map.Entry<Long, Long> level : side(side).entrySet())
        {
            final long price = level.getKey();
            if (count == priceTicks.length || (Side.BUY == side ? price < worstTicks : price > worstTicks))
            {
                break;
            }
            priceTicks[count] = price;
            lots[count++] = level.getValue();
        }
        return count;
    }

    private TreeMap<Long, Long> side(final Side side)
    {
        return Side.BUY == side ? bids : asks;
    }
}
