// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

/**
 * What a run says about single trade legs, recomputed for reports and proofs: a run keeps sums only. A leg is
 * 2 x trade for the buyer, 2 x trade + 1 for the seller.
 */
public final class LegFees
{
    private LegFees()
    {
    }

    /**
     * Recomputes the legs of a run.
     *
     * @param input of the run, as {@link Positions#calculate} had it.
     * @return legs of all its trades.
     */
    public static LegFees of(final CalculationInput input)
    {
        throw new UnsupportedOperationException();
    }

    /**
     * Whether a leg took liquidity and therefore pays.
     *
     * @param leg of a trade.
     * @return true for the taker.
     */
    public boolean isTaker(final int leg)
    {
        throw new UnsupportedOperationException();
    }

    /**
     * Lots of a leg that pay half (sheet 1.4): of min(bought, sold) of the register and instrument in the day, given to
     * trades in time order on each side.
     *
     * @param leg of a trade.
     * @return lots; 0 when the run charges no fees.
     */
    public int scalpedLots(final int leg)
    {
        throw new UnsupportedOperationException();
    }

    /**
     * Fee of the exchange for a leg.
     *
     * @param leg of a trade.
     * @return kopecks.
     */
    public long exchangeFee(final int leg)
    {
        throw new UnsupportedOperationException();
    }

    /**
     * Fee of clearing for a leg.
     *
     * @param leg of a trade.
     * @return kopecks.
     */
    public long clearingFee(final int leg)
    {
        throw new UnsupportedOperationException();
    }

    /**
     * Whole-day margin of one contract bought in a trade; of a premium-style option the premium, below 0.
     *
     * @param trade index.
     * @return kopecks.
     */
    public long vmUnit(final int trade)
    {
        throw new UnsupportedOperationException();
    }

    /**
     * Whole-day margin of one contract added at a price, as a movement adds it.
     *
     * @param instrument ordinal.
     * @param priceE5 at which it is added.
     * @return kopecks.
     */
    public long vmUnit(final int instrument, final long priceE5)
    {
        throw new UnsupportedOperationException();
    }
}
