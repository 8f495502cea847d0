// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.gateway.fix.field.FixInstrument;
import io.bourse.gateway.fix.field.FixText;
import io.bourse.gateway.fix.session.FixGatewayOptions;
import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

class OrderTableTest
{
    private static final FixInstrument INSTRUMENT = new FixInstrument(1, "SYM", "RUB", false);
    private final OrderTable table = new OrderTable(2);
    private final FixLogin login = new FixLogin(1, null, table.newNameTable());

    @Test
    void shouldForgetOldestEndedOrderWhenRetentionIsExceeded()
    {
        end(working("a", 1));
        final FixOrder second = end(working("b", 2));
        final FixOrder stillWorking = working("c", 3);
        end(working("d", 4));
        assertNull(table.byOrderId(1));
        assertNull(named("a"));
        assertSame(second, named("b"));
        assertSame(stillWorking, table.byOrderId(3));
        assertEquals(1, table.working());
    }

    @Test
    void shouldUseAForgottenOrderAgainUnlessSomethingRefersToIt()
    {
        final FixOrder first = end(working("a", 1));
        final FixOrder referred = end(working("b", 2));
        referred.references++;
        end(working("c", 3));
        assertSame(first, working("d", 4));
        end(working("e", 5));
        assertNull(named("b"));
        assertEquals(2, referred.orderId);
        assertEquals(6, working("f", 6).orderId);
        assertEquals(2, referred.orderId);
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
            table.acceptName(order, new FixText().set("n" + i));
        }
        assertNull(named("n0"));
        assertSame(order, named("n1"));
        assertSame(order, named("n" + FixOrder.MAX_NAMES));
        assertEquals(FixOrder.MAX_NAMES, order.nameCount);
        assertEquals(FixOrder.MAX_NAMES, login.names.size());
    }

    @Test
    void shouldKeepItsNameWhenAnyNumberOfReplacesIsRefused()
    {
        final FixOrder order = working("present", 1);
        order.clOrdId.set("present");
        for (int i = 1; i <= 2 * FixOrder.MAX_NAMES; i++)
        {
            table.addName(order, new FixText().set("n" + i));
        }
        assertSame(order, named("present"));
        for (int i = 1; i <= 2 * FixOrder.MAX_NAMES; i++)
        {
            assertSame(order, named("n" + i));
            table.removeName(order, new FixText().set("n" + i));
        }
        assertSame(order, named("present"));
        assertEquals(1, order.nameCount);
        assertEquals(1, login.names.size());
    }

    @Test
    void shouldReadLiveOrdersInPortionsWhileTheyChange()
    {
        working("a", 1);
        final FixOrder second = working("b", 2);
        final FixOrder third = working("c", 3);
        working("d", 4);
        login.working.rewind();
        assertEquals(1, login.working.read().orderId);
        end(second);
        end(third);
        assertEquals(4, login.working.read().orderId);
        assertNull(login.working.read());
        assertEquals(2, login.working.size());
    }

    @Test
    void shouldFindEveryNameWhenThereAreMany()
    {
        for (int i = 1; i <= 5_000; i++)
        {
            working("name-" + i, i);
        }
        for (int i = 1; i <= 5_000; i += 2)
        {
            table.removeName(table.byOrderId(i), new FixText().set("name-" + i));
        }
        for (int i = 1; i <= 5_000; i++)
        {
            assertSame(0 == i % 2 ? table.byOrderId(i) : null, named("name-" + i));
        }
        assertEquals(2_500, login.names.size());
    }

    /** What the start of a venue reckons with, to a third. */
    @Test
    void shouldTakeTheMemoryThatIsSaid()
    {
        final int count = 50_000;
        final OrderTable large = new OrderTable(count);
        final FixLogin trader = new FixLogin(2, null, large.newNameTable());
        final FixText text = new FixText();
        final long before = usedBytes();
        for (int i = 1; i <= count; i++)
        {
            final FixOrder order = large.take(trader, INSTRUMENT, 1, 1, '0');
            for (int name = 0; name < 5; name++)
            {
                large.acceptName(order, text.set("20261128-" + (1_000_000_000L + 5L * i + name)));
            }
            order.clOrdId.set(text);
            large.accept(order, i);
            order.end(FixOrder.CANCELED);
            large.retire(order);
        }
        final long bytes = (usedBytes() - before) / count;
        assertSame(large.byOrderId(count), trader.names.get(text));
        assertTrue(bytes <= FixGatewayOptions.ENDED_ORDER_BYTES * 4L / 3 &&
            bytes >= FixGatewayOptions.ENDED_ORDER_BYTES * 2L / 3, "bytes=" + bytes);
    }

    private static long usedBytes()
    {
        for (int i = 0; i < 3; i++)
        {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private FixOrder named(final String name)
    {
        return login.names.get(new FixText().set(name));
    }

    private FixOrder working(final String clOrdId, final long orderId)
    {
        final FixOrder order = table.take(login, INSTRUMENT, 1, 1, '0');
        table.acceptName(order, new FixText().set(clOrdId));
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
