// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

/**
 * Free list of orders that grows by pages and never shrinks.
 */
public final class OrderPool
{
    private static final int PAGE_SIZE = 1024;

    private Order free;

    /**
     * Takes an order out of the pool. Its contents are those of an earlier life: the caller sets every field.
     *
     * @return order that belongs to the caller.
     */
    public Order acquire()
    {
        if (null == free)
        {
            grow();
        }
        final Order order = free;
        free = order.nextParked;
        order.nextParked = null;
        return order;
    }

    public void release(final Order order)
    {
        order.instrument = null;
        order.hasMoved = false;
        order.login = null;
        order.nextParked = free;
        free = order;
    }

    private void grow()
    {
        for (int i = 0; i < PAGE_SIZE; i++)
        {
            release(new Order());
        }
    }
}
