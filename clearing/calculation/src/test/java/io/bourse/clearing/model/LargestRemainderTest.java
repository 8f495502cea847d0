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
import java.util.stream.LongStream;

class LargestRemainderTest
{
    @Test
    void shouldServeEqualRemaindersInOrder()
    {
        assertArrayEquals(new long[]{1, 1, 0, 0}, LargestRemainder.share(2, new long[]{7, 7, 7, 7}, 4));
        assertArrayEquals(new long[]{0, 1, 1}, LargestRemainder.share(2, new long[]{1, 3, 3}, 3));
    }

    @Test
    void shouldGiveEverythingOrNothingWithoutRemainders()
    {
        assertArrayEquals(new long[]{3, 5}, LargestRemainder.share(8, new long[]{3, 5, 9}, 2));
        assertArrayEquals(new long[]{0, 0}, LargestRemainder.share(0, new long[]{3, 5}, 2));
        assertArrayEquals(new long[0], LargestRemainder.share(0, new long[]{9}, 0));
    }

    @Test
    void shouldRefuseWhatCannotBeShared()
    {
        assertThrows(IllegalArgumentException.class, () -> LargestRemainder.share(9, new long[]{3, 5}, 2));
        assertThrows(IllegalArgumentException.class, () -> LargestRemainder.share(-1, new long[]{3, 5}, 2));
        assertThrows(IllegalArgumentException.class, () -> LargestRemainder.share(1, new long[]{3, 0}, 2));
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
            final long bound = 0 == round % 3 ? Long.MAX_VALUE / 41 : 1 + random.nextInt(9);
            final long[] weights = LongStream.range(0, count).map(i -> 1 + random.nextLong(bound)).toArray();
            final long sum = Arrays.stream(weights).sum();
            final long total = random.nextLong(sum + 1);
            final String facts = "seed=" + seed + " round=" + round + " total=" + total;
            final long[] shares = LargestRemainder.share(total, weights, count);
            assertArrayEquals(expected(total, weights, sum), shares, facts);
            assertEquals(total, Arrays.stream(shares).sum(), facts);
            for (int i = 0; i < count; i++)
            {
                assertEquals(shares[i], Math.clamp(shares[i], 0, weights[i]), facts);
            }
        }
    }

    private static long[] expected(final long total, final long[] weights, final long sum)
    {
        final BigInteger[] remainders = new BigInteger[weights.length];
        final long[] shares = new long[weights.length];
        long left = total;
        for (int i = 0; i < weights.length; i++)
        {
            final BigInteger[] parts = BigInteger.valueOf(total).multiply(BigInteger.valueOf(weights[i]))
                .divideAndRemainder(BigInteger.valueOf(sum));
            shares[i] = parts[0].longValueExact();
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
