// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

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
    /** By ordinal of {@link Side}: orders come from both sides at random, and a load costs less than a wrong guess. */
    private final BookSide[] sides = {bids, asks};
    private final BookSide[] opposites = {asks, bids};
    /** Made for the first order that needs it: most books never see one. */
    private FillProbe probe;

    @Override
    public void add(final T order)
    {
        side(order.side).findOrCreate(order.priceTicks).append(order);
    }

    @Override
    public void restore(final T order)
    {
        side(order.side).findOrCreate(order.priceTicks).append(order, order.shownLots);
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
        final long tradableLots = resting.tradableLots();
        final long lots = Math.min(aggressor.restLots, tradableLots);
        aggressor.restLots -= lots;
        aggressor.executedLots += lots;
        resting.executedLots += lots;
        if (lots == resting.restLots)
        {
            level.removeFilled(resting, 0 == resting.shownLots);
            removeIfEmpty(level);
            handler.onTrade(aggressor, resting, lots);
        }
        else
        {
            level.take(resting, lots);
            handler.onTrade(aggressor, resting, lots);
            showNextSlice(resting, lots == tradableLots, level, handler);
        }
    }

    /** Does what the aggressor's mode says; false ends matching. */
    private boolean preventSelfTrade(
        final T aggressor, final T resting, final PriceLevel level, final MatchHandler<T> handler)
    {
        return switch (aggressor.selfTradeMode)
        {
            case CANCEL_RESTING ->
            {
                take(resting);
                handler.onSelfTrade(aggressor, resting, 0);
                yield true;
            }
            case CANCEL_BOTH ->
            {
                take(resting);
                handler.onSelfTrade(aggressor, resting, 0);
                yield false;
            }
            case DECREMENT ->
            {
                decrement(aggressor, resting, level, handler);
                yield true;
            }
            case CANCEL_INCOMING, NULL_VAL ->
            {
                handler.onSelfTrade(aggressor, resting, 0);
                yield false;
            }
        };
    }

    private void decrement(
        final T aggressor, final T resting, final PriceLevel level, final MatchHandler<T> handler)
    {
        final long tradableLots = resting.tradableLots();
        final long lots = Math.min(aggressor.restLots, tradableLots);
        aggressor.restLots -= lots;
        if (lots == resting.restLots)
        {
            level.removeFilled(resting, 0 == resting.shownLots);
            removeIfEmpty(level);
            handler.onSelfTrade(aggressor, resting, lots);
        }
        else
        {
            level.take(resting, lots);
            handler.onSelfTrade(aggressor, resting, lots);
            showNextSlice(resting, lots == tradableLots, level, handler);
        }
    }

    @Override
    public long fillable(final T aggressor, final long limitTicks)
    {
        final BookSide side = opposite(aggressor.side);
        final long limitKey = side.keyOf(limitTicks);
        if (SelfTradeScope.NONE != aggressor.selfTradeScope)
        {
            if (null == probe)
            {
                probe = new FillProbe();
            }
            return probe.fillable(aggressor, side, limitKey);
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
        T buy = null;
        T sell = null;
        while (null != bid && null != ask && bid.key >= bidKey && ask.key >= askKey)
        {
            buy = cast(bid.first());
            sell = cast(ask.first());
            final long lots = Math.min(buy.restLots, sell.restLots);
            final boolean isBuyFilled = auctionFill(buy, bid, lots);
            final boolean isSellFilled = auctionFill(sell, ask, lots);
            handler.onAuctionTrade(buy, sell, lots, priceTicks);
            buy = isBuyFilled ? null : buy;
            sell = isSellFilled ? null : sell;
            bid = bids.best();
            ask = asks.best();
        }
        showNextSliceAfterAuction(buy, handler);
        showNextSliceAfterAuction(sell, handler);
    }

    /** Whether the order is out of the book then. */
    private static boolean auctionFill(final RestingOrder order, final PriceLevel level, final long lots)
    {
        final boolean isFilled = lots == order.restLots;
        order.executedLots += lots;
        if (isFilled)
        {
            level.removeFilled(order, order.isHidden);
            removeIfEmpty(level);
        }
        else
        {
            level.take(order, lots);
        }
        return isFilled;
    }

    private void showNextSliceAfterAuction(final T order, final MatchHandler<T> handler)
    {
        if (null != order)
        {
            showNextSlice(order, 0 == order.shownLots && !order.isHidden, order.level, handler);
        }
    }

    @Override
    public void forEach(final OrderVisitor<? super T> visitor)
    {
        forEach(bids, visitor);
        forEach(asks, visitor);
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

    /** Level of a price or null. */
    PriceLevel level(final Side side, final long priceTicks)
    {
        return side(side).find(priceTicks);
    }

    private void showNextSlice(
        final T order, final boolean isSliceUsedUp, final PriceLevel level, final MatchHandler<T> handler)
    {
        if (isSliceUsedUp)
        {
            level.showNextSlice(order);
            handler.onSliceShown(order);
        }
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
                order = cast(level.after(order));
            }
            level = side.worse(level);
        }
    }

    /** Takes an order out, and its level with the last one. */
    private static void take(final RestingOrder order)
    {
        final PriceLevel level = order.level;
        level.remove(order);
        removeIfEmpty(level);
    }

    private static void removeIfEmpty(final PriceLevel level)
    {
        if (0 == level.totalLots)
        {
            level.side.remove(level);
        }
    }

    private BookSide side(final Side side)
    {
        return sides[side.ordinal()];
    }

    private BookSide opposite(final Side side)
    {
        return opposites[side.ordinal()];
    }

    private T first(final PriceLevel level)
    {
        return cast(level.first());
    }

    /** Only add puts orders into a book, and it takes nothing but T. */
    @SuppressWarnings("unchecked")
    private T cast(final RestingOrder order)
    {
        return (T)order;
    }
}
