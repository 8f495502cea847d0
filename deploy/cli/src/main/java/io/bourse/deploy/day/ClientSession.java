// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.day;

import io.bourse.deploy.orders.OrderAction;

import java.util.List;

/**
 * What all clients of the day do alike: keep within a window of unanswered requests, know their own orders, and leave
 * out requests about orders that they know to be gone.
 */
abstract class ClientSession implements DayClient
{
    /** Orders not known to be gone. */
    protected final ClientOrders orders = new ClientOrders();
    /** Counts of this part of the day. */
    protected ClientTally tally = new ClientTally();

    private final String name;
    private final List<String> accounts;
    private final int window;

    /**
     * A client.
     *
     * @param name for people.
     * @param accounts it trades for.
     * @param window most requests without an answer.
     */
    protected ClientSession(final String name, final List<String> accounts, final int window)
    {
        this.name = name;
        this.accounts = accounts;
        this.window = window;
    }

    /**
     * Sends a new order.
     *
     * @param order that it becomes.
     * @param action with its terms.
     * @return false when it must be tried again.
     */
    protected abstract boolean sendNew(ClientOrder order, OrderAction action);

    /**
     * Sends a cancel or a replace.
     *
     * @param order it is about; nothing is pending on it.
     * @param action with its terms.
     * @return false when it must be tried again.
     */
    protected abstract boolean sendChange(ClientOrder order, OrderAction action);

    @Override
    public final boolean send(final OrderAction action)
    {
        if (outstanding() >= window)
        {
            return false;
        }
        if (OrderAction.Kind.NEW == action.kind)
        {
            final ClientOrder order = new ClientOrder(
                action.key, accounts.get(action.account % accounts.size()), action.instrumentId, action.buy);
            order.totalLots = action.qtyLots;
            order.priceE5 = action.priceE5;
            return sendNew(order, action);
        }
        final ClientOrder order = orders.byKey(action.key);
        if (null == order || nothingLeft(order, action))
        {
            tally.dropped++;
            return true;
        }
        return !order.pending && sendChange(order, action);
    }

    private static boolean nothingLeft(final ClientOrder order, final OrderAction action)
    {
        return OrderAction.Kind.REDUCE == action.kind && order.totalLots <= action.qtyLots;
    }

    @Override
    public final void tally(final ClientTally into)
    {
        tally = into;
    }

    @Override
    public final String name()
    {
        return name;
    }
}
