// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.collateral;

import io.bourse.clearing.model.Round;

/**
 * An asset as a run values it. Its place in the list of the run is its number in RunTables.PLEDGES.
 *
 * @param code of it.
 * @param kind of it.
 * @param rateE6 roubles per unit x 1 000 000; 0 when it covers nothing.
 * @param haircutE6 taken off the value, a fraction x 1 000 000.
 * @param shareE6 most that it may cover of the margin, a fraction x 1 000 000; no limit from
 *     1 000 000 on.
 */
public record Asset(String code, AssetKind kind, long rateE6, long haircutE6, long shareE6)
{
    /** Most that one instruction may move: ten trillion roubles, or as many units as these have kopecks. */
    public static final long MAX_AMOUNT = 1_000_000_000_000_000L;

    private static final long CURRENCY_DIVISOR = 1_000_000_000_000L;
    private static final long SECURITY_DIVISOR = 10_000_000_000L;
    private static final long HUNDREDTHS = 100;

    /**
     * Units that one whole of it has: what is delivered and priced.
     *
     * @return 100 of a currency, else 1.
     */
    public long unitsOfOne()
    {
        return AssetKind.CURRENCY == kind ? HUNDREDTHS : 1;
    }

    /**
     * What units are worth as cover: Round(units * rate * (1 - haircut); 2).
     *
     * @param units of it; currencies in hundredths.
     * @return kopecks.
     * @throws ArithmeticException when they do not fit.
     */
    public long valueKopecks(final long units)
    {
        final long netE12 = Math.multiplyExact(rateE6, CollateralRule.ONE_E6 - haircutE6);
        return Round.multiplyDivide(units, netE12, AssetKind.CURRENCY == kind ? CURRENCY_DIVISOR : SECURITY_DIVISOR);
    }

    /**
     * Whether so many units are few enough for sums over registers to fit.
     *
     * @param units of it, from 0; currencies in hundredths.
     * @return false when they, or the kopecks that they are worth, are more than {@link #MAX_AMOUNT}.
     */
    public boolean isInRange(final long units)
    {
        try
        {
            return units <= MAX_AMOUNT && valueKopecks(units) <= MAX_AMOUNT;
        }
        catch (final ArithmeticException ex)
        {
            return false;
        }
    }
}
