// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

import io.bourse.engine.protocol.Side;

import java.util.Arrays;

/**
 * What a book said and what it holds, as numbers, so that millions of steps can be compared without text.
 */
final class BookLog implements MatchHandler<RestingOrder>
{
    private static final int TRADE = -1;
    private static final int AUCTION_TRADE = -2;
    private static final int SELF_TRADE = -3;
    private static final int SLICE = -4;

    private long[] values = new long[1024];
    private int count;
    private int trades;

    void clear()
    {
        count = 0;
        trades = 0;
    }

    int trades()
    {
        return trades;
    }

    long[] toArray()
    {
        return Arrays.copyOf(values, count);
    }

    boolean isSame(final BookLog other)
    {
        return Arrays.equals(values, 0, count, other.values, 0, other.count);
    }

    @Override
    public void onTrade(final RestingOrder aggressor, final RestingOrder resting, final long lots)
    {
        trades++;
        add(TRADE, lots);
        order(aggressor);
        order(resting);
    }

    @Override
    public void onAuctionTrade(
        final RestingOrder buy, final RestingOrder sell, final long lots, final long priceTicks)
    {
        trades++;
        add(AUCTION_TRADE, lots, priceTicks);
        order(buy);
        order(sell);
    }

    @Override
    public void onSelfTrade(final RestingOrder aggressor, final RestingOrder resting, final long lots)
    {
        add(SELF_TRADE, lots);
        order(aggressor);
        order(resting);
    }

    @Override
    public void onSliceShown(final RestingOrder order)
    {
        add(SLICE);
        order(order);
    }

    /** Everything a caller can learn from a book. */
    void state(final OrderBook<RestingOrder> book)
    {
        book.forEach(this::order);
        for (final Side side : new Side[]{Side.BUY, Side.SELL})
        {
            add(book.bestTicks(side), book.isEmpty(side) ? 1 : 0);
            book.forEachLevel(side, (priceTicks, shownLots, totalLots, shownOrders) ->
            {
                add(priceTicks, shownLots, totalLots, shownOrders);
                return true;
            });
        }
    }

    void add(final long... more)
    {
        if (count + more.length > values.length)
        {
            values = Arrays.copyOf(values, values.length * 2);
        }
        for (final long value : more)
        {
            values[count++] = value;
        }
    }

    private void order(final RestingOrder order)
    {
        add(order.orderId, order.restLots, order.executedLots, order.shownLots, order.priceTicks,
            order.isResting() ? 1 : 0);
    }
}
