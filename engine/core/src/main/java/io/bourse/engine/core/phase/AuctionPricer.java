// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.phase;

import io.bourse.engine.book.AuctionPricing;
import io.bourse.engine.book.AuctionResult;
import io.bourse.engine.book.OrderBook;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.protocol.Side;

/**
 * Price of an instrument's auction: that of {@link AuctionPricing}, or the nearest one that these two rules allow.
 * <p>
 * It is within the price limits. Orders are when they come, but limits may move while orders rest.
 * <p>
 * Market orders push it no farther than to the reference price, or to the farthest limit of an order, whichever is
 * farther. They stand in the book at the price limit, but name no price themselves: without this rule a few of them
 * without a counterparty would take all others to the price limit.
 * <p>
 * Towards the best price volume only grows and what is left over only shrinks, so none of the other prices that these
 * rules allow would win by those of {@link AuctionPricing}.
 */
public final class AuctionPricer
{
    private final AuctionPricing pricing = new AuctionPricing();
    private final OrderBook.OrderVisitor<Order> limitVisitor = this::onOrder;
    private final OrderBook.LevelVisitor bidVisitor = this::onBid;
    private final OrderBook.LevelVisitor askVisitor = this::onAsk;
    private long lowestTicks;
    private long highestTicks;
    private long priceTicks;
    private long bidLots;
    private long askLots;

    /**
     * Computes the price at which an instrument's auction would end now.
     *
     * @param instrument with its book.
     * @param result to fill in; its {@code lots} are 0 when nothing would trade.
     */
    public void compute(final Instrument instrument, final AuctionResult result)
    {
        pricing.compute(instrument.book, instrument.referenceTicks(), result);
        if (0 == result.lots)
        {
            return;
        }
        long lowTicks = instrument.lowLimitTicks;
        long highTicks = instrument.highLimitTicks;
        if (mayHoldMarketOrders(instrument))
        {
            lowestTicks = Math.max(lowTicks, Math.min(highTicks, instrument.referenceTicks()));
            highestTicks = lowestTicks;
            instrument.book.forEach(limitVisitor);
            lowTicks = Math.max(lowTicks, lowestTicks);
            highTicks = Math.min(highTicks, highestTicks);
        }
        if (result.priceTicks < lowTicks || result.priceTicks > highTicks)
        {
            priceTicks = result.priceTicks < lowTicks ? lowTicks : highTicks;
            moveTo(instrument, result);
        }
    }

    /** Market orders stand at the price limit of their side; looking at every order can wait until one is there. */
    private static boolean mayHoldMarketOrders(final Instrument instrument)
    {
        return instrument.book.bestTicks(Side.BUY) >= instrument.highLimitTicks ||
            instrument.book.bestTicks(Side.SELL) <= instrument.lowLimitTicks;
    }

    private void onOrder(final Order order)
    {
        if (!order.isMarket())
        {
            lowestTicks = Math.min(lowestTicks, order.priceTicks);
            highestTicks = Math.max(highestTicks, order.priceTicks);
        }
    }

    private void moveTo(final Instrument instrument, final AuctionResult result)
    {
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
