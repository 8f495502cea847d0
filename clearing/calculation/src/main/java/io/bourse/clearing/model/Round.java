// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Mathematical rounding, half away from zero, on scaled longs (rules 1.3). Symmetric, so what a buyer and a seller get
 * from the same price are exact negatives. Nothing wraps: what does not fit a long is an {@link ArithmeticException}.
 */
public final class Round
{

    private Round()
    {
    }

    /**
     * Divides and rounds half away from zero.
     *
     * @param dividend any value.
     * @param divisor above 0.
     * @return rounded quotient.
     * @throws IllegalArgumentException when the divisor is not positive.
     */
    public static long divide(final long dividend, final long divisor)
    {
        requirePositive(divisor);
        final long quotient = dividend / divisor;
        final long remainder = Math.abs(dividend % divisor);
        // Half of all are rounded away: no branch can foretell which. Of 0 the remainder is 0.
        final long away = dividend >> Long.SIZE - 1 | 1;
        return quotient + (remainder >= divisor - remainder ? away : 0);
    }

    /**
     * Multiplies, divides and rounds half away from zero; the product may exceed 64 bits.
     *
     * @param a first factor.
     * @param b second factor.
     * @param divisor above 0.
     * @return rounded quotient.
     * @throws ArithmeticException when the result does not fit a long.
     */
    public static long multiplyDivide(final long a, final long b, final long divisor)
    {
        final long low = a * b;
        if (Math.multiplyHigh(a, b) == low >> 63)
        {
            return divide(low, divisor);
        }
        requirePositive(divisor);
        return BigDecimal.valueOf(a)
            .multiply(BigDecimal.valueOf(b))
            .divide(BigDecimal.valueOf(divisor), 0, RoundingMode.HALF_UP)
            .longValueExact();
    }

    private static void requirePositive(final long divisor)
    {
        if (divisor <= 0)
        {
            throw new IllegalArgumentException("divisor must be positive: divisor=" + divisor);
        }
    }
}
