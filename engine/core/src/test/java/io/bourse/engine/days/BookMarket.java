// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.days;

import io.bourse.engine.book.AuctionPricing;
import io.bourse.engine.book.AuctionResult;
import io.bourse.engine.book.MatchHandler;
import io.bourse.engine.book.OrderBook;
import io.bourse.engine.book.RestingOrder;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.Side;
import org.agrona.collections.Long2ObjectHashMap;

import java.util.ArrayList;
import java.util.List;

/**
 * An order book on its own as a market.
 */
final class BookMarket implements DayMarket, MatchHandler<RestingOrder>
{
    private final OrderBook<RestingOrder> book;
    private final long referenceTicks;
    private final Long2ObjectHashMap<RestingOrder> orders = new Long2ObjectHashMap<>();
    private final AuctionPricing pricing = new AuctionPricing();
    private final AuctionResult result = new AuctionResult();
    private Listener listener;
    private boolean isCollecting;

    /** A market whose auctions fall back on a reference price. */
    BookMarket(final OrderBook<RestingOrder> book, final long referenceTicks)
    {
        this.book = book;
        this.referenceTicks = referenceTicks;
    }

    @Override
    public void listener(final Listener newListener)
    {
        listener = newListener;
    }

    @Override
    public void newOrder(
        final long key, final Side side, final long priceTicks, final long lots, final boolean isImmediate)
    {
        final RestingOrder order = new RestingOrder();
        order.orderId = key;
        order.side = side;
        order.priceTicks = priceTicks;
        order.restLots = lots;
        if (!isCollecting)
        {
            book.match(order, priceTicks, this);
        }
        if (order.restLots > 0 && !isImmediate)
        {
            orders.put(key, order);
            book.add(order);
        }
    }

    @Override
    public void cancel(final long key)
    {
        book.remove(orders.remove(key));
    }

    @Override
    public void reduce(final long key, final long restLots)
    {
        book.reduce(orders.get(key), restLots);
    }

    @Override
    public long restLots(final long key)
    {
        final RestingOrder order = orders.get(key);
        return null == order ? 0 : order.restLots;
    }

    @Override
    public List<Long> keysAt(final Side side, final long priceTicks)
    {
        final List<Long> keys = new ArrayList<>();
        book.forEach(order ->
        {
            if (side == order.side && priceTicks == order.priceTicks)
            {
                keys.add(order.orderId);
            }
        });
        return keys;
    }

    @Override
    public int levels(final Side side, final long worstTicks, final long[] priceTicks, final long[] lots)
    {
        final int[] count = new int[1];
        book.forEachLevel(side, (price, shownLots, totalLots, shownOrders) ->
        {
            if (count[0] == priceTicks.length || (Side.BUY == side ? price < worstTicks : price > worstTicks))
            {
                return false;
            }
            priceTicks[count[0]] = price;
            lots[count[0]++] = shownLots;
            return true;
        });
        return count[0];
    }

    @Override
    public void startAuction(final Phase phase)
    {
        isCollecting = true;
    }

    @Override
    public AuctionResult indication()
    {
        pricing.compute(book, referenceTicks, result);
        return 0 == result.lots ? null : result;
    }

    @Override
    public AuctionResult endAuction(final Phase next)
    {
        isCollecting = false;
        pricing.compute(book, referenceTicks, result);
        if (result.lots > 0)
        {
            book.uncross(result.priceTicks, this);
        }
        return result;
    }

    @Override
    public void onTrade(final RestingOrder aggressor, final RestingOrder resting, final long lots)
    {
        forgetIfDone(resting);
        listener.onFill(aggressor.orderId, resting.orderId, resting.priceTicks, lots);
    }

    @Override
    public void onAuctionTrade(final RestingOrder buy, final RestingOrder sell, final long lots, final long priceTicks)
    {
        forgetIfDone(buy);
        forgetIfDone(sell);
        listener.onAuctionFill(buy.orderId, sell.orderId, priceTicks, lots);
    }

    private void forgetIfDone(final RestingOrder order)
    {
        if (0 == order.restLots)
        {
            orders.remove(order.orderId);
        }
    }

    @Override
    public void onSelfTrade(final RestingOrder aggressor, final RestingOrder resting, final long lots)
    {
        throw new AssertionError("orders of a day have no owner: aggressor=" + aggressor.orderId);
    }

    @Override
    public void onSliceShown(final RestingOrder order)
    {
        throw new AssertionError("a day has no iceberg: orderId=" + order.orderId);
    }
}
