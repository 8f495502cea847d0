// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.phase;

import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.PriceControls;
import io.bourse.engine.protocol.Side;

/**
 * Prices at which an order may trade in continuous trading without a volatility auction (T7, volatility interruption):
 * {@code dynamicRangeE5} around the last price, as it was when the order came, and {@code staticRangeE5} around the
 * price of the session's last auction, else the settlement price. Bounds belong to the corridor; a range of 0 is none.
 * Before the first trade ever there is no last price, and only the static range holds.
 */
public final class VolatilityCorridor
{
    private VolatilityCorridor()
    {
    }

    /** Whether an instrument has a corridor at all. */
    public static boolean isSet(final PriceControls controls)
    {
        return 0 != controls.dynamicRangeE5 || 0 != controls.staticRangeE5;
    }

    /**
     * How far an order may trade.
     *
     * @param order aggressor in an instrument with a corridor.
     * @param sessionId of the session in which this happens.
     * @return limit in ticks: of the order, or the bound of the corridor if that comes first.
     */
    public static long limitTicks(final Order order, final int sessionId)
    {
        final Instrument instrument = order.instrument;
        final PriceControls controls = instrument.controls;
        final boolean isBuy = Side.BUY == order.side;
        long limitTicks = order.priceTicks;
        if (0 != controls.dynamicRangeE5 && instrument.hasLast)
        {
            limitTicks = nearer(
                isBuy, limitTicks, instrument.lastTicks, controls.dynamicRangeE5 / instrument.priceTickE5);
        }
        if (0 != controls.staticRangeE5)
        {
            limitTicks = nearer(
                isBuy,
                limitTicks,
                instrument.staticReferenceTicks(sessionId),
                controls.staticRangeE5 / instrument.priceTickE5);
        }
        return limitTicks;
    }

    private static long nearer(
        final boolean isBuy, final long limitTicks, final long referenceTicks, final long rangeTicks)
    {
        if (isBuy)
        {
            final long bound = referenceTicks + rangeTicks;
            return bound < referenceTicks ? limitTicks : Math.min(limitTicks, bound);
        }
        final long bound = referenceTicks - rangeTicks;
        return bound > referenceTicks ? limitTicks : Math.max(limitTicks, bound);
    }
}
