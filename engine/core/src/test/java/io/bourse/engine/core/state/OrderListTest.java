// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/**
 * Whichever order leaves, the others stay in their order.
 */
class OrderListTest
{
    private static final int SIZE = 4;

    @Test
    void shouldKeepTheOthersWhicheverLeaves()
    {
        for (int first = 0; first < SIZE; first++)
        {
            for (int second = 0; second < SIZE - 1; second++)
            {
                final OrderList list = new OrderList();
                final List<Order> expected = new ArrayList<>();
                for (int i = 0; i < SIZE; i++)
                {
                    add(list, expected);
                }
                remove(list, expected, first);
                remove(list, expected, second);
                add(list, expected);
                remove(list, expected, 0);
                remove(list, expected, 1);
                remove(list, expected, 0);
                add(list, expected);
            }
        }
    }

    private static void add(final OrderList list, final List<Order> expected)
    {
        final Order order = new Order();
        list.add(order);
        expected.add(order);
        assertList(list, expected);
    }

    private static void remove(final OrderList list, final List<Order> expected, final int index)
    {
        final Order order = expected.remove(index);
        list.remove(order);
        assertNull(order.nextParked);
        assertNull(order.previousParked);
        assertList(list, expected);
    }

    private static void assertList(final OrderList list, final List<Order> expected)
    {
        final List<Order> found = new ArrayList<>();
        list.forEach(order ->
        {
            assertSame(found.isEmpty() ? null : found.getLast(), order.previousParked);
            found.add(order);
        });
        assertEquals(expected, found);
        assertEquals(expected.isEmpty(), list.isEmpty());
        assertSame(expected.isEmpty() ? null : expected.getFirst(), list.first());
    }
}
