// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

import java.math.BigInteger;
import java.util.Random;

class Sum128Test
{
    private static Sum128 of(final long... values)
    {
        final Sum128 sum = new Sum128();
        for (final long value : values)
        {
            sum.add(value);
        }
        return sum;
    }

    @Test
    void shouldBeZeroOnlyWhenReceiversAndPayersCancel()
    {
        assertTrue(of().isZero());
        assertTrue(of(Long.MAX_VALUE, Long.MAX_VALUE, 2, Long.MIN_VALUE, Long.MIN_VALUE).isZero());
        assertFalse(of(1).isZero());
        assertFalse(of(-1).isZero());
        // 2^64: nothing is left in the lower half.
        assertFalse(of(Long.MIN_VALUE, Long.MIN_VALUE).isZero());
        assertEquals("-18446744073709551616", of(Long.MIN_VALUE, Long.MIN_VALUE).toString());
        assertEquals("18446744073709551615", of(Long.MAX_VALUE, Long.MAX_VALUE, 1).toString());
    }

    @Test
    void shouldCompareByWhatIsSummed()
    {
        assertEquals(of(5), of(7, -2));
        assertEquals(of(5).hashCode(), of(7, -2).hashCode());
        assertNotEquals(of(5), of(6));
        assertNotEquals(of(0), of(Long.MIN_VALUE, Long.MIN_VALUE));
        assertNotEquals(of(5), (Object)5L);
    }

    @Test
    void shouldCarryAndBorrowNothingWhenLowerHalvesAreTheSame()
    {
        assertTrue(of(7).add(of()).subtract(of(7)).isZero());
    }

    @Test
    void shouldAddTotalsPlaceByPlace()
    {
        final Sum128[] totals = Sum128.array(2);
        totals[1].add(3);
        Sum128.add(totals, new Sum128[]{of(1), of(2)});
        assertArrayEquals(new Sum128[]{of(1), of(5)}, totals);
    }

    @Test
    void shouldAgreeWithBigIntegersWhateverIsAddedAndTakenOff()
    {
        final long seed = Long.getLong("seed", 28_113);
        System.out.println("Sum128Test seed=" + seed);
        final Random random = new Random(seed);
        final Sum128 sum = new Sum128();
        BigInteger expected = BigInteger.ZERO;
        for (int i = 0; i < 50_000; i++)
        {
            final long value = random.nextLong() >> random.nextInt(Long.SIZE);
            final BigInteger change = BigInteger.valueOf(value);
            final Sum128 other = of(value, value, random.nextInt());
            switch (random.nextInt(4))
            {
                case 0 ->
                {
                    sum.add(value);
                    expected = expected.add(change);
                }
                case 1 ->
                {
                    sum.addUpperHalves(value);
                    expected = expected.add(change.shiftLeft(Integer.SIZE));
                }
                case 2 ->
                {
                    sum.add(other);
                    expected = expected.add(other.value());
                }
                default ->
                {
                    sum.subtract(other);
                    expected = expected.subtract(other.value());
                }
            }
            assertEquals(expected, sum.value(), "seed=" + seed + " i=" + i);
        }
    }
}
