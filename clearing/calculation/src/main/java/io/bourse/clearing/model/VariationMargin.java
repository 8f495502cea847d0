// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.model;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * Variation margin of rules 1.3. Prices and tick values are longs x 100 000, money is kopecks. Rounding happens once
 * per unit and price; only then comes the quantity, so that sums over buyer and seller are zero exactly.
 */
public final class VariationMargin
{
    private static final long E5 = 100_000L;
    private static final long E6 = 1_000_000L;
    /** price x 10^5 times k x 10^5, down to kopecks (10^2). */
    private static final long UNIT_DIVISOR = 100_000_000L;

    private VariationMargin()
    {
    }

    /**
     * Value of one whole price point: k = Round(W / R; 5).
     *
     * @param tickValueE5 W, roubles per tick x 100 000.
     * @param priceTickE5 R, the tick x 100 000, above 0.
     * @return k x 100 000.
     */
    public static long pointValueE5(final long tickValueE5, final long priceTickE5)
    {
        return Round.multiplyDivide(tickValueE5, E5, priceTickE5);
    }

    /**
     * Tick value that follows a rate: W = tick * lot * rate (rules 1.3).
     *
     * @param foreignTickValueE5 tick * lot in the currency x 100 000.
     * @param rateE6 roubles per unit of the currency x 1 000 000.
     * @return W, roubles per tick x 100 000, rounded half away from zero.
     * @throws ArithmeticException when it does not fit a long.
     */
    public static long tickValueE5(final long foreignTickValueE5, final long rateE6)
    {
        return Round.multiplyDivide(foreignTickValueE5, rateE6, E6);
    }

    /**
     * Money value of one contract at a price: Round(P * k; 2).
     *
     * @param priceE5 price x 100 000.
     * @param pointValueE5 k x 100 000.
     * @return kopecks.
     * @throws ArithmeticException when the amount does not fit a long.
     */
    public static long unit(final long priceE5, final long pointValueE5)
    {
        return Round.multiplyDivide(priceE5, pointValueE5, UNIT_DIVISOR);
    }

    /**
     * Gain of one bought contract from a reference price to a settlement price.
     *
     * @param settlementPriceE5 SP of the run.
     * @param referenceE5 trade price of a lot opened today, previous evening's settlement price of a carried lot.
     * @param pointValueE5 k of the run.
     * @return kopecks per contract.
     */
    public static long perContract(final long settlementPriceE5, final long referenceE5, final long pointValueE5)
    {
        return Math.subtractExact(unit(settlementPriceE5, pointValueE5), unit(referenceE5, pointValueE5));
    }

    /**
     * Variation margin of a lot over the whole day so far. An intraday run books this amount, the evening run books it
     * less what the intraday run has paid.
     *
     * @param signedQtyLots bought above 0, sold below.
     * @param settlementPriceE5 SP of the run.
     * @param referenceE5 see {@link #perContract}.
     * @param pointValueE5 k of the run.
     * @return kopecks, above 0 when the holder receives.
     * @throws ArithmeticException when the amount does not fit a long.
     */
    public static long ofLot(
        final long signedQtyLots, final long settlementPriceE5, final long referenceE5, final long pointValueE5)
    {
        return Math.multiplyExact(signedQtyLots, perContract(settlementPriceE5, referenceE5, pointValueE5));
    }

    /**
     * Gain of one bought perpetual contract: Round((SP - ref) * W / R - SwapRate * Lot; 2). W / R is not rounded first.
     *
     * @param settlementPriceE5 SP of the run.
     * @param referenceE5 see {@link #perContract}.
     * @param tickValueE5 W of the run.
     * @param priceTickE5 R, above 0.
     * @param swapRateE4 SwapRate of the run, roubles per unit x 10 000.
     * @param lotUnits units in a contract.
     * @return kopecks per contract.
     * @throws ArithmeticException when the amount does not fit a long.
     */
    public static long perPerpetual(
        final long settlementPriceE5,
        final long referenceE5,
        final long tickValueE5,
        final long priceTickE5,
        final long swapRateE4,
        final long lotUnits)
    {
        // Over the common denominator 1000 R: move x 10^5 times W x 10^5 over R x 10^5, swap x 10^4, down to kopecks.
        final long divisor = Math.multiplyExact(1000L, priceTickE5);
        final long move = Math.subtractExact(settlementPriceE5, referenceE5);
        final long swap = Math.multiplyExact(swapRateE4, lotUnits);
        final long scale = 10 * priceTickE5;
        final long gain = move * tickValueE5;
        final long swapped = swap * scale;
        final long sum = gain - swapped;
        final boolean isExact = fits(move, tickValueE5) && fits(swap, scale) && ((gain ^ swapped) & (gain ^ sum)) >= 0;
        if (isExact)
        {
            return Round.divide(sum, divisor);
        }
        final BigInteger dividend = BigInteger.valueOf(move).multiply(BigInteger.valueOf(tickValueE5))
            .subtract(BigInteger.valueOf(swap).multiply(BigInteger.valueOf(scale)));
        return new BigDecimal(dividend)
            .divide(BigDecimal.valueOf(divisor), 0, RoundingMode.HALF_UP)
            .longValueExact();
    }

    private static boolean fits(final long a, final long b)
    {
        return Math.multiplyHigh(a, b) == a * b >> 63;
    }
}
