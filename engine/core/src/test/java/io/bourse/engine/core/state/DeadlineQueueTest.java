// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.bourse.engine.core.snapshot.SnapshotWriter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;

@Tag("venue")
class DeadlineQueueTest
{
    private final DeadlineQueue queue = new DeadlineQueue();
    private final List<String> fired = new ArrayList<>();

    @Test
    void shouldFireByDeadlineThenInOrderOfScheduling()
    {
        schedule(30, 1);
        schedule(10, 2);
        schedule(20, 3);
        schedule(10, 4);
        assertEquals(10, queue.nextDeadlineNs());
        fireAll(19);
        assertEquals(List.of("2@10", "4@10"), fired);
        assertEquals(20, queue.nextDeadlineNs());
        fireAll(30);
        assertEquals(List.of("2@10", "4@10", "3@20", "1@30"), fired);
        assertEquals(DeadlineQueue.NONE, queue.nextDeadlineNs());
    }

    @Test
    void shouldFireWhatIsScheduledWhileFiringInItsTurn()
    {
        queue.schedule(10, (key, deadlineNs) -> schedule(15, 9), 1);
        schedule(20, 2);
        fireAll(20);
        assertEquals(List.of("9@15", "2@20"), fired);
    }

    @Test
    void shouldNotFireWhatWasCancelled()
    {
        final long first = schedule(10, 1);
        final long second = schedule(10, 2);
        assertTrue(first > 0);
        queue.cancel(first);
        queue.cancel(first);
        queue.cancel(0);
        queue.cancel(second + 1);
        fireAll(10);
        queue.cancel(second);
        assertEquals(List.of("2@10"), fired);
        assertFalse(queue.fireNext(Long.MAX_VALUE));
    }

    @Test
    void shouldForgetOnlyOnceWhenItHasGrown()
    {
        for (int i = 0; i < 64; i++)
        {
            schedule(10, i);
        }
        for (int i = 0; i < 1_000; i++)
        {
            final long id = schedule(5, i);
            queue.cancel(id);
            queue.cancel(id);
        }
        assertEquals(64, queue.size());
        fireAll(10);
        assertEquals(64, fired.size());
        assertEquals(0, queue.size());
    }

    @Test
    void shouldNotBeInASnapshotWhenItsKindHasNoName()
    {
        schedule(10, 1);
        final SnapshotWriter writer = new SnapshotWriter((buffer, offset, length) ->
        {
        });
        assertThrows(IllegalStateException.class, () -> queue.writeTo(writer));
    }

    @Test
    void shouldSaturateWhenDeadlineIsBeyondAllTime()
    {
        assertEquals(7, DeadlineQueue.after(3, 4));
        assertEquals(DeadlineQueue.NONE, DeadlineQueue.after(3, Long.MAX_VALUE));
        assertEquals(DeadlineQueue.NONE, DeadlineQueue.after(Long.MAX_VALUE - 1, 5));
    }

    @Test
    void shouldEqualSortedMapWhenScheduledCancelledAndFiredAtRandom()
    {
        final long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("DeadlineQueueTest seed=" + seed);
        final SplittableRandom random = new SplittableRandom(seed);
        final TreeMap<Key, Long> oracle = new TreeMap<>();
        final Map<Long, Long> deadlineOf = new HashMap<>();
        final List<Long> ids = new ArrayList<>();
        final List<String> expected = new ArrayList<>();
        long nowNs = 0;
        for (int i = 0; i < 200_000; i++)
        {
            final int choice = random.nextInt(100);
            if (choice < 55)
            {
                final long deadlineNs = nowNs + random.nextInt(5_000);
                final long id = schedule(deadlineNs, i);
                oracle.put(new Key(deadlineNs, id), (long)i);
                deadlineOf.put(id, deadlineNs);
                ids.add(id);
            }
            else if (choice < 95 && !ids.isEmpty())
            {
                final long id = ids.get(random.nextInt(ids.size()));
                queue.cancel(id);
                final Long deadlineNs = deadlineOf.remove(id);
                if (null != deadlineNs)
                {
                    oracle.remove(new Key(deadlineNs, id));
                }
            }
            else
            {
                nowNs += random.nextInt(500);
                fireAll(nowNs);
                while (!oracle.isEmpty() && oracle.firstKey().deadlineNs <= nowNs)
                {
                    final Map.Entry<Key, Long> first = oracle.pollFirstEntry();
                    expected.add(first.getValue() + "@" + first.getKey().deadlineNs);
                }
            }
            if (ids.size() > 3_000)
            {
                ids.subList(0, 2_000).clear();
            }
            final long next = oracle.isEmpty() ? DeadlineQueue.NONE : oracle.firstKey().deadlineNs;
            assertEquals(next, queue.nextDeadlineNs(), () -> "seed=" + seed);
        }
        assertEquals(oracle.size(), queue.size());
        fireAll(Long.MAX_VALUE);
        oracle.forEach((key, value) -> expected.add(value + "@" + key.deadlineNs));
        assertEquals(expected, fired, () -> "seed=" + seed);
    }

    @Test
    void shouldHashInOrderOfFiringWhateverTheHistory()
    {
        final DeadlineQueue other = new DeadlineQueue();
        final long[] deadlines = {50, 40, 30, 20, 10};
        for (final long deadlineNs : deadlines)
        {
            queue.schedule(deadlineNs, this::onDeadline, deadlineNs);
        }
        final long cancelled = other.schedule(5, this::onDeadline, 5);
        other.cancel(cancelled);
        for (int i = 1; i < deadlines.length; i++)
        {
            other.schedule(deadlines[i], this::onDeadline, deadlines[i]);
        }
        assertNotEquals(hash(queue), hash(other));
        final long before = hash(queue);
        assertEquals(before, hash(queue));
        schedule(60, 60);
        assertNotEquals(before, hash(queue));
        fireAll(100);
        assertEquals(List.of("10@10", "20@20", "30@30", "40@40", "50@50", "60@60"), fired);
    }

    @Test
    void shouldNotAllocateWhenWarm()
    {
        final DeadlineQueue.DeadlineHandler handler = (key, deadlineNs) ->
        {
        };
        churn(handler, 1_000_000);
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final long before = threads.getCurrentThreadAllocatedBytes();
        churn(handler, 1_000_000);
        final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertTrue(allocated < 100_000, "bytes=" + allocated);
    }

    private void churn(final DeadlineQueue.DeadlineHandler handler, final int rounds)
    {
        for (int i = 0; i < rounds; i++)
        {
            final long id = queue.schedule(i + 1_000, handler, i);
            if (0 == i % 3)
            {
                queue.cancel(id - i % 200);
            }
            while (queue.fireNext(i))
            {
                assertTrue(queue.size() >= 0);
            }
        }
        while (queue.fireNext(Long.MAX_VALUE))
        {
            assertTrue(queue.size() >= 0);
        }
    }

    private static long hash(final DeadlineQueue queue)
    {
        return new StateHash(List.of(queue)).compute(0);
    }

    private long schedule(final long deadlineNs, final long key)
    {
        return queue.schedule(deadlineNs, this::onDeadline, key);
    }

    private void fireAll(final long nowNs)
    {
        boolean isFired = true;
        while (isFired)
        {
            isFired = queue.fireNext(nowNs);
        }
    }

    private void onDeadline(final long key, final long deadlineNs)
    {
        fired.add(key + "@" + deadlineNs);
    }

    private record Key(long deadlineNs, long id) implements Comparable<Key>
    {
        @Override
        public int compareTo(final Key other)
        {
            final int byDeadline = Long.compare(deadlineNs, other.deadlineNs);
            return 0 == byDeadline ? Long.compare(id, other.id) : byDeadline;
        }
    }
}
