// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

/**
 * Taker fees of rules 1.4; a maker pays nothing. The exchange's and clearing's part are computed apart, each with its
 * own rate and floor.
 */
public final class Fees
{
    /** Least fee per contract and part. */
    public static final long FLOOR_KOPECKS = 1;
    /** Per cent x 10^6. */
    private static final long PCT_E6_DIVISOR = 100_000_000L;

    private Fees()
    {
    }

    /**
     * Fee of one futures contract: max(0.01, Round(Round(|P| * k; 2) * rate / 100; 2)).
     *
     * @param priceE5 fee price x 100 000; its sign does not matter.
     * @param pointValueE5 k x 100 000.
     * @param ratePctE6 per cent x 1 000 000; 0 means that this part is not charged at all.
     * @return kopecks per contract.
     */
    public static long perContract(final long priceE5, final long pointValueE5, final long ratePctE6)
    {
        if (0 == ratePctE6)
        {
            return 0;
        }
        final long notional = VariationMargin.unit(Math.absExact(priceE5), pointValueE5);
        return Math.max(FLOOR_KOPECKS, Round.multiplyDivide(notional, ratePctE6, PCT_E6_DIVISOR));
    }

    /**
     * Fee of one option contract: min(2 * fee of the underlying future, Round(premium * k; 2) * base rate).
     *
     * @param capKopecks twice {@link #perContract} of the underlying future; Long.MAX_VALUE when there is none.
     * @param premiumE5 option price x 100 000; its sign does not matter.
     * @param optionPointValueE5 Round(Wo / Ro; 5) x 100 000.
     * @param baseRatePctE6 BaseOptFee, per cent x 1 000 000; 0 means that this part is not charged at all.
     * @return kopecks per contract.
     */
    public static long perOption(
        final long capKopecks, final long premiumE5, final long optionPointValueE5, final long baseRatePctE6)
    {
        if (0 == baseRatePctE6)
        {
            return 0;
        }
        final long premium = VariationMargin.unit(Math.absExact(premiumE5), optionPointValueE5);
        return Math.min(capKopecks, Round.multiplyDivide(premium, baseRatePctE6, PCT_E6_DIVISOR));
    }

    /**
     * Fee of one taker leg; scalped lots pay half: Round(fee1 * (q - h) + fee1 * h / 2; 2).
     *
     * @param feePerContract kopecks.
     * @param qtyLots of the leg.
     * @param scalpedLots of the leg, 0..qtyLots.
     * @return kopecks.
     */
    public static long ofLeg(final long feePerContract, final long qtyLots, final long scalpedLots)
    {
        if (scalpedLots < 0 || scalpedLots > qtyLots)
        {
            throw new IllegalArgumentException(
                "scalped lots must be within the leg: scalpedLots=" + scalpedLots + " qtyLots=" + qtyLots);
        }
        final long halves = Math.subtractExact(Math.multiplyExact(2L, qtyLots), scalpedLots);
        return Round.divide(Math.multiplyExact(feePerContract, halves), 2);
    }

    /**
     * Value added tax on one part of the fee of one leg: Round(fee * rate / 100; 2).
     *
     * @param feeKopecks of the leg.
     * @param vatPctE6 per cent x 1 000 000.
     * @return kopecks.
     */
    public static long vat(final long feeKopecks, final long vatPctE6)
    {
        return Round.multiplyDivide(feeKopecks, vatPctE6, PCT_E6_DIVISOR);
    }
}
