// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.book;

import io.bourse.engine.protocol.SelfTradeScope;
import io.bourse.engine.protocol.Side;

/**
 * The book that runs: a ladder of price levels per side ({@link BookSide}), intrusive queues, any order out in constant
 * time, no allocation once its pools have grown. An empty book is three small objects.
 *
 * @param <T> kind of orders in the book.
 */
public final class FastOrderBook<T extends RestingOrder> implements OrderBook<T>
{
    private final BookSide bids = BookSide.bids();
    private final BookSide asks = BookSide.asks();

    @Override
    public void add(final T order)
    {
        side(order.side).findOrCreate(order.priceTicks).append(order);
    }

    @Override
    public void remove(final T order)
    {
        take(order);
    }

    @Override
    public void reduce(final T order, final long restLots)
    {
        order.level.reduce(order, restLots);
    }

    @Override
    public void match(final T aggressor, final long limitTicks, final MatchHandler<T> handler)
    {
        final BookSide side = opposite(aggressor.side);
        final long limitKey = side.keyOf(limitTicks);
        final boolean isGuarded = SelfTradeScope.NONE != aggressor.selfTradeScope;
        PriceLevel level = side.best();
        while (aggressor.restLots > 0 && null != level && level.key >= limitKey)
        {
            final T resting = first(level);
            if (!isGuarded || !aggressor.isOwn(resting))
            {
                trade(aggressor, resting, level, handler);
            }
            else if (!preventSelfTrade(aggressor, resting, level, handler))
            {
                return;
            }
            level = side.best();
        }
    }

    private void trade(
        final T aggressor, final T resting, final PriceLevel level, final MatchHandler<T> handler)
    {
        final long lots = Math.min(aggressor.restLots, resting.tradableLots());
        aggressor.restLots -= lots;
        aggressor.executedLots += lots;
        resting.executedLots += lots;
        level.take(resting, lots);
        final boolean isSliceUsedUp = isSliceUsedUp(resting);
        if (0 == resting.restLots)
        {
            take(resting);
        }
        handler.onTrade(aggressor, resting, lots);
        if (isSliceUsedUp)
        {
            showNextSlice(resting, level, handler);
        }
    }

    /** Does what the aggressor's mode says; false ends matching. */
    private boolean preventSelfTrade(
        final T aggressor, final T resting, final PriceLevel level, final MatchHandler<T> handler)
    {
        switch (aggressor.selfTradeMode)
        {
            case CANCEL_RESTING:
                take(resting);
                handler.onSelfTrade(aggressor, resting, 0);
                return true;

            case CANCEL_BOTH:
                take(resting);
                handler.onSelfTrade(aggressor, resting, 0);
                return false;

            case DECREMENT:
                decrement(aggressor, resting, level, handler);
                return true;

            default:
                handler.onSelfTrade(aggressor, resting, 0);
                return false;
        }
    }

    private void decrement(
        final T aggressor, final T resting, final PriceLevel level, final MatchHandler<T> handler)
    {
        final long lots = Math.min(aggressor.restLots, resting.tradableLots());
        aggressor.restLots -= lots;
        level.take(resting, lots);
        final boolean isSliceUsedUp = isSliceUsedUp(resting);
        if (0 == resting.restLots)
        {
            take(resting);
        }
        handler.onSelfTrade(aggressor, resting, lots);
        if (isSliceUsedUp)
        {
            showNextSlice(resting, level, handler);
        }
    }

    @Override
    public long fillable(final T aggressor, final long limitTicks)
    {
        final BookSide side = opposite(aggressor.side);
        final long limitKey = side.keyOf(limitTicks);
        if (SelfTradeScope.NONE != aggressor.selfTradeScope)
        {
            return FillProbe.fillable(aggressor, side, limitKey);
        }
        long missing = aggressor.restLots;
        PriceLevel level = side.best();
        while (missing > 0 && null != level && level.key >= limitKey)
        {
            missing -= Math.min(missing, level.totalLots);
            level = side.worse(level);
        }
        return aggressor.restLots - missing;
    }

    @Override
    public void uncross(final long priceTicks, final MatchHandler<T> handler)
    {
        final long bidKey = bids.keyOf(priceTicks);
        final long askKey = asks.keyOf(priceTicks);
        PriceLevel bid = bids.best();
        PriceLevel ask = asks.best();
        T usedUpBuy = null;
        T usedUpSell = null;
        while (null != bid && null != ask && bid.key >= bidKey && ask.key >= askKey)
        {
            final T buy = first(bid);
            final T sell = first(ask);
            final long lots = Math.min(buy.restLots, sell.restLots);
            usedUpBuy = auctionFill(buy, bid, lots);
            usedUpSell = auctionFill(sell, ask, lots);
            handler.onAuctionTrade(buy, sell, lots, priceTicks);
            bid = bids.best();
            ask = asks.best();
        }
        showSliceInPlace(usedUpBuy, handler);
        showSliceInPlace(usedUpSell, handler);
    }

    /** Returns the order if it has to show a new slice unless it trades again. */
    private T auctionFill(final T order, final PriceLevel level, final long lots)
    {
        order.executedLots += lots;
        level.take(order, lots);
        final T usedUp = isSliceUsedUp(order) ? order : null;
        if (0 == order.restLots)
        {
            take(order);
        }
        return usedUp;
    }

    private void showSliceInPlace(final T order, final MatchHandler<T> handler)
    {
        if (null != order)
        {
            order.level.showSlice(order);
            handler.onSliceShown(order);
        }
    }

    @Override
    public void forEach(final OrderVisitor<? super T> visitor)
    {
        forEach(bids, visitor);
        forEach(asks, visitor);
    }

    @Override
    public void drain(final OrderVisitor<? super T> visitor)
    {
        drain(bids, visitor);
        drain(asks, visitor);
    }

    @Override
    public long bestTicks(final Side side)
    {
        return side(side).bestTicks();
    }

    @Override
    public boolean isEmpty(final Side side)
    {
        return null == side(side).best();
    }

    @Override
    public int levelCount(final Side side)
    {
        return side(side).count();
    }

    @Override
    public void forEachLevel(final Side side, final LevelVisitor visitor)
    {
        final BookSide levels = side(side);
        PriceLevel level = levels.best();
        while (null != level &&
            visitor.onLevel(level.priceTicks(), level.shownLots, level.totalLots, level.shownOrders))
        {
            level = levels.worse(level);
        }
    }

    private static boolean isSliceUsedUp(final RestingOrder order)
    {
        return 0 == order.shownLots && 0 != order.restLots && !order.isHidden;
    }

    private void showNextSlice(final T order, final PriceLevel level, final MatchHandler<T> handler)
    {
        level.requeue(order);
        level.showSlice(order);
        handler.onSliceShown(order);
    }

    private void forEach(final BookSide side, final OrderVisitor<? super T> visitor)
    {
        PriceLevel level = side.best();
        while (null != level)
        {
            T order = first(level);
            while (null != order)
            {
                visitor.onOrder(order);
                order = cast(order.next);
            }
            level = side.worse(level);
        }
    }

    private void drain(final BookSide side, final OrderVisitor<? super T> visitor)
    {
        while (null != side.best())
        {
            final T order = first(side.best());
            take(order);
            visitor.onOrder(order);
        }
    }

    /** Takes an order out, and its level with the last one. */
    private static void take(final RestingOrder order)
    {
        final PriceLevel level = order.level;
        level.remove(order);
        if (null == level.head)
        {
            level.side.remove(level);
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

    private T first(final PriceLevel level)
    {
        return cast(level.head);
    }

    /** Only add puts orders into a book, and it takes nothing but T. */
    @SuppressWarnings("unchecked")
    private T cast(final RestingOrder order)
    {
        return (T)order;
    }
}
