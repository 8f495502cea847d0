// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.margin;

/**
 * Hundredths of a kopeck, which sums of margin are made of: what scenarios come to in floating point becomes a long
 * once per instrument, so that sums do not depend on their order.
 */
public final class Hundredths
{
    /** Of a kopeck. */
    public static final long PER_KOPECK = 100;

    private Hundredths()
    {
    }

    /**
     * Rounds an amount half away from zero.
     *
     * @param kopecks any.
     * @return hundredths of a kopeck.
     * @throws ArithmeticException when it does not fit.
     */
    public static long of(final double kopecks)
    {
        return rounded(kopecks * PER_KOPECK);
    }

    /**
     * Rounds half away from zero, like money.
     *
     * @param value any.
     * @return whole number.
     * @throws ArithmeticException when it does not fit.
     */
    public static long rounded(final double value)
    {
        final double magnitude = Math.floor(Math.abs(value) + 0.5);
        if (!(magnitude < Long.MAX_VALUE))
        {
            throw new ArithmeticException("an amount of margin does not fit: value=" + value);
        }
        return value < 0 ? -(long)magnitude : (long)magnitude;
    }
}
