// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.book;

import io.bourse.engine.protocol.Side;

import java.util.Arrays;

/**
 * The price of an auction, by these rules in turn: most lots traded; least left over; pressure (when all prices still
 * in question leave buyers, the highest of them; when all leave sellers, the lowest); nearest to the reference price.
 * Every tick is a candidate, not only those that have an order.
 * <p>
 * Lots to buy never grow with the price and lots to sell never fall, so the candidates of each rule are neighbours,
 * and it is enough to look at the stretches between two prices of orders. For the same reason only one tick is the
 * nearest.
 * <p>
 * Keeps scratch memory: one instance serves any number of books, one after the other.
 */
public final class AuctionPricing
{
    private static final int INITIAL_CAPACITY = 64;

    private final OrderBook.LevelVisitor bidVisitor = this::onBid;
    private final OrderBook.LevelVisitor askVisitor = this::onAsk;
    private long[] bidTicks = new long[INITIAL_CAPACITY];
    private long[] bidLots = new long[INITIAL_CAPACITY];
    private long[] askTicks = new long[INITIAL_CAPACITY];
    private long[] askLots = new long[INITIAL_CAPACITY];
    private int bids;
    private int asks;
    private long bestBidTicks;
    private long bestAskTicks;
    private long demandLots;

    private long lowTicks;
    private long highTicks;
    private long lots;
    private long leftLots;
    private boolean leavesBuyers;
    private boolean leavesSellers;

    /**
     * Computes the price at which a book would {@link OrderBook#uncross} now.
     *
     * @param book to look at; icebergs and hidden orders count with everything they have.
     * @param referenceTicks last or settlement price; {@link OrderBook#NO_ASK} when there is none, which gives the
     *     higher price.
     * @param result to fill in; its {@code lots} are 0 when nothing would trade.
     */
    public void compute(final OrderBook<?> book, final long referenceTicks, final AuctionResult result)
    {
        result.priceTicks = 0;
        result.lots = 0;
        result.imbalanceLots = 0;
        if (book.isEmpty(Side.BUY) || book.isEmpty(Side.SELL))
        {
            return;
        }
        bestBidTicks = book.bestTicks(Side.BUY);
        bestAskTicks = book.bestTicks(Side.SELL);
        if (bestBidTicks < bestAskTicks)
        {
            return;
        }
        bids = 0;
        asks = 0;
        demandLots = 0;
        book.forEachLevel(Side.BUY, bidVisitor);
        book.forEachLevel(Side.SELL, askVisitor);
        walk();
        choose(referenceTicks, result);
    }

    private boolean onBid(final long priceTicks, final long shownLots, final long totalLots, final int shownOrders)
    {
        if (priceTicks < bestAskTicks)
        {
            return false;
        }
        if (bids == bidTicks.length)
        {
            bidTicks = Arrays.copyOf(bidTicks, bids << 1);
            bidLots = Arrays.copyOf(bidLots, bids << 1);
        }
        bidTicks[bids] = priceTicks;
        bidLots[bids++] = totalLots;
        demandLots += totalLots;
        return true;
    }

    private boolean onAsk(final long priceTicks, final long shownLots, final long totalLots, final int shownOrders)
    {
        if (priceTicks > bestBidTicks)
        {
            return false;
        }
        if (asks == askTicks.length)
        {
            askTicks = Arrays.copyOf(askTicks, asks << 1);
            askLots = Arrays.copyOf(askLots, asks << 1);
        }
        askTicks[asks] = priceTicks;
        askLots[asks++] = totalLots;
        return true;
    }

    /** Looks at every stretch of ticks with the same orders on both sides, from the best ask up to the best bid. */
    private void walk()
    {
        lots = 0;
        long demand = demandLots;
        long supply = 0;
        int bid = bids - 1;
        int ask = 0;
        long fromTicks = bestAskTicks;
        while (true)
        {
            while (ask < asks && askTicks[ask] <= fromTicks)
            {
                supply += askLots[ask++];
            }
            while (bidTicks[bid] < fromTicks)
            {
                demand -= bidLots[bid--];
            }
            long toTicks = bidTicks[bid];
            if (ask < asks && askTicks[ask] <= toTicks)
            {
                toTicks = askTicks[ask] - 1;
            }
            consider(fromTicks, toTicks, Math.min(demand, supply), demand - supply);
            if (toTicks == bestBidTicks)
            {
                return;
            }
            fromTicks = toTicks + 1;
        }
    }

    private void consider(final long fromTicks, final long toTicks, final long tradedLots, final long imbalanceLots)
    {
        final long absoluteLots = Math.abs(imbalanceLots);
        if (tradedLots < lots || tradedLots == lots && absoluteLots > leftLots)
        {
            return;
        }
        if (tradedLots > lots || absoluteLots < leftLots)
        {
            lots = tradedLots;
            leftLots = absoluteLots;
            lowTicks = fromTicks;
            leavesBuyers = false;
            leavesSellers = false;
        }
        highTicks = toTicks;
        leavesBuyers |= imbalanceLots > 0;
        leavesSellers |= imbalanceLots < 0;
    }

    private void choose(final long referenceTicks, final AuctionResult result)
    {
        if (leavesBuyers && !leavesSellers)
        {
            result.priceTicks = highTicks;
        }
        else if (leavesSellers && !leavesBuyers)
        {
            result.priceTicks = lowTicks;
        }
        else
        {
            result.priceTicks = Math.max(lowTicks, Math.min(highTicks, referenceTicks));
        }
        result.lots = lots;
        result.imbalanceLots = imbalanceAt(result.priceTicks);
    }

    private long imbalanceAt(final long priceTicks)
    {
        long imbalanceLots = 0;
        for (int i = 0; i < bids && bidTicks[i] >= priceTicks; i++)
        {
            imbalanceLots += bidLots[i];
        }
        for (int i = 0; i < asks && askTicks[i] <= priceTicks; i++)
        {
            imbalanceLots -= askLots[i];
        }
        return imbalanceLots;
    }
}
