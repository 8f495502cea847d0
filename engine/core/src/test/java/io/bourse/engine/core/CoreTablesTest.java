// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.bourse.engine.core.state.BrokerageFirm;
import io.bourse.engine.core.state.KeyTable;
import io.bourse.engine.core.state.Login;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.OrderTable;
import io.bourse.engine.protocol.DefineLoginDecoder;
import io.bourse.engine.protocol.LoginProtocol;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The tables under everything: dense keys, orders by id.
 */
@Tag("venue")
class CoreTablesTest
{
    private static final Login LOGIN = login();

    @Test
    void shouldGiveDenseIndexesWhenKeysAreGridLike()
    {
        final KeyTable table = new KeyTable();
        final int accounts = 2_000;
        final int instruments = 200;
        int expected = 0;
        for (long account = 0; account < accounts; account++)
        {
            for (long instrument = 1; instrument <= instruments; instrument++)
            {
                assertEquals(expected, table.indexOfOrAdd(account << 32 | instrument));
                expected++;
            }
        }
        assertEquals(expected, table.size());
        assertEquals(instruments, table.indexOf(1L << 32 | 1));
        assertEquals(1L << 32 | 1, table.keyAt(instruments));
        assertEquals(KeyTable.MISSING, table.indexOf(1L << 32));
        assertEquals(KeyTable.MISSING, table.indexOf(-1));
    }

    @Test
    void shouldHoldZeroAndExtremeKeys()
    {
        final KeyTable table = new KeyTable();
        final long[] keys = {0, -1, Long.MIN_VALUE, Long.MAX_VALUE};
        for (int i = 0; i < keys.length; i++)
        {
            assertEquals(KeyTable.MISSING, table.indexOf(keys[i]));
            assertEquals(i, table.add(keys[i]));
        }
        for (int i = 0; i < keys.length; i++)
        {
            assertEquals(i, table.indexOf(keys[i]));
        }
    }

    @Test
    void shouldFindOnlyLiveOrdersWhenPagesComeAndGo()
    {
        final long prefix = 3L << 48;
        final OrderTable table = new OrderTable(prefix);
        final Deque<Order> live = new ArrayDeque<>();
        final Order veteran = order(prefix + 1);
        table.put(veteran);
        for (long counter = 2; counter < 6_000_000; counter++)
        {
            final Order order = live.size() < 3_000 ? order(0) : live.removeFirst();
            if (0 != order.orderId)
            {
                final long orderId = order.orderId;
                table.remove(order);
                assertNull(table.get(orderId));
            }
            order.orderId = prefix + counter;
            table.put(order);
            live.addLast(order);
        }
        assertSame(veteran, table.get(prefix + 1));
        assertNull(table.get(1));
        assertNull(table.get(prefix));
        assertNull(table.get(prefix + 6_000_000));
        for (final Order order : live)
        {
            assertSame(order, table.get(order.orderId));
        }
        assertEquals(3_001, table.size());
    }

    @Test
    void shouldGrowFarEnoughWhenManyIdsWereSkipped()
    {
        final OrderTable table = new OrderTable(0);
        final Order early = order(1);
        final Order late = order(100_000_000);
        table.put(early);
        table.put(late);
        assertSame(early, table.get(1));
        assertSame(late, table.get(100_000_000));
        assertNull(table.get(99_999_999));
    }

    @Test
    void shouldGiveDenseIndexesWhenMillionsOfKeysCome()
    {
        final KeyTable table = new KeyTable();
        final int count = 3_000_000;
        for (int i = 0; i < count; i++)
        {
            assertEquals(i, table.add(spread(i)));
        }
        assertEquals(count, table.size());
        for (int i = 0; i < count; i++)
        {
            assertEquals(i, table.indexOf(spread(i)));
            assertEquals(spread(i), table.keyAt(i));
        }
        assertEquals(KeyTable.MISSING, table.indexOf(spread(count)));
    }

    @Test
    void shouldHoldKeysAddedInBatchesWhenFewerOrMoreAreReserved()
    {
        final int count = 200_000;
        final int batch = 450;
        final long[] keys = new long[batch];
        for (final int reserved : new int[]{0, 1_024, 1_025, 10_000, count, 10 * count})
        {
            final KeyTable table = new KeyTable();
            table.reserve(reserved);
            for (int first = 0; first < count; first += batch)
            {
                final int length = Math.min(batch, count - first);
                for (int i = 0; i < length; i++)
                {
                    keys[i] = spread(first + i);
                }
                table.addAll(keys, length);
            }
            assertEquals(count, table.size());
            for (int i = 0; i < count; i++)
            {
                assertEquals(i, table.indexOf(spread(i)));
                assertEquals(spread(i), table.keyAt(i));
            }
            assertEquals(KeyTable.MISSING, table.indexOf(spread(count)));
        }
    }

    /** Keys like account codes: a slow first part, digits and letters behind it. */
    private static long spread(final int i)
    {
        return (long)(i % 36 + '0') << 48 | (long)(i / 36 % 36 + '0') << 40 | (long)(i / 1296 % 36 + '0') << 32 |
            i / 46_656 + 0x3030_4141L;
    }

    private static Order order(final long orderId)
    {
        final Order order = new Order();
        order.orderId = orderId;
        order.login = LOGIN;
        return order;
    }

    private static Login login()
    {
        final CommandWriter command = new CommandWriter().login(1, LoginProtocol.TWIME, "alpha", "AA01");
        final DefineLoginDecoder decoder = new DefineLoginDecoder();
        decoder.wrapAndApplyHeader(command.buffer, CommandWriter.OFFSET, new MessageHeaderDecoder());
        return new Login(decoder, new BrokerageFirm(0, 0));
    }
}
