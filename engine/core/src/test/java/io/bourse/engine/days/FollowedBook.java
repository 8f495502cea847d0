// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.days;

import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

import io.bourse.engine.protocol.Side;

/**
 * Orders of one instrument by price and time, as the event stream describes them.
 */
final class FollowedBook
{
    private final TreeMap<Long, Level> bids = new TreeMap<>(Comparator.reverseOrder());
    private final TreeMap<Long, Level> asks = new TreeMap<>();

    private static final class Level
    {
        private final Map<Long, FollowedOrder> orders = new LinkedHashMap<>();
        private long lots;
    }

    void add(final FollowedOrder order)
    {
        final Level level = side(order.side).computeIfAbsent(order.priceE5, price -> new Level());
        level.orders.put(order.orderId, order);
        level.lots += order.restLots;
        order.isInBook = true;
    }

    void reduce(final FollowedOrder order, final long lots)
    {
        order.restLots -= lots;
        if (order.isInBook)
        {
            final Level level = side(order.side).get(order.priceE5);
            level.lots -= lots;
            if (0 == order.restLots)
            {
                level.orders.remove(order.orderId);
                if (level.orders.isEmpty())
                {
                    side(order.side).remove(order.priceE5);
                }
                order.isInBook = false;
            }
        }
    }

    Collection<FollowedOrder> ordersAt(final Side side, final long priceE5)
    {
        final Level level = side(side).get(priceE5);
        return null == level ? List.of() : level.orders.values();
    }

    /** Bids then asks, best price first, oldest first. */
    void forEach(final Consumer<FollowedOrder> visitor)
    {
        bids.values().forEach(level -> level.orders.values().forEach(visitor));
        asks.values().forEach(level -> level.orders.values().forEach(visitor));
    }

    int levels(final Side side, final long worstE5, final long[] pricesE5, final long[] lots)
    {
        int count = 0;
        for (final Map.Entry<Long, Level> entry : side(side).entrySet())
        {
            final long price = entry.getKey();
            if (count == pricesE5.length || (Side.BUY == side ? price < worstE5 : price > worstE5))
            {
                break;
            }
            pricesE5[count] = price;
            lots[count++] = entry.getValue().lots;
        }
        return count;
    }

    private TreeMap<Long, Level> side(final Side side)
    {
        return Side.BUY == side ? bids : asks;
    }
}
