// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.OrderAcceptedDecoder;
import io.bourse.engine.protocol.OrderCancelledDecoder;
import io.bourse.engine.protocol.OrderReplacedDecoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TradeDecoder;
import io.bourse.engine.protocol.TradeSideDecoder;
import io.bourse.engine.testing.TestEngine;
import io.bourse.marketdata.book.BookOrder;
import io.bourse.marketdata.book.MarketBook;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertIterableEquals;

/**
 * The book of one instrument straight from the engine's events, without anything of market data: what a received book
 * must equal, order by order and in time priority, after every transaction. For plain orders that everybody sees.
 */
final class EngineBook implements EventListener, AutoCloseable
{
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(120);

    /** Orders by the place at which they stand in time: 0 id, 1 buy, 2 price, 3 lots. */
    private final TreeMap<Long, long[]> byPlace = new TreeMap<>();
    private final TreeMap<Long, Long> placeById = new TreeMap<>();
    private final int instrumentId;
    private final EventFollower follower;
    private long nextPlace;
    private long cursor;
    private long compared;

    EngineBook(final EngineClient client, final int instrumentId)
    {
        this.instrumentId = instrumentId;
        follower = client.follow(EngineClient.FROM_START, this);
    }

    long compared()
    {
        return compared;
    }

    /** Compares with a received book that has come as far. */
    void assertSame(final MarketBook book, final String what)
    {
        compared++;
        int count = 0;
        for (final boolean buy : new boolean[]{true, false})
        {
            for (int depth = 0; null != book && depth < book.levelCount(buy); depth++)
            {
                long placeBefore = -1;
                for (BookOrder order = book.level(buy, depth).oldest(); null != order; order = order.next())
                {
                    final Long place = placeById.get(order.orderId());
                    final long[] own = null == place ? null : byPlace.get(place);
                    if (null == own || own[1] != (buy ? 1 : 0) || own[2] != order.priceE5() ||
                        own[3] != order.qtyLots() || place < placeBefore)
                    {
                        throw new AssertionError("not the engine's book: " + what + " orderId=" + order.orderId() +
                            " priceE5=" + order.priceE5() + " qtyLots=" + order.qtyLots());
                    }
                    placeBefore = place;
                    count++;
                }
            }
        }
        if (count != placeById.size())
        {
            throw new AssertionError("orders are missing: " + what + " engine=" + placeById.size() + " feed=" + count);
        }
    }

    /** Compares itself with what the engine says it has. */
    void assertSame(final StateReport report)
    {
        follow(report.cursor());
        final List<String> expected = new ArrayList<>();
        report.orders().stream().filter(order -> instrumentId == order.instrumentId()).forEach(order ->
            expected.add(order.orderId() + " " + order.shownLots() + "@" + order.priceE5()));
        final List<String> own = new ArrayList<>();
        byPlace.values().forEach(order -> own.add(order[0] + " " + order[3] + "@" + order[2]));
        expected.sort(null);
        own.sort(null);
        assertIterableEquals(expected, own);
    }

    /** Reads events up to a cursor. */
    void follow(final long toCursor)
    {
        final long deadlineNs = System.nanoTime() + LIMIT_NS;
        while (cursor < toCursor)
        {
            if (0 == follower.poll(16))
            {
                TestEngine.pause();
            }
            if (System.nanoTime() > deadlineNs)
            {
                throw new AssertionError("the events did not come: cursor=" + cursor + " wanted=" + toCursor);
            }
        }
    }

    @Override
    public void onGroupEnd(final EventGroup group)
    {
        cursor = group.cursor();
    }

    @Override
    public void onOrderAccepted(final EventGroup group, final OrderAcceptedDecoder event)
    {
        if (instrumentId == event.instrumentId())
        {
            enter(event.orderId(), Side.BUY == event.side(), event.priceE5(), event.qtyLots());
        }
    }

    @Override
    public void onTrade(final EventGroup group, final TradeDecoder event)
    {
        if (instrumentId == event.instrumentId())
        {
            trade(event.buy());
            trade(event.sell());
        }
    }

    @Override
    public void onOrderReplaced(final EventGroup group, final OrderReplacedDecoder event)
    {
        if (instrumentId != event.instrumentId())
        {
            return;
        }
        if (event.orderId() == event.prevOrderId())
        {
            resize(event.orderId(), event.qtyLots());
            return;
        }
        resize(event.prevOrderId(), 0);
        enter(event.orderId(), Side.BUY == event.side(), event.priceE5(), event.qtyLots());
    }

    @Override
    public void onOrderCancelled(final EventGroup group, final OrderCancelledDecoder event)
    {
        if (instrumentId == event.instrumentId())
        {
            resize(event.orderId(), 0);
        }
    }

    private void enter(final long orderId, final boolean buy, final long priceE5, final long lots)
    {
        placeById.put(orderId, nextPlace);
        byPlace.put(nextPlace, new long[]{orderId, buy ? 1 : 0, priceE5, lots});
        nextPlace++;
    }

    private void trade(final TradeSideDecoder side)
    {
        resize(side.orderId(), side.restLots());
    }

    private void resize(final long orderId, final long lots)
    {
        final Long place = placeById.get(orderId);
        if (null == place)
        {
            throw new AssertionError("an event of an unknown order: orderId=" + orderId);
        }
        if (lots > 0)
        {
            byPlace.get(place)[3] = lots;
            return;
        }
        placeById.remove(orderId);
        byPlace.remove(place);
    }

    @Override
    public void close()
    {
        follower.close();
    }
}
