// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;

class LargestRemainderTest
{
    @Test
    void shouldServeEqualRemaindersInOrder()
    {
        assertArrayEquals(new int[]{1, 1, 0, 0}, LargestRemainder.share(2, new int[]{7, 7, 7, 7}, 4));
        assertArrayEquals(new int[]{0, 1, 1}, LargestRemainder.share(2, new int[]{1, 3, 3}, 3));
    }

    @Test
    void shouldGiveEverythingOrNothingWithoutRemainders()
    {
        assertArrayEquals(new int[]{3, 5}, LargestRemainder.share(8, new int[]{3, 5, 9}, 2));
        assertArrayEquals(new int[]{0, 0}, LargestRemainder.share(0, new int[]{3, 5}, 2));
        assertArrayEquals(new int[0], LargestRemainder.share(0, new int[]{9}, 0));
    }

    @Test
    void shouldRefuseWhatCannotBeShared()
    {
        assertThrows(IllegalArgumentException.class, () -> LargestRemainder.share(9, new int[]{3, 5}, 2));
        assertThrows(IllegalArgumentException.class, () -> LargestRemainder.share(-1, new int[]{3, 5}, 2));
        assertThrows(IllegalArgumentException.class, () -> LargestRemainder.share(1, new int[]{3, 0}, 2));
    }

    @Test
    void shouldShareAsTheDefinitionSays()
    {
        final long seed = Long.getLong("seed", 26_112);
        System.out.println("LargestRemainderTest seed=" + seed);
        final Random random = new Random(seed);
        for (int round = 0; round < 3_000; round++)
        {
            final int count = 1 + random.nextInt(40);
            // Large weights leave 64 bits, small ones make ties.
            final int bound = 0 == round % 3 ? Integer.MAX_VALUE - 1 : 1 + random.nextInt(9);
            final int[] weights = IntStream.range(0, count).map(i -> 1 + random.nextInt(bound)).toArray();
            final long sum = Arrays.stream(weights).asLongStream().sum();
            final long total = random.nextLong(sum + 1);
            final String facts = "seed=" + seed + " round=" + round + " total=" + total;
            final int[] shares = LargestRemainder.share(total, weights, count);
            assertArrayEquals(expected(total, weights, sum), shares, facts);
            assertEquals(total, Arrays.stream(shares).asLongStream().sum(), facts);
            for (int i = 0; i < count; i++)
            {
                assertEquals(shares[i], Math.clamp(shares[i], 0, weights[i]), facts);
            }
        }
    }

    private static int[] expected(final long total, final int[] weights, final long sum)
    {
        final BigInteger[] remainders = new BigInteger[weights.length];
        final int[] shares = new int[weights.length];
        long left = total;
        for (int i = 0; i < weights.length; i++)
        {
            final BigInteger[] parts = BigInteger.valueOf(total).multiply(BigInteger.valueOf(weights[i]))
                .divideAndRemainder(BigInteger.valueOf(sum));
            shares[i] = parts[0].intValueExact();
            remainders[i] = parts[1];
            left -= shares[i];
        }
        IntStream.range(0, weights.length).boxed()
            .sorted(Comparator.comparing((Integer i) -> remainders[i]).reversed().thenComparing(i -> i))
            .limit(left)
            .forEach(i -> shares[i]++);
        return shares;
    }
}
