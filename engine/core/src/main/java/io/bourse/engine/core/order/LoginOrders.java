// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.order;

import io.bourse.engine.core.event.OrderEventPublisher;
import io.bourse.engine.core.matching.OrderExit;
import io.bourse.engine.core.state.BrokerageFirm;
import io.bourse.engine.core.state.Login;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.protocol.CancelReason;

/**
 * Cancels many orders of logins at once, in order of their arrival at the place where they are.
 */
public final class LoginOrders
{
    /** Chooses orders. */
    @FunctionalInterface
    interface Filter
    {
        /**
         * Whether an order is meant.
         *
         * @param order live.
         * @return true when it is.
         */
        boolean matches(Order order);
    }

    /** Every order wherever it is. */
    static final Filter ALL = order -> true;

    private final ReferenceData referenceData;
    private final OrderExit exit;

    public LoginOrders(final ReferenceData referenceData, final OrderExit exit)
    {
        this.referenceData = referenceData;
        this.exit = exit;
    }

    /**
     * Cancels orders of one login.
     *
     * @param login whose.
     * @param filter which.
     * @param requestClOrdId of who asked for it, or {@link OrderEventPublisher#UNSOLICITED}.
     * @param reason why.
     * @return how many there were.
     */
    int cancel(final Login login, final Filter filter, final long requestClOrdId, final CancelReason reason)
    {
        int count = 0;
        Order order = login.firstOrder;
        while (null != order)
        {
            final Order next = order.nextOfLogin;
            if (filter.matches(order))
            {
                exit.cancel(order, requestClOrdId, reason);
                count++;
            }
            order = next;
        }
        return count;
    }

    /**
     * Cancels orders of every login of a firm, logins in order of their definition.
     *
     * @param firm whose.
     * @param filter which.
     * @param requestClOrdId of who asked for it, or {@link OrderEventPublisher#UNSOLICITED}.
     * @param reason why.
     * @return how many there were.
     */
    int cancel(final BrokerageFirm firm, final Filter filter, final long requestClOrdId, final CancelReason reason)
    {
        int count = 0;
        for (int i = 0; i < referenceData.loginCount(); i++)
        {
            final Login login = referenceData.loginAt(i);
            if (login.firm == firm)
            {
                count += cancel(login, filter, requestClOrdId, reason);
            }
        }
        return count;
    }
}
