// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Market-risk rates of an underlying (rules 1.5): MR1 for the part of a position up to LK1, MR2 for that between LK1
 * and LK2, MR3 above. Concentration limits are in units of the underlying.
 *
 * @param rate1E6 MR1, a fraction of the price x 1 000 000, from 0.
 * @param rate2E6 MR2, from MR1.
 * @param rate3E6 MR3, from MR2.
 * @param limit1Units LK1, from 0.
 * @param limit2Units LK2, from LK1.
 */
public record MarketRisk(long rate1E6, long rate2E6, long rate3E6, long limit1Units, long limit2Units)
{
    private static final long E6 = 1_000_000L;

    /**
     * Checked values.
     *
     * @throws IllegalArgumentException when rates or limits fall.
     */
    public MarketRisk
    {
        final boolean ratesGrow = 0 <= rate1E6 && rate1E6 <= rate2E6 && rate2E6 <= rate3E6;
        if (!ratesGrow || 0 > limit1Units || limit1Units > limit2Units)
        {
            throw new IllegalArgumentException("market-risk rates and concentration limits must not fall: rate1E6=" +
                rate1E6 + " rate2E6=" + rate2E6 + " rate3E6=" + rate3E6 + " limit1Units=" + limit1Units +
                " limit2Units=" + limit2Units);
        }
    }

    /**
     * Market-risk range of a price: |price| * MR1.
     *
     * @param priceE5 price x 100 000.
     * @return distance x 100 000, rounded half away from zero, not to the tick.
     */
    public long rangeE5(final long priceE5)
    {
        return Round.multiplyDivide(Math.absExact(priceE5), rate1E6, E6);
    }

    /**
     * Half-width of price limits: |price| * MR1 * RangeFut, one rounding, towards zero.
     *
     * @param priceE5 price x 100 000.
     * @param rangePermille RangeFut in thousandths.
     * @return distance x 100 000, not floored to the tick.
     */
    public long halfWidthE5(final long priceE5, final int rangePermille)
    {
        return BigDecimal.valueOf(Math.absExact(priceE5))
            .multiply(BigDecimal.valueOf(rate1E6))
            .multiply(BigDecimal.valueOf(rangePermille))
            .movePointLeft(9)
            .setScale(0, RoundingMode.DOWN)
            .longValueExact();
    }
}
