// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.bourse.engine.protocol.Side;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeSet;

/**
 * The heap of stop orders against a sorted set; run one seed again with {@code -Dbourse.seed=...}.
 */
@Tag("venue")
class TriggerHeapTest
{
    private static final int STEPS = 200_000;

    @ParameterizedTest
    @EnumSource(value = Side.class, names = {"BUY", "SELL"})
    void shouldGiveOrdersAsASortedSetDoes(final Side side)
    {
        final long seed = Long.getLong("bourse.seed", System.nanoTime());
        System.out.println("TriggerHeapTest bourse.seed=" + seed);
        final SplittableRandom random = new SplittableRandom(seed);
        final TriggerHeap heap = new TriggerHeap(Side.BUY == side);
        final Comparator<Order> byTrigger = Comparator.comparingLong(order -> order.stopPriceE5);
        final TreeSet<Order> sorted = new TreeSet<>(
            (Side.BUY == side ? byTrigger : byTrigger.reversed())
                .thenComparing(order -> !order.hasMoved).thenComparingLong(order -> order.orderId));
        final List<Order> present = new ArrayList<>();
        for (int i = 1; i <= STEPS; i++)
        {
            final int choice = random.nextInt(100);
            if (choice < 45 + 10 * (i / 20_000 % 2))
            {
                final Order order = new Order();
                order.orderId = i;
                order.hasMoved = 0 == i % 3;
                order.side = side;
                order.stopPriceE5 = price(random);
                heap.add(order);
                sorted.add(order);
                present.add(order);
            }
            else if (choice < 70 && !present.isEmpty())
            {
                final Order order = swapOut(present, random.nextInt(present.size()));
                heap.remove(order);
                sorted.remove(order);
                assertEquals(TriggerHeap.ABSENT, order.triggerIndex);
            }
            else
            {
                assertTriggered(heap, sorted, present, side, price(random), seed);
            }
        }
        final List<Order> visited = new ArrayList<>();
        heap.forEach(visited::add);
        assertEquals(List.copyOf(sorted), visited, () -> "seed=" + seed);
    }

    private static void assertTriggered(
        final TriggerHeap heap,
        final TreeSet<Order> sorted,
        final List<Order> present,
        final Side side,
        final long lastE5,
        final long seed)
    {
        final Order first = sorted.isEmpty() ? null : sorted.first();
        final boolean isReached =
            null != first && (Side.BUY == side ? lastE5 >= first.stopPriceE5 : lastE5 <= first.stopPriceE5);
        if (isReached)
        {
            assertSame(first, heap.triggeredBy(lastE5), () -> "seed=" + seed);
            heap.remove(first);
            sorted.remove(first);
            swapOut(present, present.indexOf(first));
        }
        else
        {
            assertNull(heap.triggeredBy(lastE5), () -> "seed=" + seed);
        }
    }

    /** Few prices, so that time decides often; the ends of a long are among them. */
    private static long price(final SplittableRandom random)
    {
        final int choice = random.nextInt(40);
        return 0 == choice ? Long.MIN_VALUE : 1 == choice ? Long.MAX_VALUE : choice - 20;
    }

    private static Order swapOut(final List<Order> orders, final int index)
    {
        final Order last = orders.remove(orders.size() - 1);
        return index == orders.size() ? last : orders.set(index, last);
    }
}
