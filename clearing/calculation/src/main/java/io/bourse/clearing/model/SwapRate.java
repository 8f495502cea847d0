// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Swap rate of a perpetual future (rules 1.3): what prolongation by a day is worth per unit.
 */
public final class SwapRate
{
    private static final int FROM_DIGITS = 6;
    private static final int DIGITS = 4;

    private SwapRate()
    {
    }

    /**
     * Round(SwapTodTom / N1 * N2; 4), one rounding.
     *
     * @param todTomE6 swap of tomorrow against today, roubles per unit x 1 000 000.
     * @param quotedDays N1, above 0.
     * @param heldDays N2, from 0.
     * @return roubles per unit x 10 000.
     * @throws IllegalArgumentException when a number of days is out of range.
     */
    public static long ofE4(final long todTomE6, final int quotedDays, final int heldDays)
    {
        if (quotedDays <= 0 || heldDays < 0)
        {
            throw new IllegalArgumentException("days of a swap are out of range: quotedDays=" + quotedDays +
                " heldDays=" + heldDays);
        }
        return BigDecimal.valueOf(todTomE6)
            .multiply(BigDecimal.valueOf(heldDays))
            .movePointLeft(FROM_DIGITS - DIGITS)
            .divide(BigDecimal.valueOf(quotedDays), 0, RoundingMode.HALF_UP)
            .longValueExact();
    }
}
