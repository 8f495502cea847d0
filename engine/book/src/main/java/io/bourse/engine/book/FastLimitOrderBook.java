// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

import io.bourse.engine.protocol.Side;

/**
 * The engine's own {@link FastOrderBook} with ids: an index of orders and a pool. Allocates nothing once these have
 * grown to the largest number of orders that were in the book at a time.
 */
public final class FastLimitOrderBook implements LimitOrderBook
{
    private final BookListener listener;
    private final FastOrderBook<RestingOrder> book = new FastOrderBook<>();
    private final Trades trades = new Trades();
    private final OrderIdIndex index = new OrderIdIndex();
    private RestingOrder free;

    /**
     * An empty book.
     *
     * @param listener of everything that it does.
     */
    public FastLimitOrderBook(final BookListener listener)
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
        if (null != index.get(orderId))
        {
            listener.onRefused(orderId, BookListener.Refusal.DUPLICATE_ORDER);
            return;
        }
        listener.onAccepted(orderId, lots);
        final RestingOrder order = acquire();
        order.orderId = orderId;
        order.side = side;
        order.priceTicks = priceTicks;
        order.restLots = lots;
        order.executedLots = 0;
        book.match(order, priceTicks, trades);
        if (0 == order.restLots)
        {
            release(order);
        }
        else if (isImmediate)
        {
            listener.onCancelled(orderId, order.restLots);
            release(order);
        }
        else
        {
            book.add(order);
            index.put(orderId, order);
        }
    }

    @Override
    public void cancel(final long orderId)
    {
        final RestingOrder order = orderId > 0 ? index.remove(orderId) : null;
        if (null == order)
        {
            listener.onRefused(orderId, BookListener.Refusal.UNKNOWN_ORDER);
            return;
        }
        book.remove(order);
        listener.onCancelled(orderId, order.restLots);
        release(order);
    }

    @Override
    public void replace(final long orderId, final long priceTicks, final long lots)
    {
        if (lots <= 0 || lots > MAX_LOTS)
        {
            listener.onRefused(orderId, BookListener.Refusal.OUT_OF_RANGE);
            return;
        }
        final RestingOrder order = orderId > 0 ? index.get(orderId) : null;
        if (null == order)
        {
            listener.onRefused(orderId, BookListener.Refusal.UNKNOWN_ORDER);
            return;
        }
        if (priceTicks == order.priceTicks && lots <= order.restLots)
        {
            book.reduce(order, lots);
            listener.onReplaced(orderId, priceTicks, lots, true);
            return;
        }
        book.remove(order);
        order.priceTicks = priceTicks;
        order.restLots = lots;
        listener.onReplaced(orderId, priceTicks, lots, false);
        book.match(order, priceTicks, trades);
        if (order.restLots > 0)
        {
            book.add(order);
        }
        else
        {
            index.remove(orderId);
            release(order);
        }
    }

    @Override
    public long bestBidTicks()
    {
        return book.bestTicks(Side.BUY);
    }

    @Override
    public long bestAskTicks()
    {
        return book.bestTicks(Side.SELL);
    }

    @Override
    public long depthLots(final Side side, final long priceTicks)
    {
        final PriceLevel level = book.level(side, priceTicks);
        return null == level ? 0 : level.totalLots;
    }

    @Override
    public int depthOrders(final Side side, final long priceTicks)
    {
        final PriceLevel level = book.level(side, priceTicks);
        return null == level ? 0 : level.shownOrders;
    }

    @Override
    public int size()
    {
        return index.size();
    }

    private RestingOrder acquire()
    {
        final RestingOrder order = free;
        if (null == order)
        {
            return new RestingOrder();
        }
        free = (RestingOrder)order.next;
        return order;
    }

    private void release(final RestingOrder order)
    {
        order.next = free;
        free = order;
    }

    /** Reports trades and gives filled orders back. */
    private final class Trades implements MatchHandler<RestingOrder>
    {
        @Override
        public void onTrade(final RestingOrder aggressor, final RestingOrder resting, final long lots)
        {
            final long restingRestLots = resting.restLots;
            listener.onTrade(
                aggressor.orderId, resting.orderId, resting.priceTicks, lots, aggressor.restLots, restingRestLots);
            if (0 == restingRestLots)
            {
                index.remove(resting.orderId);
                release(resting);
            }
        }

        @Override
        public void onAuctionTrade(
            final RestingOrder buy, final RestingOrder sell, final long lots, final long priceTicks)
        {
            throw new IllegalStateException("no auctions here: priceTicks=" + priceTicks);
        }

        @Override
        public void onSelfTrade(final RestingOrder aggressor, final RestingOrder resting, final long lots)
        {
            throw new IllegalStateException("orders here have no owners: orderId=" + aggressor.orderId);
        }

        @Override
        public void onSliceShown(final RestingOrder order)
        {
            throw new IllegalStateException("orders here have no slices: orderId=" + order.orderId);
        }
    }
}
