// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.session;

import io.bourse.engine.book.OrderBook;
import io.bourse.engine.core.event.OrderEventPublisher;
import io.bourse.engine.core.matching.Matching;
import io.bourse.engine.core.matching.OrderExit;
import io.bourse.engine.core.matching.OrderPlacement;
import io.bourse.engine.core.phase.MarketLimit;
import io.bourse.engine.core.pretrade.PreTradeRisk;
import io.bourse.engine.core.state.EngineTime;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.OrderTable;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.OrderPlace;
import io.bourse.engine.protocol.OrderTypeTraits;
import io.bourse.engine.protocol.TimeInForce;

import java.util.Arrays;
import java.util.Comparator;

/**
 * What happens to orders when a session ends with its evening clearing, and when the next one opens. GTC and GTD orders
 * stay where they are in between, in their book or waiting for their trigger; everything else ends with the session.
 * Both times orders are taken in the same order: instruments ascending, each in the order of its book, then parked
 * orders by id.
 */
public final class SessionOrders
{
    private static final int INITIAL_CAPACITY = 1024;
    private static final Comparator<Order> NEWEST_FIRST = Order.BY_AGE.reversed();

    private final ReferenceData referenceData;
    private final OrderTable orders;
    private final EngineTime time;
    private final OrderExit exit;
    private final Matching matching;
    private final PreTradeRisk risk;
    private final OrderEventPublisher publisher;
    private final OrderBook.OrderVisitor<Order> collector = this::collect;
    private final OrderBook.OrderVisitor<Order> parkedCollector = this::collectParked;

    /** Collected before anything changes: neither a book nor the table may change while it is visited. */
    private Order[] collected = new Order[INITIAL_CAPACITY];
    private int count;

    public SessionOrders(
        final ReferenceData referenceData,
        final OrderTable orders,
        final EngineTime time,
        final OrderExit exit,
        final Matching matching,
        final PreTradeRisk risk,
        final OrderEventPublisher publisher)
    {
        this.referenceData = referenceData;
        this.orders = orders;
        this.time = time;
        this.exit = exit;
        this.matching = matching;
        this.risk = risk;
        this.publisher = publisher;
    }

    /** Ends the orders of the session. */
    void endSession()
    {
        collectAll();
        for (int i = 0; i < count; i++)
        {
            if (!collected[i].outlivesSession())
            {
                exit.cancel(collected[i], OrderEventPublisher.UNSOLICITED, CancelReason.SESSION_END);
            }
        }
        forgetAll();
    }

    /** Brings the orders that outlive sessions into the new one, or ends them when they do not fit into it. */
    void openSession()
    {
        collectAll();
        for (int i = 0; i < count; i++)
        {
            open(collected[i]);
        }
        forgetAll();
    }

    /**
     * Ends orders whose margin is not covered any more, until no register needs more than it has or no order would
     * change that: trading goes on with other limits than those it stopped with. The newest order goes first, so that
     * a register keeps its oldest places; what it holds stays.
     */
    void removeUncovered()
    {
        collectAll();
        Arrays.sort(collected, 0, count, NEWEST_FIRST);
        int left = count;
        int before;
        do
        {
            before = left;
            left = cancelUncovered(before);
        }
        while (left < before);
        forgetAll();
    }

    /** Keeps the others, in their order; what was covered may be so no more without an order of the other side. */
    private int cancelUncovered(final int size)
    {
        int kept = 0;
        for (int i = 0; i < size; i++)
        {
            final Order order = collected[i];
            if (risk.isStillCovered(order))
            {
                collected[kept++] = order;
            }
            else
            {
                exit.cancel(order, OrderEventPublisher.UNSOLICITED, CancelReason.RISK);
            }
        }
        return kept;
    }

    /**
     * Ends all orders of an instrument.
     *
     * @param instrument that has expired.
     */
    void expire(final Instrument instrument)
    {
        instrument.book.forEach(collector);
        orders.forEach(parkedCollector);
        for (int i = 0; i < count; i++)
        {
            if (collected[i].instrument == instrument)
            {
                exit.cancel(collected[i], OrderEventPublisher.UNSOLICITED, CancelReason.INSTRUMENT_EXPIRED);
            }
        }
        forgetAll();
    }

    private void open(final Order order)
    {
        if (TimeInForce.GTD == order.timeInForce && order.expireDateNs <= time.nowNs())
        {
            exit.cancel(order, OrderEventPublisher.UNSOLICITED, CancelReason.EXPIRED);
            return;
        }
        if (order.hasTrigger() && !OrderTypeTraits.of(order.orderType).hasLimit())
        {
            // Its limit is only what its trigger makes of the price limits, which may be others today.
            order.priceTicks = MarketLimit.afterTrigger(order.instrument, order.side, order.stopPriceE5);
        }
        if (OrderPlacement.isOutOfLimits(order))
        {
            exit.cancel(order, OrderEventPublisher.UNSOLICITED, CancelReason.OUT_OF_LIMITS);
            return;
        }
        publisher.restated(order);
        if (order.isResting() && order.isIceberg())
        {
            matching.onSliceShown(order);
        }
    }

    private void collectAll()
    {
        for (int i = 0; i < referenceData.instrumentCount(); i++)
        {
            referenceData.instrumentById(i).book.forEach(collector);
        }
        orders.forEach(parkedCollector);
    }

    private void collectParked(final Order order)
    {
        if (OrderPlace.BOOK != order.place)
        {
            collect(order);
        }
    }

    private void collect(final Order order)
    {
        if (count == collected.length)
        {
            collected = Arrays.copyOf(collected, count << 1);
        }
        collected[count++] = order;
    }

    private void forgetAll()
    {
        Arrays.fill(collected, 0, count, null);
        count = 0;
    }
}
