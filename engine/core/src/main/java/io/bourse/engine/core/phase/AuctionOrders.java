// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.phase;

import io.bourse.engine.book.OrderBook;
import io.bourse.engine.core.state.HashedState;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.OrderList;
import io.bourse.engine.core.state.StateHash;

import java.util.Arrays;

/**
 * Orders that wait for their auction, by instrument in order of arrival.
 */
public final class AuctionOrders implements HashedState
{
    private static final int INITIAL_CAPACITY = 16;

    /** By {@link Instrument#index}; null for an instrument in which no order ever waited. */
    private OrderList[] lists = new OrderList[INITIAL_CAPACITY];

    public void park(final Order order)
    {
        final int index = order.instrument.index;
        if (index >= lists.length)
        {
            lists = Arrays.copyOf(lists, Math.max(lists.length << 1, index + 1));
        }
        if (null == lists[index])
        {
            lists[index] = new OrderList();
        }
        lists[index].add(order);
    }

    public void remove(final Order order)
    {
        lists[order.instrument.index].remove(order);
    }

    /**
     * The order of an instrument that waits longest; the next one is its {@link Order#nextParked}.
     *
     * @param instrument of the orders.
     * @return null when none waits.
     */
    public Order first(final Instrument instrument)
    {
        return instrument.index < lists.length && null != lists[instrument.index] ?
            lists[instrument.index].first() : null;
    }

    /**
     * Visits all orders: instruments by index, oldest first.
     *
     * @param visitor that must not change anything here.
     */
    public void forEach(final OrderBook.OrderVisitor<Order> visitor)
    {
        for (final OrderList list : lists)
        {
            if (null != list)
            {
                list.forEach(visitor);
            }
        }
    }

    @Override
    public void hashInto(final StateHash hash)
    {
        for (int i = 0; i < lists.length; i++)
        {
            if (null != lists[i] && !lists[i].isEmpty())
            {
                hash.add(i);
                lists[i].hashInto(hash);
            }
        }
    }
}
