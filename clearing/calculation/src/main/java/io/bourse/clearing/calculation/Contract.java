// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

import io.bourse.clearing.model.ClearingTerms;
import io.bourse.clearing.model.VariationMargin;

/**
 * An instrument as one run values it. Prices x 100 000.
 *
 * @param instrumentId SecurityID.
 * @param symbol of the instrument.
 * @param terms what it promises.
 * @param priceTickE5 R.
 * @param tickValueE5 W of this run, roubles per tick x 100 000.
 * @param settlementE5 SP of this run; what a position is marked to that has not ended.
 * @param previousE5 SPprev, of the previous evening run.
 * @param swapRateE4 of a perpetual: SwapRate of this run, roubles per unit x 10 000 (rules 1.3, Round to 4 digits).
 * @param paid what the last completed run of the day valued it at; null when there was none.
 * @param exchangeFeePctE6 taker fee, per cent x 1 000 000; of an option the base rate.
 * @param clearingFeePctE6 taker fee, per cent x 1 000 000; of an option the base rate.
 */
public record Contract(
    int instrumentId,
    String symbol,
    ClearingTerms terms,
    long priceTickE5,
    long tickValueE5,
    long settlementE5,
    long previousE5,
    long swapRateE4,
    Paid paid,
    long exchangeFeePctE6,
    long clearingFeePctE6)
{
    private static final long E5 = 100_000;

    /**
     * Roubles per lot and point of the price: k = Round(W / R; 5).
     *
     * @return k x 100 000.
     */
    public long pointValueE5()
    {
        return VariationMargin.pointValueE5(tickValueE5, priceTickE5);
    }

    /**
     * What is paid per lot and point of the price, in the currency of the payment: another one than roubles is that of
     * one unit of the asset.
     *
     * @return x 100 000.
     */
    public long paymentPointE5()
    {
        return terms.isForeign() ? Math.multiplyExact(terms.lotUnits(), E5) : pointValueE5();
    }

    /**
     * Valuation of the last completed run of the day, to be taken off again.
     *
     * @param settlementE5 SP of that run.
     * @param tickValueE5 W of that run.
     * @param swapRateE4 SwapRate of that run.
     */
    public record Paid(long settlementE5, long tickValueE5, long swapRateE4)
    {
    }
}
