// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.phase;

import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.Side;

/**
 * Keeps fat fingers out: the limit of an order may be only so far through the reference price, the last price or,
 * before the first trade, the settlement price. Buys above it and sells below it are bounded; the passive direction is
 * free. It holds for the limits that traders give, new and replaced, in every phase; market orders have their
 * protection instead.
 */
public final class PriceCollar
{
    private PriceCollar()
    {
    }

    /**
     * Why a limit is refused.
     *
     * @param instrument of the order.
     * @param side of the order.
     * @param priceE5 its limit.
     * @return null when it is near enough.
     */
    public static RejectReason refusal(final Instrument instrument, final Side side, final long priceE5)
    {
        return 0 == instrument.controls.collarE5 ? null : refusal(
            instrument,
            side,
            priceE5,
            instrument.hasLast ? instrument.lastTicks * instrument.priceTickE5 : instrument.settlementPriceE5);
    }

    /**
     * Why a limit is refused that only counts when the last price will be another one.
     *
     * @param instrument of the order.
     * @param side of the order.
     * @param priceE5 its limit.
     * @param referenceE5 last price to be expected then: the trigger of the order.
     * @return null when it is near enough.
     */
    public static RejectReason refusal(
        final Instrument instrument, final Side side, final long priceE5, final long referenceE5)
    {
        final long collarE5 = instrument.controls.collarE5;
        if (0 == collarE5)
        {
            return null;
        }
        final boolean isThrough = Side.BUY == side ? priceE5 > referenceE5 : priceE5 < referenceE5;
        final long distanceE5 = Side.BUY == side ? priceE5 - referenceE5 : referenceE5 - priceE5;
        // The distance of any two longs is right when read as unsigned.
        return isThrough && Long.compareUnsigned(distanceE5, collarE5) > 0 ? RejectReason.PRICE_OUT_OF_COLLAR : null;
    }
}
