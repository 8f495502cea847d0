// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WideSumTest
{
    private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);
    private static final BigInteger MIN = BigInteger.valueOf(Long.MIN_VALUE);

    @Test
    void shouldSumAndDivideLikeBigIntegers()
    {
        final long seed = new Random().nextLong();
        System.out.println("WideSumTest seed=" + seed);
        final Random random = new Random(seed);
        for (int round = 0; round < 3_000; round++)
        {
            final WideSum sum = new WideSum();
            BigInteger expected = BigInteger.ZERO;
            for (int i = 0, count = random.nextInt(8); i < count; i++)
            {
                final long a = any(random);
                final long b = any(random) >> 4;
                sum.add(a, b);
                expected = expected.add(BigInteger.valueOf(a).multiply(BigInteger.valueOf(b)));
            }
            final long first = 1 + (any(random) & Long.MAX_VALUE - 1);
            final long second = 1 + (any(random) >>> 8 & (1L << random.nextInt(31)) - 1);
            assertEquals(expected, sum.toBigInteger(), "seed=" + seed);
            assertEquals(quotient(expected, BigInteger.valueOf(first)), sum.roundedQuotient(first), "seed=" + seed);
            assertEquals(
                quotient(expected, BigInteger.valueOf(first).multiply(BigInteger.valueOf(second))),
                sum.roundedQuotient(first, second),
                "seed=" + seed + " sum=" + expected + " first=" + first + " second=" + second);
        }
    }

    /** Numbers of every length. */
    private static long any(final Random random)
    {
        return random.nextLong() >> random.nextInt(63);
    }

    private static long quotient(final BigInteger sum, final BigInteger divisor)
    {
        return new BigDecimal(sum).divide(new BigDecimal(divisor), 0, RoundingMode.HALF_UP).toBigInteger()
            .max(MIN).min(MAX).longValueExact();
    }

    @Test
    void shouldRoundHalvesAwayFromZero()
    {
        final WideSum sum = new WideSum();
        sum.add(5, 1);
        assertEquals(3, sum.roundedQuotient(2));
        sum.add(-10, 1);
        assertEquals(-3, sum.roundedQuotient(2));
        assertEquals(-1, sum.roundedQuotient(5, 2));
        sum.add(1, 1);
        assertEquals(0, sum.roundedQuotient(3, 3));
    }
}
