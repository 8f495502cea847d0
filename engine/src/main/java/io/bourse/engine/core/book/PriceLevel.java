// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

/**
 * All resting orders of one side at one price, oldest first, as an intrusive doubly linked list. Pooled by its side.
 */
final class PriceLevel
{
    /** Sort key of the level on its side: see {@link BookSide}. */
    long key;
    long priceE5;
    /** Cannot overflow: an order has less than 2^32 lots and 2^31 live orders do not fit into any heap. */
    long lots;
    int orderCount;
    Order head;
    Order tail;
    PriceLevel nextFree;

    void append(final Order order)
    {
        order.level = this;
        order.previous = tail;
        order.next = null;
        if (null == tail)
        {
            head = order;
        }
        else
        {
            tail.next = order;
        }
        tail = order;
        lots += order.restLots;
        orderCount++;
    }

    void unlink(final Order order)
    {
        if (null == order.previous)
        {
            head = order.next;
        }
        else
        {
            order.previous.next = order.next;
        }
        if (null == order.next)
        {
            tail = order.previous;
        }
        else
        {
            order.next.previous = order.previous;
        }
        order.level = null;
        order.previous = null;
        order.next = null;
        lots -= order.restLots;
        orderCount--;
    }
}
