// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

import io.bourse.engine.protocol.Side;

import java.util.ArrayList;
import java.util.List;

/**
 * A book with ids whose life can be written as lines of text.
 */
final class BookText implements MatchHandler<RestingOrder>
{
    final OrderBook<RestingOrder> book;
    private final List<String> lines = new ArrayList<>();

    BookText(final OrderBook<RestingOrder> book)
    {
        this.book = book;
    }

    static RestingOrder order(final long orderId, final Side side, final long lots, final long priceTicks)
    {
        final RestingOrder order = new RestingOrder();
        order.orderId = orderId;
        order.side = side;
        order.restLots = lots;
        order.priceTicks = priceTicks;
        return order;
    }

    static RestingOrder buy(final long orderId, final long lots, final long priceTicks)
    {
        return order(orderId, Side.BUY, lots, priceTicks);
    }

    static RestingOrder sell(final long orderId, final long lots, final long priceTicks)
    {
        return order(orderId, Side.SELL, lots, priceTicks);
    }

    static RestingOrder iceberg(final RestingOrder order, final long displayLots)
    {
        order.displayLots = displayLots;
        return order;
    }

    static RestingOrder hidden(final RestingOrder order)
    {
        order.isHidden = true;
        return order;
    }

    RestingOrder add(final RestingOrder order)
    {
        book.add(order);
        return order;
    }

    /** Matches up to the order's own price; returns what happened. */
    List<String> match(final RestingOrder order)
    {
        return match(order, order.priceTicks);
    }

    List<String> match(final RestingOrder order, final long limitTicks)
    {
        lines.clear();
        book.match(order, limitTicks, this);
        return List.copyOf(lines);
    }

    List<String> uncross(final long priceTicks)
    {
        lines.clear();
        book.uncross(priceTicks, this);
        return List.copyOf(lines);
    }

    /** Orders in the order of forEach: id, shown of rest, price. */
    List<String> orders()
    {
        final List<String> orders = new ArrayList<>();
        book.forEach(order -> orders.add(
            order.orderId + " " + order.shownLots + "/" + order.restLots + "@" + order.priceTicks));
        return orders;
    }

    /** Levels of a side: shown of total, price, number of shown orders. */
    List<String> levels(final Side side)
    {
        final List<String> levels = new ArrayList<>();
        book.forEachLevel(side, (priceTicks, shownLots, totalLots, shownOrders) ->
            levels.add(shownLots + "/" + totalLots + "@" + priceTicks + " x" + shownOrders));
        return levels;
    }

    @Override
    public void onTrade(final RestingOrder aggressor, final RestingOrder resting, final long lots)
    {
        lines.add("trade " + lots + "@" + resting.priceTicks + " " + rest(aggressor) + " with " + rest(resting));
    }

    @Override
    public void onAuctionTrade(
        final RestingOrder buy, final RestingOrder sell, final long lots, final long priceTicks)
    {
        lines.add("auction " + lots + "@" + priceTicks + " " + rest(buy) + " with " + rest(sell));
    }

    @Override
    public void onSelfTrade(final RestingOrder aggressor, final RestingOrder resting, final long lots)
    {
        lines.add("own " + lots + " " + rest(aggressor) + " with " + rest(resting));
    }

    @Override
    public void onSliceShown(final RestingOrder order)
    {
        lines.add("slice " + order.orderId + " " + order.shownLots + "/" + order.restLots);
    }

    /** Id and what is left; an asterisk when the order is in the book. */
    private static String rest(final RestingOrder order)
    {
        return order.orderId + ":" + order.restLots + (order.isResting() ? "*" : "");
    }
}
