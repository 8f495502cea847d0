// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.util.Random;

class TheoreticalPriceTest
{
    private static final long E5 = 100_000L;

    @Test
    void shouldKnowE()
    {
        final String digits = TheoreticalPrice.exp(BigDecimal.ONE).toString();
        assertEquals("2.718281828459045235360287471352662497757247093699", digits.substring(0, 50));
    }

    @Test
    void shouldBeSpotWithoutTimeOrInterest()
    {
        assertEquals(92_345 * E5, TheoreticalPrice.forwardE5(92_345 * E5, 160_000, 0, 0, E5));
        assertEquals(92_345 * E5, TheoreticalPrice.forwardE5(92_345 * E5, 0, 90, 0, E5));
    }

    @Test
    void shouldGrowWithInterestAndFallWithDividends()
    {
        // 25431 * exp(0.16 * 90 / 365) = 26454.359..., less 350 of dividends: 26104.359...
        assertEquals(26_104 * E5, TheoreticalPrice.forwardE5(25_431 * E5, 160_000, 90, 350 * E5, E5));
        assertEquals(26_100 * E5, TheoreticalPrice.forwardE5(25_431 * E5, 160_000, 90, 350 * E5, 10 * E5));
        // A negative rate, and a price below zero.
        assertEquals(-2_15_000L, TheoreticalPrice.forwardE5(-2_15_000L, 0, 30, 0, 1_000));
    }

    @Test
    void shouldRoundHalfATickAwayFromZero()
    {
        assertEquals(10 * E5, TheoreticalPrice.forwardE5(5 * E5, 0, 0, 0, 10 * E5));
        assertEquals(-10 * E5, TheoreticalPrice.forwardE5(-5 * E5, 0, 0, 0, 10 * E5));
    }

    @Test
    void shouldAgreeWithFloatingPoint()
    {
        final long seed = Long.getLong("seed", 26_113);
        System.out.println("TheoreticalPriceTest seed=" + seed);
        final Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++)
        {
            final double x = 20 * random.nextDouble() - 10;
            final double ratio = TheoreticalPrice.exp(new BigDecimal(x)).doubleValue() / StrictMath.exp(x);
            assertTrue(Math.abs(ratio - 1) < 1e-14, "x=" + x + " ratio=" + ratio);
        }
    }

    @Test
    void shouldRefuseWhatIsOutOfAnyRange()
    {
        assertThrows(ArithmeticException.class,
            () -> TheoreticalPrice.forwardE5(E5, 1_000_000_000_000L, 3_650, 0, E5));
        assertThrows(ArithmeticException.class, () -> TheoreticalPrice.forwardE5(Long.MAX_VALUE, 160_000, 90, 0, 1));
        // A rate of 100 for a year and not a millionth more.
        assertEquals(0, TheoreticalPrice.forwardE5(0, 100_000_000, 365, 0, 1));
        assertThrows(ArithmeticException.class, () -> TheoreticalPrice.forwardE5(0, 100_000_001, 365, 0, 1));
    }
}
