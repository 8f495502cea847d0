// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.statistics;

import io.bourse.engine.client.checkpoint.CheckpointState;

import java.math.BigInteger;

/**
 * A sum of products in 128 bits, signed. Price times lots, or price times nanoseconds, of a whole session does not fit
 * a long. Nothing allocates but {@link #toBigInteger()}. Not thread-safe.
 */
final class WideSum
{
    private long high;
    private long low;
    /** Scratch of a division. */
    private long quotientHigh;
    private long quotientLow;

    void clear()
    {
        high = 0;
        low = 0;
    }

    /** Adds a x b, which always fits. */
    void add(final long a, final long b)
    {
        final long productLow = a * b;
        final long sum = low + productLow;
        high += Math.multiplyHigh(a, b) + (Long.compareUnsigned(sum, productLow) < 0 ? 1 : 0);
        low = sum;
    }

    boolean isZero()
    {
        return 0 == high && 0 == low;
    }

    /**
     * The sum divided, rounded once, half away from zero.
     *
     * @param divisor above 0.
     * @return quotient; the nearest long if it does not fit one.
     */
    long roundedQuotient(final long divisor)
    {
        return roundedQuotient(divisor, 1);
    }

    /**
     * The sum divided by a product, rounded once, half away from zero.
     *
     * @param first above 0.
     * @param second above 0; the product of both is below 2^126.
     * @return quotient; the nearest long if it does not fit one.
     */
    long roundedQuotient(final long first, final long second)
    {
        final boolean isNegative = high < 0;
        // Half of the divisor, and the magnitude of the sum on top of it.
        final long productHigh = Math.multiplyHigh(first, second);
        final long halfLow = first * second >>> 1 | productHigh << 63;
        final long magnitudeLow = isNegative ? -low : low;
        final long magnitudeHigh = isNegative ? ~high + (0 == low ? 1 : 0) : high;
        quotientLow = magnitudeLow + halfLow;
        quotientHigh = magnitudeHigh + (productHigh >>> 1) +
            (Long.compareUnsigned(quotientLow, halfLow) < 0 ? 1 : 0);
        // Rounding down twice is rounding down once by the product.
        divide(first);
        divide(second);
        if (0 != quotientHigh || quotientLow < 0)
        {
            return isNegative ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
        return isNegative ? -quotientLow : quotientLow;
    }

    private void divide(final long divisor)
    {
        final long rest = Long.remainderUnsigned(quotientHigh, divisor);
        quotientHigh = Long.divideUnsigned(quotientHigh, divisor);
        quotientLow = 0 == rest ? Long.divideUnsigned(quotientLow, divisor) : divide(rest, quotientLow, divisor);
    }

    /** Bit by bit; the divisor is positive, so that twice the rest never leaves 64 bits. */
    private static long divide(final long restHigh, final long dividendLow, final long divisor)
    {
        long rest = restHigh;
        long quotient = 0;
        for (int bit = Long.SIZE - 1; bit >= 0; bit--)
        {
            rest = rest << 1 | dividendLow >>> bit & 1;
            quotient <<= 1;
            if (Long.compareUnsigned(rest, divisor) >= 0)
            {
                rest -= divisor;
                quotient |= 1;
            }
        }
        return quotient;
    }

    BigInteger toBigInteger()
    {
        return BigInteger.valueOf(high).shiftLeft(Long.SIZE).add(new BigInteger(Long.toUnsignedString(low)));
    }

    void state(final CheckpointState state)
    {
        high = state.number(high);
        low = state.number(low);
    }
}
