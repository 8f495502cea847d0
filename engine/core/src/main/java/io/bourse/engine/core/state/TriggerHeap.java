// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import io.bourse.engine.book.OrderBook;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Orders of one instrument that wait for the last price to rise, or to fall, to their trigger; the next one to be
 * triggered first: by ascending trigger, or descending, then by order id, which is time. A binary heap in which every
 * order knows its place, so that any of them leaves in logarithmic time. It grows by doubling and never shrinks.
 */
public final class TriggerHeap implements HashedState
{
    /** {@link Order#triggerIndex} of an order that is in no heap. */
    public static final int ABSENT = -1;

    private static final int INITIAL_CAPACITY = 16;

    private final boolean isRising;
    private final Comparator<Order> comparator = this::compare;
    private Order[] orders = new Order[INITIAL_CAPACITY];
    private int size;

    public TriggerHeap(final boolean isRising)
    {
        this.isRising = isRising;
    }

    /**
     * The next order to be triggered, if a price triggers it.
     *
     * @param lastE5 last price.
     * @return order that is still here, or null.
     */
    public Order triggeredBy(final long lastE5)
    {
        return 0 != size && isReached(orders[0].stopPriceE5, lastE5, isRising) ? orders[0] : null;
    }

    public void add(final Order order)
    {
        if (size == orders.length)
        {
            orders = Arrays.copyOf(orders, size << 1);
        }
        siftUp(size++, order);
    }

    /**
     * Takes an order out.
     *
     * @param order that is here.
     */
    public void remove(final Order order)
    {
        final int index = order.triggerIndex;
        final Order last = orders[--size];
        orders[size] = null;
        order.triggerIndex = ABSENT;
        if (last != order)
        {
            siftDown(index, last);
            if (orders[index] == last)
            {
                siftUp(index, last);
            }
        }
    }

    /** Whether the last price is at a trigger, or beyond it in its direction. */
    public static boolean isReached(final long triggerE5, final long lastE5, final boolean isRising)
    {
        return isRising ? lastE5 >= triggerE5 : lastE5 <= triggerE5;
    }

    public boolean isEmpty()
    {
        return 0 == size;
    }

    /**
     * Visits all orders in order of triggering: the layout of a heap depends on its history.
     *
     * @param visitor that must not change the heap.
     */
    public void forEach(final OrderBook.OrderVisitor<Order> visitor)
    {
        final Order[] sorted = Arrays.copyOf(orders, size);
        Arrays.sort(sorted, comparator);
        for (final Order order : sorted)
        {
            visitor.onOrder(order);
        }
    }

    @Override
    public void hashInto(final StateHash hash)
    {
        hash.add(size);
        forEach(order -> order.hashInto(hash));
    }

    private int compare(final Order left, final Order right)
    {
        if (left.stopPriceE5 != right.stopPriceE5)
        {
            return left.stopPriceE5 < right.stopPriceE5 == isRising ? -1 : 1;
        }
        return Order.compareAge(left, right);
    }

    private void siftUp(final int from, final Order order)
    {
        int index = from;
        while (index > 0)
        {
            final int parent = (index - 1) >> 1;
            if (compare(orders[parent], order) <= 0)
            {
                break;
            }
            put(index, orders[parent]);
            index = parent;
        }
        put(index, order);
    }

    private void siftDown(final int from, final Order order)
    {
        int index = from;
        int child = (index << 1) + 1;
        while (child < size)
        {
            if (child + 1 < size && compare(orders[child + 1], orders[child]) < 0)
            {
                child++;
            }
            if (compare(order, orders[child]) <= 0)
            {
                break;
            }
            put(index, orders[child]);
            index = child;
            child = (index << 1) + 1;
        }
        put(index, order);
    }

    private void put(final int index, final Order order)
    {
        orders[index] = order;
        order.triggerIndex = index;
    }
}
