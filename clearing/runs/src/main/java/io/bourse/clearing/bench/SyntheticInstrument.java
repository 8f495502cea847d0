// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import io.bourse.clearing.model.ClearingTerms;

/**
 * One instrument of the synthetic day. Prices x 100 000.
 *
 * @param ordinal order of definition.
 * @param instrumentId SecurityID.
 * @param symbol of the instrument.
 * @param underlying name of what it is derived from.
 * @param terms what it promises.
 * @param priceTickE5 R.
 * @param tickValueE5 W.
 * @param previousE5 settlement price of the previous evening.
 * @param centreE5 middle of the day's prices, on the tick.
 * @param rangeTicks farthest trade from the centre, and the quotes that stand all day.
 * @param weight share of trades and of carried positions, of {@link SyntheticInstruments#SLOTS}.
 * @param exchangeFeePctE6 taker fee, per cent x 1 000 000.
 * @param clearingFeePctE6 taker fee, per cent x 1 000 000.
 */
record SyntheticInstrument(
    int ordinal,
    int instrumentId,
    String symbol,
    String underlying,
    ClearingTerms terms,
    long priceTickE5,
    long tickValueE5,
    long previousE5,
    long centreE5,
    int rangeTicks,
    int weight,
    int exchangeFeePctE6,
    int clearingFeePctE6)
{
    /** Half-width of the price limits in ranges of trades: quotes are then narrow enough for valid slices. */
    private static final int LIMIT_RANGES = 20;

    long lowLimitE5()
    {
        return previousE5 - LIMIT_RANGES * rangeTicks * priceTickE5;
    }

    long highLimitE5()
    {
        return previousE5 + LIMIT_RANGES * rangeTicks * priceTickE5;
    }
}
