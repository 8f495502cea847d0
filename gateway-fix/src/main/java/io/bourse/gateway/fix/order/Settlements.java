// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import java.util.ArrayDeque;

/**
 * Orders that a transaction has touched: when it is over, requests that waited for it go on or are refused, and orders
 * that have ended and nobody can ask for are forgotten.
 */
final class Settlements
{
    private final ArrayDeque<FixOrder> orders = new ArrayDeque<>();
    private final OrderDesk desk;
    private final ParkedRefusals refusals;

    Settlements(final OrderDesk desk, final ParkedRefusals refusals)
    {
        this.desk = desk;
        this.refusals = refusals;
    }

    void add(final FixOrder order)
    {
        if (!order.isSettled)
        {
            order.isSettled = true;
            orders.addLast(order);
        }
    }

    void settle()
    {
        for (FixOrder order = orders.pollFirst(); null != order; order = orders.pollFirst())
        {
            order.isSettled = false;
            releaseParked(order);
            if (order.isTerminal() && !order.isRemembered())
            {
                desk.table().forget(order);
            }
        }
    }

    /** Publishes the requests that waited for this order, or answers them when it has ended. */
    void releaseParked(final FixOrder order)
    {
        OrderRequest request = desk.releaseParked(order);
        while (null != request)
        {
            refusals.refuse(request, OrderDesk.refusalOfParked(order));
            desk.discard(request);
            request = desk.releaseParked(order);
        }
    }

    /** Tries again what found no room in the engine; returns the number of orders looked at. */
    int retryBlocked(final int limit)
    {
        int count = 0;
        FixOrder order = desk.pollBlocked();
        while (null != order)
        {
            releaseParked(order);
            order = ++count < limit ? desk.pollBlocked() : null;
        }
        return count;
    }
}
