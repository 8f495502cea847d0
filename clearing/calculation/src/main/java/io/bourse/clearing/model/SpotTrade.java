// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

/**
 * Money of a trade whose asset is delivered (rules 1.9): Round(price * qty * lot; 2), and the accrued interest of a
 * bond. Rounded once a trade, so that what its buyer pays is what its seller receives.
 */
public final class SpotTrade
{
    private static final long MONEY_DIVISOR = 100_000_000L;
    private static final long ACCRUED_DIVISOR = 1_000L;

    private SpotTrade()
    {
    }

    /**
     * What the buyer of a trade owes for the asset.
     *
     * @param priceE5 price x 100 000.
     * @param lots traded.
     * @param pointValueE5 k x 100 000: roubles per lot and point of the price.
     * @return kopecks.
     * @throws ArithmeticException when the amount does not fit a long.
     */
    public static long money(final long priceE5, final long lots, final long pointValueE5)
    {
        return Round.multiplyDivide(Math.multiplyExact(priceE5, lots), pointValueE5, MONEY_DIVISOR);
    }

    /**
     * What the buyer of a trade owes for the interest that a bond has earned for the seller.
     *
     * @param accruedE5 interest of one unit on the day of the trade, in the currency of the payment x 100 000.
     * @param units traded.
     * @return hundredths of the currency of the payment.
     * @throws ArithmeticException when the amount does not fit a long.
     */
    public static long accrued(final long accruedE5, final long units)
    {
        return Round.divide(Math.multiplyExact(accruedE5, units), ACCRUED_DIVISOR);
    }
}
