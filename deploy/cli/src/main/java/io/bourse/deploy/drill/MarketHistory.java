// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.drill;

import io.bourse.engine.protocol.BookClearedDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradeSideDecoder;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What the public market must have seen of every transaction of the event stream, in order. It keeps books of its own
 * and knows nothing of how they are published. Orders that are not shown are not in a drill.
 */
final class MarketHistory implements EventListener
{
    private final Map<Long, Resting> resting = new HashMap<>();
    private final Map<Integer, Book> books = new HashMap<>();
    private final Set<Integer> touched = new TreeSet<>();
    private final List<String> lines = new ArrayList<>();
    private MarketLine line = new MarketLine();

    private record Resting(int instrumentId, boolean isBid, long priceE5, long lots)
    {
    }

    /** Lots and orders of each price. */
    private static final class Book
    {
        private final TreeMap<Long, long[]> bids = new TreeMap<>();
        private final TreeMap<Long, long[]> asks = new TreeMap<>();
        private int orders;

        private void add(final Resting order, final int sign)
        {
            final TreeMap<Long, long[]> side = order.isBid() ? bids : asks;
            final long[] level = side.computeIfAbsent(order.priceE5(), price -> new long[2]);
            level[0] += sign * order.lots();
            level[1] += sign;
            if (0 == level[1])
            {
                side.remove(order.priceE5());
            }
            orders += sign;
        }

        private static String text(final Map.Entry<Long, long[]> level)
        {
            return null == level ? MarketLine.none() :
                MarketLine.level(level.getKey(), level.getValue()[0], level.getValue()[1]);
        }
    }

    /** Every transaction that the market sees, in order. */
    List<String> lines()
    {
        return lines;
    }

    @Override
    public void onGroupBegin(final EventGroup group)
    {
        line = new MarketLine();
        touched.clear();
    }

    @Override
    public void onGroupEnd(final EventGroup group)
    {
        for (final int instrumentId : touched)
        {
            final Book book = books.get(instrumentId);
            line.book(
                instrumentId, book.orders, Book.text(book.bids.lastEntry()), Book.text(book.asks.firstEntry()));
        }
        final String text = line.text();
        if (null != text)
        {
            lines.add(text);
        }
    }

    @Override
    public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
    {
        put(event.orderId(), new Resting(
            event.instrumentId(), Side.BUY == event.side(), event.priceE5(), event.qtyLots()));
    }

    @Override
    public void onOrderReplaced(final EventGroup group, final OrderReplacedDecoder event)
    {
        take(event.prevOrderId());
        put(event.orderId(), new Resting(
            event.instrumentId(), Side.BUY == event.side(), event.priceE5(), event.qtyLots()));
    }

    @Override
    public void onOrderCancelled(final EventGroup group, final OrderCancelledDecoder event)
    {
        take(event.orderId());
    }

    @Override
    public void onTrade(final EventGroup group, final TradeDecoder event)
    {
        final boolean isBuyer = Side.BUY == event.aggressorSide();
        final long buyOrderId = event.buy().orderId();
        final long sellOrderId = event.sell().orderId();
        line.trade(event.instrumentId(), event.tradeId(), event.priceE5(), event.qtyLots(), isBuyer,
            isBuyer ? buyOrderId : sellOrderId, isBuyer ? sellOrderId : buyOrderId);
        execute(event.buy(), event.qtyLots());
        execute(event.sell(), event.qtyLots());
    }

    @Override
    public void onBookCleared(final EventGroup group, final BookClearedDecoder event)
    {
        line.cleared();
        books.clear();
        resting.clear();
    }

    private void execute(final TradeSideDecoder party, final long lots)
    {
        final long orderId = party.orderId();
        final Resting order = take(orderId);
        if (null != order && order.lots() > lots)
        {
            put(orderId, new Resting(order.instrumentId(), order.isBid(), order.priceE5(), order.lots() - lots));
        }
    }

    private void put(final long orderId, final Resting order)
    {
        resting.put(orderId, order);
        touched.add(order.instrumentId());
        books.computeIfAbsent(order.instrumentId(), id -> new Book()).add(order, 1);
    }

    /** An order that is not there is a finding of {@link StreamLedger}. */
    private Resting take(final long orderId)
    {
        final Resting order = resting.remove(orderId);
        if (null != order)
        {
            touched.add(order.instrumentId());
            books.get(order.instrumentId()).add(order, -1);
        }
        return order;
    }
}
