// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.bourse.engine.protocol.Side;

/**
 * The book as one would write it on a blackboard: sorted maps of levels, each a queue in order of arrival. Slow and
 * obvious; {@link FastOrderBook} must always agree with it.
 */
final class OracleOrderBook implements OrderBook
{
    private final TreeMap<Long, Map<Long, Order>> bids = new TreeMap<>(Collections.reverseOrder());
    private final TreeMap<Long, Map<Long, Order>> asks = new TreeMap<>();

    @Override
    public void add(final Order order)
    {
        levels(order.side).computeIfAbsent(order.priceE5, price -> new LinkedHashMap<>()).put(order.orderId, order);
    }

    @Override
    public void remove(final Order order)
    {
        final Map<Long, Order> level = levels(order.side).get(order.priceE5);
        level.remove(order.orderId);
        if (level.isEmpty())
        {
            levels(order.side).remove(order.priceE5);
        }
    }

    @Override
    public void reduce(final Order order, final long restLots)
    {
        order.restLots = restLots;
    }

    @Override
    public void match(final Order aggressor, final TradeHandler handler)
    {
        final TreeMap<Long, Map<Long, Order>> levels = levels(opposite(aggressor.side));
        while (aggressor.restLots > 0 && !levels.isEmpty())
        {
            final long priceE5 = levels.firstKey();
            if (!crosses(aggressor.side, aggressor.priceE5, priceE5))
            {
                return;
            }
            final Order resting = levels.firstEntry().getValue().values().iterator().next();
            final long lots = Math.min(aggressor.restLots, resting.restLots);
            aggressor.execute(lots);
            resting.execute(lots);
            if (0 == resting.restLots)
            {
                remove(resting);
            }
            handler.onTrade(aggressor, resting, lots);
        }
    }

    @Override
    public boolean canFill(final Side side, final long priceE5, final long lots)
    {
        long available = 0;
        for (final Map.Entry<Long, Map<Long, Order>> level : levels(opposite(side)).entrySet())
        {
            if (crosses(side, priceE5, level.getKey()))
            {
                available += lots(level.getValue());
            }
        }
        return available >= lots;
    }

    @Override
    public void forEach(final OrderVisitor visitor)
    {
        orders().forEach(visitor::onOrder);
    }

    @Override
    public void drain(final OrderVisitor visitor)
    {
        final List<Order> orders = orders();
        bids.clear();
        asks.clear();
        orders.forEach(visitor::onOrder);
    }

    @Override
    public int levelCount(final Side side)
    {
        return levels(side).size();
    }

    @Override
    public long levelPriceE5(final Side side, final int depth)
    {
        return new ArrayList<>(levels(side).keySet()).get(depth);
    }

    @Override
    public long levelLots(final Side side, final int depth)
    {
        return lots(new ArrayList<>(levels(side).values()).get(depth));
    }

    @Override
    public int levelOrders(final Side side, final int depth)
    {
        return new ArrayList<>(levels(side).values()).get(depth).size();
    }

    private List<Order> orders()
    {
        final List<Order> orders = new ArrayList<>();
        bids.values().forEach(level -> orders.addAll(level.values()));
        asks.values().forEach(level -> orders.addAll(level.values()));
        return orders;
    }

    private static long lots(final Map<Long, Order> level)
    {
        long lots = 0;
        for (final Order order : level.values())
        {
            lots += order.restLots;
        }
        return lots;
    }

    private static boolean crosses(final Side side, final long limitE5, final long priceE5)
    {
        return Side.BUY == side ? priceE5 <= limitE5 : priceE5 >= limitE5;
    }

    private static Side opposite(final Side side)
    {
        return Side.BUY == side ? Side.SELL : Side.BUY;
    }

    private TreeMap<Long, Map<Long, Order>> levels(final Side side)
    {
        return Side.BUY == side ? bids : asks;
    }
}
