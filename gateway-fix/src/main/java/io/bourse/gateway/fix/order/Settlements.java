// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import java.util.ArrayDeque;

/**
 * Orders that have ended in a transaction and that no request can name, or that have gone to another partition: they
 * are forgotten when it is over.
 */
final class Settlements
{
    private final ArrayDeque<FixOrder> orders = new ArrayDeque<>();
    private final OrderTable table;

    Settlements(final OrderTable table)
    {
        this.table = table;
    }

    void add(final FixOrder order)
    {
        if (!order.isRemembered())
        {
            addMoved(order);
        }
    }

    /** One that is in another partition: its names are free here. */
    void addMoved(final FixOrder order)
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
            table.forget(order);
        }
    }
}
