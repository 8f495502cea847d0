// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.matching;

import io.bourse.engine.book.OrderBook;
import io.bourse.engine.core.state.HashedState;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.OrderList;
import io.bourse.engine.core.state.SessionState;
import io.bourse.engine.core.state.StateHash;
import io.bourse.engine.protocol.PhaseTraits;

/**
 * Parked orders that go as soon as the session is open and their instrument takes orders, oldest first. Those whose
 * instrument does not are passed over once, and looked at again only when a phase has changed: a closing price may
 * elect any number of stop orders that wait until the next morning, and no command in between must walk past them.
 */
public final class ReadyOrders implements HashedState
{
    private final SessionState session;
    private OrderList ready = new OrderList();
    /** All older than {@link #ready}, and in order too. */
    private OrderList passedOver = new OrderList();

    ReadyOrders(final SessionState session)
    {
        this.session = session;
    }

    public void add(final Order order)
    {
        ready.add(order);
    }

    /**
     * Takes an order out.
     *
     * @param order that is here.
     */
    void remove(final Order order)
    {
        if (order.isPassedOver)
        {
            passedOver.remove(order);
            order.isPassedOver = false;
        }
        else
        {
            ready.remove(order);
        }
    }

    /** The next order that may go now, out of here; null when there is none. */
    Order poll()
    {
        if (SessionState.Phase.OPEN != session.phase())
        {
            return null;
        }
        Order order = ready.first();
        while (null != order)
        {
            ready.remove(order);
            if (PhaseTraits.of(order.instrument.phase).takesOrders())
            {
                return order;
            }
            order.isPassedOver = true;
            passedOver.add(order);
            order = ready.first();
        }
        return null;
    }

    /** A phase has changed: who was passed over may go now. */
    void onPhaseChanged()
    {
        if (passedOver.isEmpty())
        {
            return;
        }
        for (Order order = passedOver.first(); null != order; order = order.nextParked)
        {
            order.isPassedOver = false;
        }
        for (Order order = ready.first(); null != order; order = ready.first())
        {
            ready.remove(order);
            passedOver.add(order);
        }
        final OrderList emptied = ready;
        ready = passedOver;
        passedOver = emptied;
    }

    /** Visits those that were passed over, oldest first. */
    public void forEachPassedOver(final OrderBook.OrderVisitor<Order> visitor)
    {
        passedOver.forEach(visitor);
    }

    /** Visits those that were not, oldest first. */
    public void forEachReady(final OrderBook.OrderVisitor<Order> visitor)
    {
        ready.forEach(visitor);
    }

    /** Adds an order that was passed over before a snapshot. */
    public void restorePassedOver(final Order order)
    {
        order.isPassedOver = true;
        passedOver.add(order);
    }

    @Override
    public void hashInto(final StateHash hash)
    {
        passedOver.hashInto(hash);
        ready.hashInto(hash);
    }
}
