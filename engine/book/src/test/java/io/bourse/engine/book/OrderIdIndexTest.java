// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongUnaryOperator;

/**
 * The index against a HashMap, with ids that senders use and with ids that somebody chose to hurt.
 */
class OrderIdIndexTest
{
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

    private final OrderIdIndex index = new OrderIdIndex();
    private final Map<Long, RestingOrder> map = new HashMap<>();

    @Test
    void shouldAgreeWhenIdsAreCounted()
    {
        live(1, 300_000, 5_000, counter -> counter);
    }

    @Test
    void shouldAgreeWhenOldOrdersAreDense()
    {
        for (long id = 1; id <= 50_000; id++)
        {
            put(id);
        }
        live(2, 300_000, 55_000, counter -> 50_000 + counter);
        assertSame(map.get(17L), index.get(17));
    }

    @Test
    void shouldAgreeWhenOnlyHighBitsDiffer()
    {
        for (int shift = 1; shift < 46; shift += 5)
        {
            final int bits = shift;
            live(shift, 20_000, 1_000, counter -> counter << bits);
            clear();
        }
    }

    @Test
    void shouldAgreeWhenIdsAreRandom()
    {
        final Random random = new Random(3);
        live(3, 200_000, 3_000, counter -> random.nextLong() >>> 1 | 1);
    }

    @Test
    void shouldNotWalkTheWholeTableWhenAllIdsHaveTheSameHome()
    {
        final long inverse = inverse(GOLDEN);
        int found = 0;
        final List<Long> ids = new ArrayList<>();
        for (long product = 1; found < 100_000; product++)
        {
            final long group = product * inverse;
            if (group > 0 && group < 1L << 59)
            {
                ids.add(group << 4);
                found++;
            }
        }
        for (final long id : ids)
        {
            put(id);
        }
        for (final long id : ids)
        {
            assertTrue(index.distanceFromHome(id) < 1_000, "distance=" + index.distanceFromHome(id));
            assertSame(map.get(id), index.get(id));
            index.remove(id);
            assertNull(index.get(id));
        }
        assertEquals(0, index.size());
    }

    private void live(final long seed, final int steps, final int usualSize, final LongUnaryOperator idOf)
    {
        final Random random = new Random(seed);
        final List<Long> ids = new ArrayList<>(map.keySet());
        for (int i = 1; i <= steps; i++)
        {
            if (random.nextInt(2 * usualSize) >= ids.size())
            {
                final long id = idOf.applyAsLong(i);
                put(id);
                ids.add(id);
            }
            else
            {
                final int at = random.nextInt(ids.size());
                final long id = ids.get(at);
                ids.set(at, ids.getLast());
                ids.removeLast();
                assertSame(map.remove(id), index.remove(id));
                assertNull(index.remove(id));
            }
            if (!ids.isEmpty())
            {
                final long some = ids.get(random.nextInt(ids.size()));
                assertSame(map.get(some), index.get(some));
            }
            assertEquals(map.size(), index.size());
        }
        for (final long id : ids)
        {
            assertSame(map.get(id), index.get(id), "id=" + id);
        }
    }

    private void put(final long id)
    {
        final RestingOrder order = new RestingOrder();
        map.put(id, order);
        index.put(id, order);
    }

    private void clear()
    {
        for (final long id : map.keySet())
        {
            index.remove(id);
        }
        map.clear();
        assertEquals(0, index.size());
    }

    /** Of an odd number modulo 2^64. */
    private static long inverse(final long odd)
    {
        long inverse = odd;
        for (int i = 0; i < 6; i++)
        {
            inverse *= 2 - odd * inverse;
        }
        return inverse;
    }
}
