// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Random;
import java.util.function.Function;
import java.util.function.LongSupplier;

class VariationMarginTest
{
    private static final long E5 = 100_000L;

    @Test
    void shouldRoundHalfAKopeckAwayFromZeroWhateverTheSignOfThePrice()
    {
        // Half a point at 0.01 roubles a point is half a kopeck.
        assertEquals(1, VariationMargin.unit(50_000, 1_000));
        assertEquals(-1, VariationMargin.unit(-50_000, 1_000));
        assertEquals(0, VariationMargin.unit(49_999, 1_000));
        assertEquals(0, VariationMargin.unit(-49_999, 1_000));
        assertEquals(0, VariationMargin.unit(0, 1_000));
    }

    @Test
    void shouldPayASellerWhoLosesTheWorkedExampleOfTheRules()
    {
        // Rules 1.3: 7 sold at 112 800, tick 10. By day W is 18.02468, in the evening 18.11234.
        final long byDay = VariationMargin.pointValueE5(1_802_468, 10 * E5);
        final long inTheEvening = VariationMargin.pointValueE5(1_811_234, 10 * E5);
        assertEquals(180_247, byDay);
        assertEquals(181_123, inTheEvening);
        // 113 150 * 1.80247 = 203 949.4805, 112 800 * 1.80247 = 203 318.616: 7 * 630.86.
        assertEquals(-4_416_02, VariationMargin.ofLot(-7, 113_150 * E5, 112_800 * E5, byDay));
        // 112 990 * 1.81123 = 204 650.8777, 112 800 * 1.81123 = 204 306.744: 7 * 344.14.
        assertEquals(-2_408_98, VariationMargin.ofLot(-7, 112_990 * E5, 112_800 * E5, inTheEvening));
    }

    @Test
    void shouldFollowTheRateOfTheCurrency()
    {
        // Tick times lot are 0.2 dollars at 90.1234 roubles.
        assertEquals(1_802_468, VariationMargin.tickValueE5(20_000, 90_123_400));
        // 0.00001 dollars at 0.5 and at 0.499999 roubles.
        assertEquals(1, VariationMargin.tickValueE5(1, 500_000));
        assertEquals(0, VariationMargin.tickValueE5(1, 499_999));
    }

    @Test
    void shouldTakeFromTheSellerWhatTheBuyerGetsAndAgreeWithDecimals()
    {
        assertAgreesWithDecimals(28_111, random ->
        {
            final long settlementE5 = any(random, 2);
            final long referenceE5 = any(random, 2);
            final long pointValueE5 = Math.abs(any(random, 20));
            final long lots = any(random, 32);
            final BigDecimal settlement = unit(settlementE5, pointValueE5);
            final BigDecimal reference = unit(referenceE5, pointValueE5);
            final BigDecimal expected = settlement.subtract(reference).multiply(BigDecimal.valueOf(lots));
            final boolean fits =
                fits(settlement) && fits(reference) && fits(settlement.subtract(reference)) && fits(expected);
            return new Drawn(expected.movePointRight(2), fits, () ->
            {
                final long bought = VariationMargin.ofLot(lots, settlementE5, referenceE5, pointValueE5);
                assertEquals(0, bought + VariationMargin.ofLot(-lots, settlementE5, referenceE5, pointValueE5));
                return bought;
            });
        });
    }

    @Test
    void shouldTakeTheSwapOffAPerpetualAndAgreeWithDecimals()
    {
        assertAgreesWithDecimals(28_112, random ->
        {
            final long settlementE5 = any(random, 2);
            final long referenceE5 = any(random, 2);
            final long tickValueE5 = Math.abs(any(random, 25));
            final long priceTickE5 = 1 + Math.abs(any(random, 25));
            final long swapRateE4 = any(random, 25);
            final long lotUnits = 1 + Math.abs(any(random, 40));
            final BigDecimal gain = BigDecimal.valueOf(settlementE5).subtract(BigDecimal.valueOf(referenceE5))
                .multiply(BigDecimal.valueOf(tickValueE5));
            final BigDecimal swap = BigDecimal.valueOf(swapRateE4, 4).multiply(BigDecimal.valueOf(lotUnits));
            // Roubles times R.
            final BigDecimal expected = gain.movePointLeft(5)
                .subtract(swap.multiply(BigDecimal.valueOf(priceTickE5)))
                .movePointRight(2)
                .divide(BigDecimal.valueOf(priceTickE5), 0, RoundingMode.HALF_UP);
            return new Drawn(expected, expected.toBigIntegerExact().bitLength() < Long.SIZE, () ->
                VariationMargin.perPerpetual(
                    settlementE5, referenceE5, tickValueE5, priceTickE5, swapRateE4, lotUnits));
        });
    }

    /** A random case: kopecks by decimals, whether 64 bits hold them, and the computation. */
    private record Drawn(BigDecimal expected, boolean fits, LongSupplier actual)
    {
    }

    private static void assertAgreesWithDecimals(final long defaultSeed, final Function<Random, Drawn> draw)
    {
        final long seed = Long.getLong("seed", defaultSeed);
        System.out.println("VariationMarginTest seed=" + seed);
        final Random random = new Random(seed);
        int refused = 0;
        for (int i = 0; i < 50_000; i++)
        {
            final Drawn drawn = draw.apply(random);
            final String facts = "seed=" + seed + " i=" + i + " expected=" + drawn.expected;
            if (drawn.fits)
            {
                assertEquals(drawn.expected.longValueExact(), drawn.actual.getAsLong(), facts);
            }
            else
            {
                refused++;
                assertThrows(ArithmeticException.class, drawn.actual::getAsLong, facts);
            }
        }
        assertTrue(refused > 100 && refused < 25_000, "refused=" + refused);
    }

    private static BigDecimal unit(final long priceE5, final long pointValueE5)
    {
        return BigDecimal.valueOf(priceE5, 5).multiply(BigDecimal.valueOf(pointValueE5, 5))
            .setScale(2, RoundingMode.HALF_UP);
    }

    private static boolean fits(final BigDecimal roubles)
    {
        return roubles.movePointRight(2).toBigIntegerExact().bitLength() < Long.SIZE &&
            !roubles.movePointRight(2).equals(BigDecimal.valueOf(Long.MIN_VALUE));
    }

    private static long any(final Random random, final int least)
    {
        return random.nextLong() >> least + random.nextInt(Long.SIZE - least);
    }

    @Test
    void shouldRoundHalfAKopeckOfAPerpetualAwayFromZero()
    {
        // A swap of 0.0001 roubles on 50 units is half a kopeck; who holds it pays it.
        assertEquals(-1, VariationMargin.perPerpetual(0, 0, E5, E5, 1, 50));
        assertEquals(1, VariationMargin.perPerpetual(0, 0, E5, E5, -1, 50));
        assertEquals(0, VariationMargin.perPerpetual(0, 0, E5, E5, 1, 49));
        // A gain of a kopeck less the half.
        assertEquals(1, VariationMargin.perPerpetual(1_000, 0, E5, E5, 1, 50));
    }

    @Test
    void shouldAddGainAndSwapThatTogetherExceedSixtyFourBits()
    {
        // 30 000 points at 30 000 roubles, and 900 000 roubles on each of 1 000 units: 900 million roubles twice.
        assertEquals(1_800_000_000_00L, VariationMargin.perPerpetual(
            30_000 * E5, 0, 30_000 * E5, E5, -900_000_0000L, 1_000));
        assertEquals(-1_800_000_000_00L, VariationMargin.perPerpetual(
            0, 30_000 * E5, 30_000 * E5, E5, 900_000_0000L, 1_000));
        assertEquals(0, VariationMargin.perPerpetual(30_000 * E5, 0, 30_000 * E5, E5, 900_000_0000L, 1_000));
    }
}
