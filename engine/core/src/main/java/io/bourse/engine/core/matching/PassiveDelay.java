// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.matching;

import io.bourse.engine.book.OrderBook;
import io.bourse.engine.core.state.DeadlineQueue;
import io.bourse.engine.core.state.EngineTime;
import io.bourse.engine.core.state.HashedState;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.OrderList;
import io.bourse.engine.core.state.OrderTable;
import io.bourse.engine.core.state.SessionState;
import io.bourse.engine.core.state.StateHash;
import io.bourse.engine.protocol.snapshot.DeadlineKind;

/**
 * Passive liquidity protection: an order that would trade at once waits for a fixed time, so that the orders it is
 * about to meet may be cancelled first. Orders that only rest and all cancels pass without delay (T7).
 * <p>
 * What waits is decided when an order comes from outside, as new or replaced, a stop order whose trigger is already
 * met included: so stops triggered later, auction orders and the rest of an auction are never delayed, nor are quotes,
 * whose makers it protects. A post-only order does not wait to be refused. While an order waits it is parked: it may be
 * cancelled or replaced like any other. When its time is over it is matched with what is in the book then, or joins the
 * book if that collects for an auction. If nothing may trade or rest at that moment (clearing halt, instrument halted)
 * it waits on until something may.
 */
public final class PassiveDelay implements HashedState
{
    private final DeadlineQueue deadlines;
    private final EngineTime time;
    private final OrderTable orders;
    private final DeadlineQueue.DeadlineHandler deadlineHandler = this::onDeadline;
    /** In order of arrival. */
    private final OrderList waiting = new OrderList();
    /** Their time is over; in order of deadline, then arrival. */
    private final ReadyOrders ended;

    public PassiveDelay(
        final DeadlineQueue deadlines, final EngineTime time, final OrderTable orders, final SessionState session)
    {
        this.deadlines = deadlines;
        this.time = time;
        this.orders = orders;
        ended = new ReadyOrders(session);
        deadlines.name(DeadlineKind.ORDER_DELAY, deadlineHandler);
    }

    /**
     * Whether an order must wait.
     *
     * @param order about to be matched.
     * @return true when its instrument delays aggressors and it is one.
     */
    boolean mustWait(final Order order)
    {
        return 0 != order.instrument.controls.passiveDelayNs &&
            !order.isQuote() &&
            !order.isPostOnly() &&
            OrderPlacement.isMarketable(order);
    }

    void park(final Order order)
    {
        final long deadlineNs = DeadlineQueue.after(time.nowNs(), order.instrument.controls.passiveDelayNs);
        order.delayDeadlineId = deadlines.schedule(deadlineNs, deadlineHandler, order.orderId);
        waiting.add(order);
    }

    void remove(final Order order)
    {
        if (0 == order.delayDeadlineId)
        {
            ended.remove(order);
        }
        else
        {
            deadlines.cancel(order.delayDeadlineId);
            order.delayDeadlineId = 0;
            waiting.remove(order);
        }
    }

    /** The next order whose time is over and that may trade or rest now, out of here; null when there is none. */
    public Order pollEnded()
    {
        return ended.poll();
    }

    /** A phase has changed: orders whose time is over may go now. */
    void onPhaseChanged()
    {
        ended.onPhaseChanged();
    }

    private void onDeadline(final long orderId, final long deadlineNs)
    {
        final Order order = orders.get(orderId);
        order.delayDeadlineId = 0;
        waiting.remove(order);
        ended.add(order);
    }

    /** Visits those whose time is not over, oldest first. */
    public void forEachWaiting(final OrderBook.OrderVisitor<Order> visitor)
    {
        waiting.forEach(visitor);
    }

    /** Lets an order wait that did so before a snapshot; its deadline is set. */
    public void restoreWaiting(final Order order)
    {
        waiting.add(order);
    }

    /** Those whose time is over. */
    public ReadyOrders ended()
    {
        return ended;
    }

    @Override
    public void hashInto(final StateHash hash)
    {
        waiting.hashInto(hash);
        ended.hashInto(hash);
    }
}
