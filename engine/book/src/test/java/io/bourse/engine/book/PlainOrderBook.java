// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

import io.bourse.engine.protocol.Side;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;

/**
 * The book as one would write it on a blackboard: sorted maps of levels, each a list of shown and a list of hidden
 * orders in order of arrival. Nothing is counted that can be added up when asked. Slow and obvious; {@link
 * FastOrderBook} must always agree with it.
 *
 * @param <T> kind of orders in the book.
 */
public final class PlainOrderBook<T extends RestingOrder> implements OrderBook<T>
{
    /** Orders at one price. */
    private static final class Queue<T>
    {
        final List<T> shown = new ArrayList<>();
        final List<T> hidden = new ArrayList<>();

        List<T> all()
        {
            final List<T> all = new ArrayList<>(shown);
            all.addAll(hidden);
            return all;
        }
    }

    /** What a resting order's level field says here: it is in some book. */
    private static final PriceLevel RESTING = new PriceLevel(BookSide.bids());

    private final TreeMap<Long, Queue<T>> bids = new TreeMap<>(Collections.reverseOrder());
    private final TreeMap<Long, Queue<T>> asks = new TreeMap<>();

    @Override
    public void add(final T order)
    {
        order.shownLots = order.isHidden ? 0 : order.isIceberg() ? IcebergSlice.next(order) : order.restLots;
        restore(order);
    }

    @Override
    public void restore(final T order)
    {
        order.level = RESTING;
        final Queue<T> queue = levels(order.side).computeIfAbsent(order.priceTicks, price -> new Queue<>());
        (order.isHidden ? queue.hidden : queue.shown).add(order);
    }

    @Override
    public void remove(final T order)
    {
        order.level = null;
        final Queue<T> queue = levels(order.side).get(order.priceTicks);
        queue.shown.remove(order);
        queue.hidden.remove(order);
        if (queue.all().isEmpty())
        {
            levels(order.side).remove(order.priceTicks);
        }
    }

    @Override
    public void reduce(final T order, final long restLots)
    {
        order.restLots = restLots;
        order.shownLots = Math.min(order.shownLots, restLots);
    }

    @Override
    public void match(final T aggressor, final long limitTicks, final MatchHandler<T> handler)
    {
        final Side opposite = opposite(aggressor.side);
        while (aggressor.restLots > 0 && !isEmpty(opposite) &&
            crosses(aggressor.side, limitTicks, bestTicks(opposite)))
        {
            final T resting = first(opposite);
            final boolean isOwn = aggressor.isOwn(resting);
            final long lots = Math.min(aggressor.restLots, resting.isHidden ? resting.restLots : resting.shownLots);
            if (!isOwn)
            {
                aggressor.restLots -= lots;
                aggressor.executedLots += lots;
                fill(resting, lots);
                removeIfDone(resting);
                handler.onTrade(aggressor, resting, lots);
                showNextSlice(resting, handler);
                continue;
            }
            switch (aggressor.selfTradeMode)
            {
                case DECREMENT:
                    aggressor.restLots -= lots;
                    resting.restLots -= lots;
                    resting.shownLots = Math.max(0, resting.shownLots - lots);
                    removeIfDone(resting);
                    handler.onSelfTrade(aggressor, resting, lots);
                    showNextSlice(resting, handler);
                    break;

                case CANCEL_RESTING:
                    remove(resting);
                    handler.onSelfTrade(aggressor, resting, 0);
                    break;

                case CANCEL_BOTH:
                    remove(resting);
                    handler.onSelfTrade(aggressor, resting, 0);
                    return;

                case CANCEL_INCOMING:
                case NULL_VAL:
                    handler.onSelfTrade(aggressor, resting, 0);
                    return;
            }
        }
    }

    @Override
    public long fillable(final T aggressor, final long limitTicks)
    {
        final PlainOrderBook<RestingOrder> copy = new PlainOrderBook<>();
        forEach(order ->
        {
            final RestingOrder resting = copyOf(order);
            copy.add(resting);
            resting.shownLots = order.shownLots;
        });
        final RestingOrder incoming = copyOf(aggressor);
        copy.match(incoming, limitTicks, new Ignoring());
        return incoming.executedLots - aggressor.executedLots;
    }

    @Override
    public void uncross(final long priceTicks, final MatchHandler<T> handler)
    {
        T buy = null;
        T sell = null;
        while (!isEmpty(Side.BUY) && !isEmpty(Side.SELL) &&
            bestTicks(Side.BUY) >= priceTicks && bestTicks(Side.SELL) <= priceTicks)
        {
            buy = first(Side.BUY);
            sell = first(Side.SELL);
            final long lots = Math.min(buy.restLots, sell.restLots);
            fill(buy, lots);
            fill(sell, lots);
            removeIfDone(buy);
            removeIfDone(sell);
            handler.onAuctionTrade(buy, sell, lots, priceTicks);
        }
        showNextSlice(buy, handler);
        showNextSlice(sell, handler);
    }

    @Override
    public void forEach(final OrderVisitor<? super T> visitor)
    {
        orders().forEach(visitor::onOrder);
    }

    @Override
    public long bestTicks(final Side side)
    {
        return isEmpty(side) ? (Side.BUY == side ? NO_BID : NO_ASK) : levels(side).firstKey();
    }

    @Override
    public boolean isEmpty(final Side side)
    {
        return levels(side).isEmpty();
    }

    @Override
    public void forEachLevel(final Side side, final LevelVisitor visitor)
    {
        for (final Long priceTicks : new ArrayList<>(levels(side).keySet()))
        {
            final Queue<T> queue = levels(side).get(priceTicks);
            final long shownLots = queue.shown.stream().mapToLong(order -> order.shownLots).sum();
            final long totalLots = queue.all().stream().mapToLong(order -> order.restLots).sum();
            if (!visitor.onLevel(priceTicks, shownLots, totalLots, queue.shown.size()))
            {
                return;
            }
        }
    }

    private static void fill(final RestingOrder order, final long lots)
    {
        order.restLots -= lots;
        order.executedLots += lots;
        order.shownLots = Math.max(0, order.shownLots - lots);
    }

    private void removeIfDone(final T order)
    {
        if (0 == order.restLots)
        {
            remove(order);
        }
    }

    private void showNextSlice(final T order, final MatchHandler<T> handler)
    {
        if (null != order && needsSlice(order))
        {
            remove(order);
            add(order);
            handler.onSliceShown(order);
        }
    }

    private static boolean needsSlice(final RestingOrder order)
    {
        return order.isResting() && !order.isHidden && 0 == order.shownLots;
    }

    private T first(final Side side)
    {
        return levels(side).firstEntry().getValue().all().get(0);
    }

    private List<T> orders()
    {
        final List<T> orders = new ArrayList<>();
        bids.values().forEach(queue -> orders.addAll(queue.all()));
        asks.values().forEach(queue -> orders.addAll(queue.all()));
        return orders;
    }

    private static boolean crosses(final Side side, final long limitTicks, final long priceTicks)
    {
        return Side.BUY == side ? priceTicks <= limitTicks : priceTicks >= limitTicks;
    }

    private static Side opposite(final Side side)
    {
        return Side.BUY == side ? Side.SELL : Side.BUY;
    }

    private TreeMap<Long, Queue<T>> levels(final Side side)
    {
        return Side.BUY == side ? bids : asks;
    }

    private static RestingOrder copyOf(final RestingOrder order)
    {
        final RestingOrder copy = new RestingOrder();
        copy.orderId = order.orderId;
        copy.restLots = order.restLots;
        copy.executedLots = order.executedLots;
        copy.priceTicks = order.priceTicks;
        copy.side = order.side;
        copy.displayLots = order.displayLots;
        copy.displayVarianceLots = order.displayVarianceLots;
        copy.isHidden = order.isHidden;
        copy.accountId = order.accountId;
        copy.clientId = order.clientId;
        copy.firmId = order.firmId;
        copy.selfTradeScope = order.selfTradeScope;
        copy.selfTradeMode = order.selfTradeMode;
        return copy;
    }

    /** Of a match that is only tried out. */
    private static final class Ignoring implements MatchHandler<RestingOrder>
    {
        @Override
        public void onTrade(final RestingOrder aggressor, final RestingOrder resting, final long lots)
        {
            // Counted by the aggressor itself.
        }

        @Override
        public void onAuctionTrade(
            final RestingOrder buy, final RestingOrder sell, final long lots, final long priceTicks)
        {
            // Never called.
        }

        @Override
        public void onSelfTrade(final RestingOrder aggressor, final RestingOrder resting, final long lots)
        {
            // Not a trade.
        }

        @Override
        public void onSliceShown(final RestingOrder order)
        {
            // Not a trade.
        }
    }
}
