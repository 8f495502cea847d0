// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.core.book.AuctionPricing;
import io.bourse.engine.core.book.AuctionResult;
import io.bourse.engine.core.book.OrderBook;
import io.bourse.engine.protocol.Side;

/**
 * Price of an instrument's auction within its price limits. Orders are inside the limits when they come, but limits may
 * move while orders rest, and then the best price for everybody may be one that nobody may trade at. The nearest price
 * that is allowed takes its place: towards the best price volume only grows and what is left over only shrinks, so no
 * other allowed price would win by the rules of {@link AuctionPricing}.
 */
final class AuctionPricer
{
    private final AuctionPricing pricing = new AuctionPricing();
    private final OrderBook.LevelVisitor bidVisitor = this::onBid;
    private final OrderBook.LevelVisitor askVisitor = this::onAsk;
    private long priceTicks;
    private long bidLots;
    private long askLots;

    /**
     * Computes the price at which an instrument's auction would end now.
     *
     * @param instrument with its book.
     * @param result to fill in; its {@code lots} are 0 when nothing would trade.
     */
    void compute(final Instrument instrument, final AuctionResult result)
    {
        pricing.compute(instrument.book, instrument.referenceTicks(), result);
        if (0 != result.lots &&
            (result.priceTicks < instrument.lowLimitTicks || result.priceTicks > instrument.highLimitTicks))
        {
            moveInside(instrument, result);
        }
    }

    private void moveInside(final Instrument instrument, final AuctionResult result)
    {
        priceTicks = result.priceTicks < instrument.lowLimitTicks ?
            instrument.lowLimitTicks : instrument.highLimitTicks;
        bidLots = 0;
        askLots = 0;
        instrument.book.forEachLevel(Side.BUY, bidVisitor);
        instrument.book.forEachLevel(Side.SELL, askVisitor);
        result.lots = Math.min(bidLots, askLots);
        result.priceTicks = 0 == result.lots ? 0 : priceTicks;
        result.imbalanceLots = 0 == result.lots ? 0 : bidLots - askLots;
    }

    private boolean onBid(final long ticks, final long shownLots, final long totalLots, final int shownOrders)
    {
        if (ticks < priceTicks)
        {
            return false;
        }
        bidLots += totalLots;
        return true;
    }

    private boolean onAsk(final long ticks, final long shownLots, final long totalLots, final int shownOrders)
    {
        if (ticks > priceTicks)
        {
            return false;
        }
        askLots += totalLots;
        return true;
    }
}
