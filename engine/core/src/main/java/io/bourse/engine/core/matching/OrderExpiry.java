// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.matching;

import io.bourse.engine.core.event.OrderEventPublisher;
import io.bourse.engine.core.state.DeadlineQueue;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.OrderTable;
import io.bourse.engine.core.state.SessionState;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.protocol.snapshot.DeadlineKind;

/**
 * Ends GTD orders when their date has come. A date that comes between the evening clearing and the next session does
 * nothing: {@code SessionOrders} looks at the dates when the session opens, as the orders are out of sight until then.
 */
public final class OrderExpiry
{
    private final DeadlineQueue deadlines;
    private final OrderTable orders;
    private final SessionState sessionState;
    private final OrderExit exit;
    private final DeadlineQueue.DeadlineHandler deadlineHandler = this::onDeadline;

    public OrderExpiry(
        final DeadlineQueue deadlines, final OrderTable orders, final SessionState sessionState, final OrderExit exit)
    {
        this.deadlines = deadlines;
        this.orders = orders;
        this.sessionState = sessionState;
        this.exit = exit;
        deadlines.name(DeadlineKind.ORDER_EXPIRY, deadlineHandler);
    }

    /**
     * Sets the timer of an order that has just got its id; a timer that it had under an earlier id ends.
     *
     * @param order live.
     */
    public void watch(final Order order)
    {
        if (TimeInForce.GTD == order.timeInForce)
        {
            if (0 != order.deadlineId)
            {
                deadlines.cancel(order.deadlineId);
            }
            order.deadlineId = deadlines.schedule(order.expireDateNs, deadlineHandler, order.orderId);
        }
    }

    private void onDeadline(final long orderId, final long deadlineNs)
    {
        final Order order = orders.get(orderId);
        order.deadlineId = 0;
        final boolean isBetweenSessions =
            SessionState.Phase.CLOSED == sessionState.phase() ||
            SessionState.Phase.SUSPENDED == sessionState.phase() && ClearingKind.EVENING == sessionState.runKind();
        if (!isBetweenSessions)
        {
            exit.cancel(order, OrderEventPublisher.UNSOLICITED, CancelReason.EXPIRED);
        }
    }
}
