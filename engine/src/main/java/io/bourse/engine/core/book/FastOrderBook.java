// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.Side;

/**
 * The book that runs: sorted arrays of levels, intrusive queues, removal of an order in constant time, no allocation
 * once its pools have grown.
 */
final class FastOrderBook implements OrderBook
{
    private final BookSide bids = new BookSide(Side.BUY);
    private final BookSide asks = new BookSide(Side.SELL);

    @Override
    public void add(final Order order)
    {
        side(order.side).findOrCreate(order.priceE5).append(order);
    }

    @Override
    public void remove(final Order order)
    {
        final PriceLevel level = order.level;
        level.unlink(order);
        if (0 == level.orderCount)
        {
            side(order.side).remove(level);
        }
    }

    @Override
    public void reduce(final Order order, final long restLots)
    {
        order.level.lots -= order.restLots - restLots;
        order.restLots = restLots;
    }

    @Override
    public void match(final Order aggressor, final TradeHandler handler)
    {
        final BookSide side = opposite(aggressor.side);
        final long limitKey = side.keyOf(aggressor.priceE5);
        PriceLevel level = side.best();
        while (aggressor.restLots > 0 && null != level && level.key >= limitKey)
        {
            final Order resting = level.head;
            final long lots = Math.min(aggressor.restLots, resting.restLots);
            aggressor.execute(lots);
            resting.execute(lots);
            level.lots -= lots;
            if (0 == resting.restLots)
            {
                remove(resting);
                level = side.best();
            }
            handler.onTrade(aggressor, resting, lots);
        }
    }

    @Override
    public boolean canFill(final Side side, final long priceE5, final long lots)
    {
        final BookSide opposite = opposite(side);
        final long limitKey = opposite.keyOf(priceE5);
        long missing = lots;
        for (int depth = 0; depth < opposite.count() && missing > 0; depth++)
        {
            final PriceLevel level = opposite.level(depth);
            if (level.key < limitKey)
            {
                return false;
            }
            missing -= level.lots;
        }
        return missing <= 0;
    }

    @Override
    public void forEach(final OrderVisitor visitor)
    {
        forEach(bids, visitor);
        forEach(asks, visitor);
    }

    @Override
    public void drain(final OrderVisitor visitor)
    {
        drain(bids, visitor);
        drain(asks, visitor);
    }

    @Override
    public int levelCount(final Side side)
    {
        return side(side).count();
    }

    @Override
    public long levelPriceE5(final Side side, final int depth)
    {
        return side(side).level(depth).priceE5;
    }

    @Override
    public long levelLots(final Side side, final int depth)
    {
        return side(side).level(depth).lots;
    }

    @Override
    public int levelOrders(final Side side, final int depth)
    {
        return side(side).level(depth).orderCount;
    }

    private static void forEach(final BookSide side, final OrderVisitor visitor)
    {
        for (int depth = 0; depth < side.count(); depth++)
        {
            for (Order order = side.level(depth).head; null != order; order = order.next)
            {
                visitor.onOrder(order);
            }
        }
    }

    private void drain(final BookSide side, final OrderVisitor visitor)
    {
        while (side.count() > 0)
        {
            final Order order = side.best().head;
            remove(order);
            visitor.onOrder(order);
        }
    }

    private BookSide side(final Side side)
    {
        return Side.BUY == side ? bids : asks;
    }

    private BookSide opposite(final Side side)
    {
        return Side.BUY == side ? asks : bids;
    }
}
