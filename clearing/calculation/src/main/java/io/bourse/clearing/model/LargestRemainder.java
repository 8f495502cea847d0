// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

import java.math.BigInteger;
import java.util.Arrays;

/**
 * Shares a whole number out in proportion to weights (rules 1.6): everybody gets the whole part of his share, what is
 * left goes one by one to the largest remainders; equal remainders are served in order.
 */
public final class LargestRemainder
{
    private LargestRemainder()
    {
    }

    /**
     * Shares out.
     *
     * @param total to be shared, 0 to the sum of the weights.
     * @param weights above 0 each, in the order in which equal remainders are served.
     * @param count of weights.
     * @return shares in the same order; each at most its weight, together the total.
     * @throws IllegalArgumentException when the total is out of range or a weight is not above 0.
     */
    public static long[] share(final long total, final long[] weights, final int count)
    {
        long sum = 0;
        for (int i = 0; i < count; i++)
        {
            if (weights[i] <= 0)
            {
                throw new IllegalArgumentException("weight must be above 0: index=" + i + " weight=" + weights[i]);
            }
            sum += weights[i];
        }
        if (total < 0 || total > sum)
        {
            throw new IllegalArgumentException("more to share than the weights together: total=" + total + " sum=" +
                sum);
        }
        final long[] shares = new long[count];
        if (0 == total)
        {
            return shares;
        }
        final long[] remainders = new long[count];
        long shared = 0;
        for (int i = 0; i < count; i++)
        {
            shares[i] = divide(total, weights[i], sum, remainders, i);
            shared += shares[i];
        }
        giveRest(shares, remainders, (int)(total - shared));
        return shares;
    }

    private static long divide(
        final long total, final long weight, final long sum, final long[] remainders, final int index)
    {
        final long product = total * weight;
        if (0 == Math.multiplyHigh(total, weight) && product >= 0)
        {
            remainders[index] = product % sum;
            return product / sum;
        }
        final BigInteger[] parts = BigInteger.valueOf(total)
            .multiply(BigInteger.valueOf(weight))
            .divideAndRemainder(BigInteger.valueOf(sum));
        remainders[index] = parts[1].longValueExact();
        return parts[0].longValueExact();
    }

    private static void giveRest(final long[] shares, final long[] remainders, final int rest)
    {
        if (0 == rest)
        {
            return;
        }
        final long[] sorted = remainders.clone();
        Arrays.sort(sorted);
        final long least = sorted[sorted.length - rest];
        int left = rest;
        for (int i = 0; i < shares.length; i++)
        {
            if (remainders[i] > least)
            {
                shares[i]++;
                left--;
            }
        }
        for (int i = 0; left > 0; i++)
        {
            if (remainders[i] == least)
            {
                shares[i]++;
                left--;
            }
        }
    }
}
