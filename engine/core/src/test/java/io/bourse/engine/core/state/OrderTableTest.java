// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.protocol.LoginProtocol;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/**
 * Live orders by id and by login, those of other partitions among them.
 */
class OrderTableTest
{
    private static final long PARTITION = 3L << 48;
    private static final int PAGE = 4096;
    /** More pages than the list of free ones holds at first. */
    private static final int PAGES = 1_100;

    private final OrderTable table = new OrderTable(PARTITION);
    private final Login one = login(1);
    private final Login other = login(2);

    private static Login login(final int id)
    {
        return new Login(id, LoginProtocol.TWIME, new byte[20], new BrokerageFirm(1, 0));
    }

    private Order put(final Login login, final long orderId)
    {
        final Order order = new Order();
        order.orderId = orderId;
        order.login = login;
        table.put(order);
        return order;
    }

    private static List<Long> ids(final Login login)
    {
        final List<Long> ids = new ArrayList<>();
        Order previous = null;
        for (Order order = login.firstOrder; null != order; order = order.nextOfLogin)
        {
            assertSame(previous, order.previousOfLogin);
            previous = order;
            ids.add(order.orderId - PARTITION);
        }
        assertSame(previous, login.lastOrder);
        assertEquals(ids.size(), login.liveOrders);
        return ids;
    }

    private List<Long> ids()
    {
        final List<Long> ids = new ArrayList<>();
        table.forEach(order -> ids.add(order.orderId));
        assertEquals(ids.size(), table.size());
        return ids;
    }

    @Test
    void shouldChainTheOrdersOfALoginAsTheyCome()
    {
        final List<Order> orders = new ArrayList<>();
        for (int i = 1; i <= 6; i++)
        {
            orders.add(put(one, PARTITION + i));
            put(other, PARTITION + 10 + i);
        }
        assertEquals(List.of(1L, 2L, 3L, 4L, 5L, 6L), ids(one));
        table.remove(orders.get(2));
        assertEquals(List.of(1L, 2L, 4L, 5L, 6L), ids(one));
        table.remove(orders.get(0));
        table.remove(orders.get(5));
        assertEquals(List.of(2L, 4L, 5L), ids(one));
        assertNull(orders.get(0).nextOfLogin);
        assertNull(orders.get(5).previousOfLogin);
        put(one, PARTITION + 7);
        assertEquals(List.of(2L, 4L, 5L, 7L), ids(one));
        table.remove(orders.get(1));
        table.remove(orders.get(3));
        table.remove(orders.get(4));
        table.remove(table.get(PARTITION + 7));
        assertEquals(List.of(), ids(one));
        assertEquals(List.of(11L, 12L, 13L, 14L, 15L, 16L), ids(other));
    }

    @Test
    void shouldFindOrdersOfOtherPartitions()
    {
        final Order own = put(one, PARTITION + PAGE - 1);
        assertNull(table.get(5));
        final Order later = put(one, (4L << 48) + 1);
        final Order earlier = put(one, 5);
        final Order next = put(other, PARTITION + PAGE);
        assertTrue(later.hasMoved && earlier.hasMoved);
        assertFalse(own.hasMoved || next.hasMoved);
        for (final Order order : List.of(own, later, earlier, next))
        {
            assertSame(order, table.get(order.orderId));
        }
        assertNull(table.get(PARTITION + 5));
        assertNull(table.get(PARTITION));
        assertNull(table.get(6));
        assertNull(table.get(PARTITION + 1024L * PAGE));
        assertEquals(List.of(5L, later.orderId, own.orderId, next.orderId), ids());
        assertEquals(4, table.size());
        table.remove(earlier);
        assertNull(table.get(5));
        assertEquals(List.of(later.orderId, own.orderId, next.orderId), ids());
        table.remove(later);
        table.remove(own);
        assertEquals(List.of(next.orderId), ids());
        assertNull(table.get(own.orderId));
    }

    @Test
    void shouldUseEmptyPagesAgain()
    {
        for (int round = 0; round < 2; round++)
        {
            final List<Order> orders = new ArrayList<>();
            for (long i = 0; i < PAGES; i++)
            {
                orders.add(put(one, PARTITION + i * PAGE + round));
            }
            for (final Order order : orders)
            {
                assertSame(order, table.get(order.orderId));
                assertNull(table.get(order.orderId + 1));
            }
            assertEquals(orders.stream().map(order -> order.orderId).toList(), ids());
            orders.forEach(table::remove);
            assertEquals(List.of(), ids());
            assertNull(table.get(PARTITION + round));
        }
    }

    /** Ids of orders that never rest skip pages. */
    @Test
    void shouldTakeAnIdFarBehindTheLast()
    {
        final Order first = put(one, PARTITION + 1);
        final Order last = put(one, PARTITION + 10L * PAGES * PAGE);
        assertEquals(List.of(first.orderId, last.orderId), ids());
        assertSame(last, table.get(last.orderId));
    }
}
