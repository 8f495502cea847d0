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
 * Sums of 128 bits against {@link BigInteger}.
 */
class WideKopecksTest
{
    private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);

    @Test
    void shouldEqualBigIntegerWhenProductsComeAndGo()
    {
        final long seed = Long.getLong("bourse.seed", System.nanoTime());
        System.out.println("WideKopecksTest bourse.seed=" + seed);
        final SplittableRandom random = new SplittableRandom(seed);
        final WideKopecks sum = new WideKopecks();
        BigInteger expected = BigInteger.ZERO;
        for (int i = 0; i < 200_000; i++)
        {
            final long lots = random.nextLong(Exposure.MAX_LOTS + 1) >>> random.nextInt(62);
            final long kopecks = random.nextLong(MarginRates.MAX_KOPECKS + 1) >>> random.nextInt(47);
            final BigInteger product = BigInteger.valueOf(lots).multiply(BigInteger.valueOf(kopecks));
            if (random.nextBoolean())
            {
                sum.addProduct(lots, kopecks);
                expected = expected.add(product);
            }
            else
            {
                sum.subtractProduct(lots, kopecks);
                expected = expected.subtract(product);
            }
            final long limit = random.nextLong() >> random.nextInt(64);
            final String at = "seed=" + seed + " i=" + i;
            assertEquals(expected.signum() > 0, sum.isPositive(), at);
            assertEquals(expected.compareTo(BigInteger.valueOf(limit)) > 0, sum.exceeds(limit), at);
            if (expected.signum() >= 0)
            {
                assertEquals(expected.min(MAX).longValueExact(), sum.clamped(), at);
            }
        }
    }

    @Test
    void shouldCompareAtTheEdgesOfALong()
    {
        final WideKopecks sum = new WideKopecks();
        assertFalse(sum.isPositive());
        assertFalse(sum.exceeds(0));
        assertTrue(sum.exceeds(-1));
        assertTrue(sum.exceeds(Long.MIN_VALUE));
        sum.addProduct(Long.MAX_VALUE, 1);
        assertFalse(sum.exceeds(Long.MAX_VALUE));
        assertTrue(sum.exceeds(Long.MAX_VALUE - 1));
        sum.addProduct(1, 1);
        assertTrue(sum.exceeds(Long.MAX_VALUE));
        assertEquals(Long.MAX_VALUE, sum.clamped());
        sum.subtractProduct(Long.MAX_VALUE, 1);
        assertEquals(1, sum.clamped());
    }
}
