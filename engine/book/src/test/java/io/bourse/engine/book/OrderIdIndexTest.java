// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;

/**
 * The index against a HashMap, with ids that senders use and with ids that somebody chose to hurt; and how far from
 * home ids are, because a search costs that much.
 */
class OrderIdIndexTest
{
    private static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;
    private static final long INVERSE = inverse(GOLDEN);
    /** Of a new index: 64 groups of 16 slots. */
    private static final int GROUP_BITS = 6;
    private static final int SLOTS = 1024;
    /** How far from home an id of a new index may be. */
    private static final int PROBES_LIMIT = 32;

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
    void shouldAgreeWhateverIdsItHolds()
    {
        final long seed = Long.getLong("bourse.seed", System.nanoTime());
        System.out.println("OrderIdIndexTest bourse.seed=" + seed);
        final Random random = new Random(seed);
        final List<Long> sameHome = idsWithHome(random.nextInt(1 << GROUP_BITS), GROUP_BITS, random.nextInt(16), 2_000);
        live(seed, 20_000, 10 + random.nextInt(1_000), counter -> switch (random.nextInt(3))
        {
            case 0 -> 1_000_000 + counter;
            case 1 -> counter << 32;
            default -> sameHome.isEmpty() ? counter : sameHome.removeLast();
        });
        clear();
    }

    @Test
    void shouldNotWalkTheWholeTableWhenAllIdsHaveTheSameHome()
    {
        final List<Long> ids = idsWithHome(0, GROUP_BITS, 0, 100_000);
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

    @Test
    void shouldFindEveryIdAtHomeWhenIdsAreCounted()
    {
        for (long id = 1; id <= 1 << 16; id++)
        {
            put(id);
            if (id >= SLOTS / 4 && 1 == Long.bitCount(id))
            {
                assertEquals(0, farthest(map.keySet()), "size=" + id);
            }
        }
    }

    @Test
    void shouldTakeTheNextGroupWhenTheSlotAtHomeIsTaken()
    {
        final List<Long> ids = idsWithHome(5, GROUP_BITS, 3, PROBES_LIMIT + 1);
        for (final long id : ids)
        {
            put(id);
        }
        for (int i = 0; i <= PROBES_LIMIT; i++)
        {
            assertEquals(i, index.distanceFromHome(ids.get(i)));
        }
    }

    @Test
    void shouldScatterIdsWhenOneWouldGoTooFar()
    {
        final List<Long> ids = idsWithHome(5, GROUP_BITS, 3, PROBES_LIMIT + 2);
        for (final long id : ids)
        {
            put(id);
        }
        assertTrue(farthest(ids) < 8, "distance=" + farthest(ids));
    }

    @Test
    void shouldKeepCountedIdsNearHomeWhenScattered()
    {
        idsWithHome(5, GROUP_BITS, 3, PROBES_LIMIT + 2).forEach(this::put);
        clear();
        for (long id = 1; id <= SLOTS / 2; id++)
        {
            put(id);
        }
        assertTrue(farthest(map.keySet()) < 8, "distance=" + farthest(map.keySet()));
    }

    @Test
    void shouldScatterOtherwiseWhenItHoldsAnotherId()
    {
        // Both have the same home and differ only in high bits, which are those that a weak mix would lose.
        final long difference = 49L << 57;
        final long bystander = idsWithHome(9, GROUP_BITS, 7, 1_000).stream()
            .filter(id -> id < Long.MAX_VALUE - difference).findFirst().orElseThrow();
        final long another = bystander + difference;
        final List<Long> row = idsWithHome(5, GROUP_BITS, 0, 128, PROBES_LIMIT + 2);
        assertNotEquals(distancesWhenScatteredWith(bystander, row), distancesWhenScatteredWith(another, row));
    }

    @Test
    void shouldLetNoIdGoFartherThanHalfWayRound()
    {
        final List<Integer> farthest = new ArrayList<>();
        long counter = 0;
        for (int i = 0; i < 5; i++)
        {
            counter = buildRow(counter, farthest);
        }
        assertEquals(List.of(32, 32, 64, 64, 128), farthest);
    }

    @Test
    void shouldMoveIdsBackWhenOneLeavesTheirRow()
    {
        final List<Long> row = idsWithHome(5, GROUP_BITS, 3, 4);
        final long neighbour = idsWithHome(6, GROUP_BITS, 0, 1).getFirst();
        final long atHome = idsWithHome(10, GROUP_BITS, 12, 1).getFirst();
        row.forEach(this::put);
        put(neighbour);
        put(atHome);
        assertEquals(List.of(0, 1, 2, 3, 3, 0), distances(row, neighbour, atHome));
        assertSame(map.get(row.get(1)), index.remove(row.get(1)));
        row.remove(1);
        assertEquals(List.of(0, 1, 2, 2, 0), distances(row, neighbour, atHome));
        assertSame(map.get(row.get(0)), index.remove(row.get(0)));
        row.removeFirst();
        assertEquals(List.of(0, 1, 1, 0), distances(row, neighbour, atHome));
        assertSame(map.get(row.get(1)), index.remove(row.get(1)));
        row.remove(1);
        assertEquals(List.of(0, 0, 0), distances(row, neighbour, atHome));
    }

    @Test
    void shouldGrowWhenMoreThanAQuarterIsUsed()
    {
        final long first = idsWithHome(20, GROUP_BITS + 1, 3, 1).getFirst();
        final long second = idsWithHome(21, GROUP_BITS + 1, 3, 1).getFirst();
        put(first);
        put(second);
        for (long id = 1; id <= SLOTS / 4 - 2; id++)
        {
            put(id);
        }
        assertEquals(1, index.distanceFromHome(second));
        put(SLOTS);
        assertEquals(0, index.distanceFromHome(second));
    }

    @Test
    void shouldFindAllWhenGrowthMakesOneRowOfTwo()
    {
        final int length = PROBES_LIMIT - 2;
        final List<Long> ids = idsWithHome(20, GROUP_BITS + 1, 0, length);
        ids.addAll(idsWithHome(21, GROUP_BITS + 1, 1, length));
        ids.forEach(this::put);
        assertEquals(length - 1, farthest(ids));
        // At home in other groups, before and after: only the growth may find that a row is too long.
        for (int slot = 46 << 4; map.size() <= SLOTS / 4; slot++)
        {
            put(idsWithHome(slot >> 4, GROUP_BITS, slot & 15, 1).getFirst());
        }
        for (final Map.Entry<Long, RestingOrder> entry : map.entrySet())
        {
            assertSame(entry.getValue(), index.get(entry.getKey()));
        }
        assertTrue(farthest(ids) < 8, "distance=" + farthest(ids));
    }

    /**
     * Somebody who sees how far each id goes keeps those that make one row longer, until the index scatters them. Adds
     * how far the farthest one was then.
     */
    private long buildRow(final long firstCounter, final List<Integer> farthest)
    {
        final List<Long> row = new ArrayList<>();
        long counter = firstCounter;
        while (row.isEmpty() || index.distanceFromHome(row.getLast()) == row.size() - 1)
        {
            final long id = ++counter << 4;
            put(id);
            if (index.distanceFromHome(id) == row.size())
            {
                row.add(id);
            }
            else
            {
                map.remove(id);
                index.remove(id);
            }
        }
        farthest.add(row.size() - 1);
        clear();
        return counter;
    }

    private static List<Integer> distancesWhenScatteredWith(final long bystander, final List<Long> row)
    {
        final OrderIdIndex index = new OrderIdIndex();
        index.put(bystander, new RestingOrder());
        row.forEach(id -> index.put(id, new RestingOrder()));
        index.remove(bystander);
        row.forEach(index::remove);
        row.forEach(id -> index.put(id, new RestingOrder()));
        return row.stream().map(index::distanceFromHome).toList();
    }

    private List<Integer> distances(final List<Long> row, final long... more)
    {
        return LongStream.concat(row.stream().mapToLong(id -> id), LongStream.of(more))
            .mapToObj(index::distanceFromHome).toList();
    }

    private int farthest(final Collection<Long> ids)
    {
        return ids.stream().mapToInt(index::distanceFromHome).max().orElseThrow();
    }

    private static List<Long> idsWithHome(final int group, final int groupBits, final int lowBits, final int count)
    {
        return idsWithHome(group, groupBits, lowBits, 1, count);
    }

    /** Ids at the very begin of a group of an index that has not scattered yet, with the given 4 lowest bits. */
    private static List<Long> idsWithHome(
        final int group, final int groupBits, final int lowBits, final int multipleOf, final int count)
    {
        final List<Long> ids = new ArrayList<>();
        for (long product = ((long)group << Long.SIZE - groupBits) + 1; ids.size() < count; product++)
        {
            final long number = product * INVERSE;
            if (number > 0 && number < 1L << 58 && 0 == number % multipleOf)
            {
                ids.add(number << 4 | lowBits);
            }
        }
        return ids;
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
