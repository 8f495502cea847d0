// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import io.bourse.engine.book.OrderBook;

/**
 * Parked orders in the order in which they came, linked through the orders themselves. An order is in one list at most.
 */
public final class OrderList implements HashedState
{
    private Order first;
    private Order last;
    private int size;

    public boolean isEmpty()
    {
        return null == first;
    }

    /** Oldest order, or null; the next one is its {@link Order#nextParked}. */
    public Order first()
    {
        return first;
    }

    /**
     * Puts an order at the end.
     *
     * @param order that is in no list.
     */
    public void add(final Order order)
    {
        order.previousParked = last;
        order.nextParked = null;
        if (null == last)
        {
            first = order;
        }
        else
        {
            last.nextParked = order;
        }
        last = order;
        size++;
    }

    /**
     * Takes an order out.
     *
     * @param order that is in this list.
     */
    public void remove(final Order order)
    {
        if (null == order.previousParked)
        {
            first = order.nextParked;
        }
        else
        {
            order.previousParked.nextParked = order.nextParked;
        }
        if (null == order.nextParked)
        {
            last = order.previousParked;
        }
        else
        {
            order.nextParked.previousParked = order.previousParked;
        }
        order.previousParked = null;
        order.nextParked = null;
        size--;
    }

    /**
     * Visits all orders, oldest first.
     *
     * @param visitor that must not change the list.
     */
    public void forEach(final OrderBook.OrderVisitor<Order> visitor)
    {
        for (Order order = first; null != order; order = order.nextParked)
        {
            visitor.onOrder(order);
        }
    }

    @Override
    public void hashInto(final StateHash hash)
    {
        hash.add(size);
        for (Order order = first; null != order; order = order.nextParked)
        {
            order.hashInto(hash);
        }
    }
}
