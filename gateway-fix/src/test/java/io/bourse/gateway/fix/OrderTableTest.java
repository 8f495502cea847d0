// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

class OrderTableTest
{
    private static final FixInstrument INSTRUMENT = new FixInstrument(1, "SYM");
    private final FixLogin login = new FixLogin(1, "FIX1", null);
    private final OrderTable table = new OrderTable(2);

    @Test
    void shouldForgetOldestEndedOrderWhenRetentionIsExceeded()
    {
        final FixOrder first = end(working("a", 1));
        final FixOrder second = end(working("b", 2));
        final FixOrder stillWorking = working("c", 3);
        end(working("d", 4));
        assertNull(table.byOrderId(first.orderId));
        assertNull(login.byClOrdId.get("a"));
        assertSame(second, login.byClOrdId.get("b"));
        assertSame(stillWorking, table.byOrderId(3));
        assertEquals(1, table.working());
    }

    @Test
    void shouldFindOrderUnderFirstAndPresentIdWhenItMoved()
    {
        final FixOrder order = working("a", 1);
        table.move(order, 5);
        table.move(order, 9);
        assertSame(order, table.byOrderId(1));
        assertSame(order, table.byOrderId(9));
        assertNull(table.byOrderId(5));
    }

    @Test
    void shouldKeepNewestNamesWhenChainIsLong()
    {
        final FixOrder order = working("n0", 1);
        for (int i = 1; i <= FixOrder.MAX_NAMES; i++)
        {
            table.addName(order, "n" + i);
        }
        assertNull(login.byClOrdId.get("n0"));
        assertSame(order, login.byClOrdId.get("n1"));
        assertSame(order, login.byClOrdId.get("n" + FixOrder.MAX_NAMES));
        assertEquals(FixOrder.MAX_NAMES, order.names.size());
    }

    private FixOrder working(final String clOrdId, final long orderId)
    {
        final FixOrder order = new FixOrder(login, INSTRUMENT, 1, 1, '0');
        table.addName(order, clOrdId);
        table.accept(order, orderId);
        return order;
    }

    private FixOrder end(final FixOrder order)
    {
        order.end(FixOrder.CANCELED);
        table.retire(order);
        return order;
    }
}
