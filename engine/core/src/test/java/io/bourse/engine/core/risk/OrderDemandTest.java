// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.risk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;

/**
 * Notionals of up to 192 bits against {@link BigInteger}.
 */
class OrderDemandTest
{
    private static final BigInteger UNITS_PER_KOPECK = BigInteger.valueOf(1_000);

    private final long seed = Long.getLong("bourse.seed", System.nanoTime());
    private final SplittableRandom random = new SplittableRandom(seed);
    private final OrderDemand demand = new OrderDemand();

    @Test
    void shouldCompareNotionalsOfTwoOrders()
    {
        System.out.println("OrderDemandTest bourse.seed=" + seed);
        for (int i = 0; i < 20_000; i++)
        {
            final long lots = lots();
            final long ticks = random.nextLong() >> random.nextInt(64);
            final long otherLots = random.nextBoolean() ? lots : lots();
            final long otherTicks = random.nextBoolean() ? -ticks : random.nextLong() >> random.nextInt(64);
            assertEquals(
                notional(lots, ticks).compareTo(notional(otherLots, otherTicks)) > 0,
                OrderDemand.isNotionalAbove(lots, ticks, otherLots, otherTicks),
                "seed=" + seed + " i=" + i);
        }
    }

    @Test
    void shouldCompareNotionalsOfEqualHighHalves()
    {
        assertFalse(OrderDemand.isNotionalAbove(3, 5, 5, 3));
        assertTrue(OrderDemand.isNotionalAbove(3, -5, 7, 2));
        assertFalse(OrderDemand.isNotionalAbove(7, 2, 3, -5));
        assertTrue(OrderDemand.isNotionalAbove(1, Long.MIN_VALUE, 1, Long.MAX_VALUE));
        assertFalse(OrderDemand.isNotionalAbove(1, Long.MAX_VALUE, 1, Long.MIN_VALUE));
        assertFalse(OrderDemand.isNotionalAbove(1L << 40, 1L << 40, 1L << 41, 1L << 39));
        assertTrue(OrderDemand.isNotionalAbove(1L << 40, 1L << 41, 1L << 40, 1L << 40));
    }

    @Test
    void shouldCompareTheNotionalOfAnOrderWithALimit()
    {
        System.out.println("OrderDemandTest bourse.seed=" + seed);
        final BigInteger most = BigInteger.valueOf(Long.MAX_VALUE);
        for (int i = 0; i < 20_000; i++)
        {
            final long lots = lots();
            final long ticks = random.nextLong() >> random.nextInt(64);
            final long tickValueE5 = 1 + (random.nextLong() >>> 1 + random.nextInt(62));
            final BigInteger units = notional(lots, ticks).multiply(BigInteger.valueOf(tickValueE5));
            final long near = units.divide(UNITS_PER_KOPECK).min(most).longValueExact();
            demand.begin(0, lots, ticks, tickValueE5);
            for (final long limit : new long[]{near, Math.max(0, near - 1), random.nextLong() >>> 1})
            {
                assertEquals(
                    units.compareTo(BigInteger.valueOf(limit).multiply(UNITS_PER_KOPECK)) > 0,
                    demand.isNotionalAbove(limit),
                    "seed=" + seed + " i=" + i + " limit=" + limit);
            }
        }
    }

    @Test
    void shouldPassANotionalThatIsTheLimit()
    {
        demand.begin(0, 5, 100, 100_000);
        assertFalse(demand.isNotionalAbove(50_000));
        assertTrue(demand.isNotionalAbove(49_999));
        demand.begin(0, 1L << 61, Long.MIN_VALUE, Long.MAX_VALUE);
        assertTrue(demand.isNotionalAbove(Long.MAX_VALUE));
        demand.begin(0, 1L << 32, 1L << 32, 1_000);
        assertTrue(demand.isNotionalAbove(Long.MAX_VALUE));
    }

    private long lots()
    {
        return random.nextLong(Exposure.MAX_LOTS + 1) >>> random.nextInt(62);
    }

    private static BigInteger notional(final long lots, final long ticks)
    {
        return BigInteger.valueOf(lots).multiply(BigInteger.valueOf(ticks).abs());
    }
}
