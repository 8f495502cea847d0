// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

import io.bourse.engine.protocol.Side;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * The book that a good Java programmer writes in an afternoon: a TreeMap of price levels per side, a linked list of
 * orders in each so that any order leaves at once, a HashMap of ids. The oracle of {@link FastLimitOrderBook} and what
 * its speed is measured against, so nothing here is slower than it has to be.
 */
public final class PlainLimitOrderBook implements LimitOrderBook
{
    /** A price and its queue. */
    private static final class Level
    {
        final long priceTicks;
        long lots;
        int orders;
        Order head;
        Order tail;

        Level(final long priceTicks)
        {
            this.priceTicks = priceTicks;
        }
    }

    /** An order and its neighbours. */
    private static final class Order
    {
        final long orderId;
        final Side side;
        long lots;
        Level level;
        Order previous;
        Order next;

        Order(final long orderId, final Side side, final long lots)
        {
            this.orderId = orderId;
            this.side = side;
            this.lots = lots;
        }
    }

    private final BookListener listener;
    private final TreeMap<Long, Level> bids = new TreeMap<>();
    private final TreeMap<Long, Level> asks = new TreeMap<>();
    private final Map<Long, Order> orders = new HashMap<>();

    /**
     * An empty book.
     *
     * @param listener of everything that it does.
     */
    public PlainLimitOrderBook(final BookListener listener)
    {
        this.listener = listener;
    }

    @Override
    public void newOrder(
        final long orderId, final Side side, final long priceTicks, final long lots, final boolean isImmediate)
    {
        if (orderId <= 0 || lots <= 0 || lots > MAX_LOTS)
        {
            listener.onRefused(orderId, BookListener.Refusal.OUT_OF_RANGE);
            return;
        }
        if (orders.containsKey(orderId))
        {
            listener.onRefused(orderId, BookListener.Refusal.DUPLICATE_ORDER);
            return;
        }
        listener.onAccepted(orderId, lots);
        final long rest = match(orderId, side, priceTicks, lots);
        if (rest > 0 && isImmediate)
        {
            listener.onCancelled(orderId, rest);
        }
        else if (rest > 0)
        {
            final Order order = new Order(orderId, side, rest);
            append(order, priceTicks);
            orders.put(orderId, order);
        }
    }

    @Override
    public void cancel(final long orderId)
    {
        final Order order = orders.remove(orderId);
        if (null == order)
        {
            listener.onRefused(orderId, BookListener.Refusal.UNKNOWN_ORDER);
            return;
        }
        unlink(order);
        listener.onCancelled(orderId, order.lots);
    }

    @Override
    public void replace(final long orderId, final long priceTicks, final long lots)
    {
        if (lots <= 0 || lots > MAX_LOTS)
        {
            listener.onRefused(orderId, BookListener.Refusal.OUT_OF_RANGE);
            return;
        }
        final Order order = orders.get(orderId);
        if (null == order)
        {
            listener.onRefused(orderId, BookListener.Refusal.UNKNOWN_ORDER);
            return;
        }
        if (priceTicks == order.level.priceTicks && lots <= order.lots)
        {
            order.level.lots -= order.lots - lots;
            order.lots = lots;
            listener.onReplaced(orderId, priceTicks, lots, true);
            return;
        }
        unlink(order);
        listener.onReplaced(orderId, priceTicks, lots, false);
        order.lots = match(orderId, order.side, priceTicks, lots);
        if (order.lots > 0)
        {
            append(order, priceTicks);
        }
        else
        {
            orders.remove(orderId);
        }
    }

    @Override
    public long bestBidTicks()
    {
        return bids.isEmpty() ? OrderBook.NO_BID : bids.lastKey();
    }

    @Override
    public long bestAskTicks()
    {
        return asks.isEmpty() ? OrderBook.NO_ASK : asks.firstKey();
    }

    @Override
    public long depthLots(final Side side, final long priceTicks)
    {
        final Level level = levels(side).get(priceTicks);
        return null == level ? 0 : level.lots;
    }

    @Override
    public int depthOrders(final Side side, final long priceTicks)
    {
        final Level level = levels(side).get(priceTicks);
        return null == level ? 0 : level.orders;
    }

    @Override
    public int size()
    {
        return orders.size();
    }

    private long match(final long orderId, final Side side, final long limitTicks, final long lots)
    {
        long rest = lots;
        while (rest > 0)
        {
            final Level level = bestFor(side, limitTicks);
            if (null == level)
            {
                return rest;
            }
            while (rest > 0 && null != level.head)
            {
                final Order resting = level.head;
                final long traded = Math.min(rest, resting.lots);
                rest -= traded;
                resting.lots -= traded;
                level.lots -= traded;
                listener.onTrade(orderId, resting.orderId, level.priceTicks, traded, rest, resting.lots);
                if (0 == resting.lots)
                {
                    orders.remove(resting.orderId);
                    unlink(resting);
                }
            }
        }
        return rest;
    }

    /** Best level that an incoming order may trade with, or null. */
    private Level bestFor(final Side side, final long limitTicks)
    {
        final Map.Entry<Long, Level> best = Side.BUY == side ? asks.firstEntry() : bids.lastEntry();
        if (null == best)
        {
            return null;
        }
        final Level level = best.getValue();
        final boolean isCrossing = Side.BUY == side ? level.priceTicks <= limitTicks : level.priceTicks >= limitTicks;
        return isCrossing ? level : null;
    }

    private void append(final Order order, final long priceTicks)
    {
        final Level level = levels(order.side).computeIfAbsent(priceTicks, Level::new);
        order.level = level;
        order.previous = level.tail;
        order.next = null;
        if (null == level.tail)
        {
            level.head = order;
        }
        else
        {
            level.tail.next = order;
        }
        level.tail = order;
        level.lots += order.lots;
        level.orders++;
    }

    private void unlink(final Order order)
    {
        final Level level = order.level;
        if (null == order.previous)
        {
            level.head = order.next;
        }
        else
        {
            order.previous.next = order.next;
        }
        if (null == order.next)
        {
            level.tail = order.previous;
        }
        else
        {
            order.next.previous = order.previous;
        }
        level.lots -= order.lots;
        level.orders--;
        if (0 == level.orders)
        {
            levels(order.side).remove(level.priceTicks);
        }
    }

    private TreeMap<Long, Level> levels(final Side side)
    {
        return Side.BUY == side ? bids : asks;
    }
}
