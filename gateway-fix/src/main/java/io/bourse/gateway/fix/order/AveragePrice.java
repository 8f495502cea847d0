// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.gateway.fix.wire.FixWriter;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * Exact sum of price times quantity in 128 bits, and its mean: rounded once, half away from zero, to eight decimals.
 * Makes objects only for a mean above 92 thousand million.
 */
final class AveragePrice
{
    private static final int DECIMALS = 8;
    private static final int DECIMALS_E5 = 5;
    private static final long E8_PER_E5 = 1_000;
    private static final long LARGEST_WHOLE = Long.MAX_VALUE / E8_PER_E5 - 1;
    private static final int BITS = 64;

    private long high;
    private long low;
    private long quotient;
    private long remainder;

    void clear()
    {
        high = 0;
        low = 0;
    }

    void add(final long priceE5, final long lots)
    {
        final long sum = low + priceE5 * lots;
        final int carry = Long.compareUnsigned(sum, low) < 0 ? 1 : 0;
        high += Math.multiplyHigh(priceE5, lots) + carry;
        low = sum;
    }

    void set(final long newHigh, final long newLow)
    {
        high = newHigh;
        low = newLow;
    }

    /** Upper 64 bits of the sum. */
    long high()
    {
        return high;
    }

    long low()
    {
        return low;
    }

    void state(final CheckpointState state)
    {
        high = state.number(high);
        low = state.number(low);
    }

    /** Writes the mean over a quantity, 0 for none. */
    void write(final FixWriter writer, final int tag, final long lots)
    {
        if (0 == lots)
        {
            writer.number(tag, 0);
            return;
        }
        final boolean isNegative = high < 0;
        divide(isNegative ? ~high + (0 == low ? 1 : 0) : high, isNegative ? -low : low, lots);
        if (quotient < 0 || quotient > LARGEST_WHOLE || remainder > LARGEST_WHOLE || lots > LARGEST_WHOLE)
        {
            writer.text(tag, exact(lots));
            return;
        }
        final long scaled = remainder * E8_PER_E5;
        final long rest = scaled % lots;
        final long meanE8 = quotient * E8_PER_E5 + scaled / lots + (rest >= lots - rest ? 1 : 0);
        writer.decimal(tag, isNegative ? -meanE8 : meanE8, DECIMALS);
    }

    /** Unsigned 128 bits by 64; the quotient fits, for a mean is no larger than the largest price. */
    private void divide(final long dividendHigh, final long dividendLow, final long divisor)
    {
        if (0 == dividendHigh)
        {
            quotient = Long.divideUnsigned(dividendLow, divisor);
            remainder = Long.remainderUnsigned(dividendLow, divisor);
            return;
        }
        long rest = dividendHigh;
        long bits = dividendLow;
        quotient = 0;
        for (int i = 0; i < BITS; i++)
        {
            rest = rest << 1 | bits >>> BITS - 1;
            bits <<= 1;
            quotient <<= 1;
            if (Long.compareUnsigned(rest, divisor) >= 0)
            {
                rest -= divisor;
                quotient |= 1;
            }
        }
        remainder = rest;
    }

    private String exact(final long lots)
    {
        final BigInteger unsignedLow = new BigInteger(Long.toUnsignedString(low));
        final BigInteger sum = BigInteger.valueOf(high).shiftLeft(BITS).add(unsignedLow);
        final BigDecimal mean = new BigDecimal(sum, DECIMALS_E5)
            .divide(BigDecimal.valueOf(lots), DECIMALS, RoundingMode.HALF_UP);
        return 0 == mean.signum() ? "0" : mean.stripTrailingZeros().toPlainString();
    }
}
