// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.matching;

import io.bourse.engine.core.event.OrderEventPublisher;
import io.bourse.engine.core.phase.AuctionOrders;
import io.bourse.engine.core.pretrade.PreTradeRisk;
import io.bourse.engine.core.state.DeadlineQueue;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.OrderPool;
import io.bourse.engine.core.state.OrderTable;
import io.bourse.engine.core.state.Quotes;
import io.bourse.engine.protocol.CancelReason;

/**
 * The only way out for a live order, from wherever it is.
 */
public final class OrderExit
{
    private final OrderTable orders;
    private final OrderPool pool;
    private final PreTradeRisk risk;
    private final PhaseControl phases;
    private final TriggerOrders triggers;
    private final AuctionOrders auctionOrders;
    private final PassiveDelay delay;
    private final Negotiations negotiations;
    private final Quotes quotes;
    private final DeadlineQueue deadlines;
    private final OrderEventPublisher publisher;

    public OrderExit(
        final OrderTable orders,
        final OrderPool pool,
        final PreTradeRisk risk,
        final PhaseControl phases,
        final Parking parking,
        final Quotes quotes,
        final DeadlineQueue deadlines,
        final OrderEventPublisher publisher)
    {
        this.orders = orders;
        this.pool = pool;
        this.risk = risk;
        this.phases = phases;
        triggers = parking.triggers();
        auctionOrders = parking.auctionOrders();
        delay = parking.delay();
        negotiations = parking.negotiations();
        this.quotes = quotes;
        this.deadlines = deadlines;
        this.publisher = publisher;
    }

    /**
     * Ends a live order with its rest, wherever it is.
     *
     * @param order live.
     * @param requestClOrdId of who asked for it, or {@link OrderEventPublisher#UNSOLICITED}.
     * @param reason why.
     */
    public void cancel(final Order order, final long requestClOrdId, final CancelReason reason)
    {
        unlink(order);
        publisher.cancelled(order, order.restLots, requestClOrdId, reason);
        risk.reduced(order, order.restLots);
        finish(order);
    }

    /**
     * Takes a live order out, which goes on in another partition; nothing is said of it.
     *
     * @param order live.
     */
    public void takeOut(final Order order)
    {
        unlink(order);
        risk.reduced(order, order.restLots);
        finish(order);
    }

    /**
     * Forgets an order that is nowhere any more and whose rest has been accounted for; it goes back to its pool.
     *
     * @param order that ends.
     */
    public void finish(final Order order)
    {
        risk.closed(order);
        if (orders.get(order.orderId) == order)
        {
            orders.remove(order);
        }
        if (0 != order.deadlineId)
        {
            deadlines.cancel(order.deadlineId);
        }
        if (order.isQuote())
        {
            quotes.closed(order);
        }
        pool.release(order);
    }

    /**
     * Lowers the rest of a live order, which keeps its place, wherever it is.
     *
     * @param order live.
     * @param restLots new rest, from 1 to the present one.
     */
    void reduce(final Order order, final long restLots)
    {
        if (order.isResting())
        {
            order.instrument.book.reduce(order, restLots);
            phases.bookChanged(order.instrument);
        }
        else
        {
            order.restLots = restLots;
        }
    }

    /**
     * Takes an order out of the book or the place where it is parked; nothing else happens.
     *
     * @param order live, or an aggressor that is nowhere yet.
     */
    void unlink(final Order order)
    {
        switch (order.place)
        {
            case TRIGGER -> triggers.remove(order);
            case AUCTION -> auctionOrders.remove(order);
            case DELAY -> delay.remove(order);
            case NEGOTIATED -> negotiations.remove(order);
            case BOOK, NULL_VAL ->
            {
                if (order.isResting())
                {
                    order.instrument.book.remove(order);
                    phases.bookChanged(order.instrument);
                }
            }
        }
    }
}
