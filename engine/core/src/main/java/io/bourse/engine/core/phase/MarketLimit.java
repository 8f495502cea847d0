// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.phase;

import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.OrderTypeTraits;
import io.bourse.engine.protocol.Side;

/**
 * How far orders that name no limit may go. Every result is within the price limits of the instrument, also when prices
 * are near the ends of a long.
 */
public final class MarketLimit
{
    private MarketLimit()
    {
    }

    /**
     * Limit of an order that is matched now: a MARKET order may trade as far from the best opposite price as the
     * protection of the instrument lets it, a MARKET_TO_LIMIT order at that price only. Without an opposite price
     * it is the price limit; nothing can trade then.
     *
     * @param instrument of the order.
     * @param side of the order.
     * @param orderType MARKET or MARKET_TO_LIMIT.
     * @return ticks.
     */
    public static long atOnce(final Instrument instrument, final Side side, final OrderType orderType)
    {
        final Side opposite = Side.BUY == side ? Side.SELL : Side.BUY;
        if (instrument.book.isEmpty(opposite))
        {
            return inAuction(instrument, side);
        }
        final long bestTicks = instrument.book.bestTicks(opposite);
        return OrderTypeTraits.of(orderType).isAtBestOnly() ?
            withinLimits(instrument, bestTicks) : withProtection(instrument, side, bestTicks);
    }

    /**
     * Limit of an order in an auction: the price limit of its side.
     *
     * @param instrument of the order.
     * @param side of the order.
     * @return ticks.
     */
    public static long inAuction(final Instrument instrument, final Side side)
    {
        return Side.BUY == side ? instrument.highLimitTicks : instrument.lowLimitTicks;
    }

    /**
     * What stands for the limit of a parked order that names none: the limit it would get if its trigger were the best
     * opposite price.
     *
     * @param instrument of the order.
     * @param side of the order.
     * @param stopPriceE5 its trigger.
     * @return ticks.
     */
    public static long afterTrigger(final Instrument instrument, final Side side, final long stopPriceE5)
    {
        return withProtection(instrument, side, Math.floorDiv(stopPriceE5, instrument.priceTickE5));
    }

    private static long withProtection(final Instrument instrument, final Side side, final long fromTicks)
    {
        final long protectionE5 = instrument.controls.protectionE5;
        if (0 == protectionE5)
        {
            return inAuction(instrument, side);
        }
        final long distanceTicks = protectionE5 / instrument.priceTickE5;
        return withinLimits(
            instrument, saturatedSum(fromTicks, Side.BUY == side ? distanceTicks : -distanceTicks));
    }

    private static long withinLimits(final Instrument instrument, final long ticks)
    {
        return Math.max(instrument.lowLimitTicks, Math.min(instrument.highLimitTicks, ticks));
    }

    private static long saturatedSum(final long a, final long b)
    {
        final long sum = a + b;
        final boolean hasOverflowed = ((a ^ sum) & (b ^ sum)) < 0;
        return hasOverflowed ? b > 0 ? Long.MAX_VALUE : Long.MIN_VALUE : sum;
    }
}
