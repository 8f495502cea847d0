// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Random;

import org.junit.jupiter.api.Test;

class RoundTest
{
    @Test
    void shouldAgreeWithBigDecimalOnAnyFactors()
    {
        final long seed = Long.getLong("seed", 26_111);
        System.out.println("RoundTest seed=" + seed);
        final Random random = new Random(seed);
        int overflows = 0;
        for (int i = 0; i < 200_000; i++)
        {
            final long a = random.nextLong() >> random.nextInt(64);
            final long b = random.nextLong() >> random.nextInt(64);
            final long divisor = Math.max(1, (random.nextLong() >>> 1) >> random.nextInt(63));
            final BigDecimal expected = BigDecimal.valueOf(a).multiply(BigDecimal.valueOf(b))
                .divide(BigDecimal.valueOf(divisor), 0, RoundingMode.HALF_UP);
            if (expected.toBigInteger().bitLength() > 63)
            {
                overflows++;
                assertThrows(ArithmeticException.class, () -> Round.multiplyDivide(a, b, divisor));
            }
            else
            {
                final String facts = a + "*" + b + "/" + divisor;
                assertEquals(expected.longValueExact(), Round.multiplyDivide(a, b, divisor), facts);
            }
        }
        assertEquals(true, overflows > 1_000, "overflows=" + overflows);
    }

    @Test
    void shouldDivideTheLargestValuesWithoutWrapping()
    {
        assertEquals(Long.MAX_VALUE, Round.divide(Long.MAX_VALUE, 1));
        assertEquals(Long.MIN_VALUE, Round.divide(Long.MIN_VALUE, 1));
        assertEquals(1, Round.divide(Long.MAX_VALUE, Long.MAX_VALUE));
        assertEquals(-1, Round.divide(Long.MIN_VALUE, Long.MAX_VALUE));
        assertThrows(IllegalArgumentException.class, () -> Round.divide(1, 0));
        assertThrows(IllegalArgumentException.class, () -> Round.multiplyDivide(Long.MAX_VALUE, 2, -1));
    }

    @Test
    void shouldFallBackWhenPriceTimesPointValueLeavesSixtyFourBits()
    {
        final long priceE5 = 10_000_000L * 100_000L;
        final long pointValueE5 = 1_000L * 100_000L;
        assertEquals(10_000_000L * 1_000L * 100L, VariationMargin.unit(priceE5, pointValueE5));
        assertEquals(-10_000_000L * 1_000L * 100L, VariationMargin.unit(-priceE5, pointValueE5));
    }

    @Test
    void shouldSumBeyondALong()
    {
        final Sum128 sum = new Sum128();
        BigInteger expected = BigInteger.ZERO;
        final Random random = new Random(7);
        for (int i = 0; i < 10_000; i++)
        {
            final long value = random.nextLong() >> (i & 1);
            sum.add(value);
            expected = expected.add(BigInteger.valueOf(value));
            assertEquals(expected, sum.value());
        }
        for (int i = 0; i < 4; i++)
        {
            sum.add(Long.MAX_VALUE);
            expected = expected.add(BigInteger.valueOf(Long.MAX_VALUE));
        }
        assertEquals(expected, sum.value());
    }
}
