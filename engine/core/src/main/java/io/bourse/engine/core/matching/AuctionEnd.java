// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.matching;

import io.bourse.engine.book.AuctionResult;
import io.bourse.engine.book.OrderBook;
import io.bourse.engine.core.event.OrderEventPublisher;
import io.bourse.engine.core.phase.AuctionPricer;
import io.bourse.engine.core.phase.MarketLimit;
import io.bourse.engine.core.phase.PhaseEventPublisher;
import io.bourse.engine.core.phase.PhaseRules;
import io.bourse.engine.core.phase.PriceLimitWatch;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.OrderRequest;
import io.bourse.engine.core.state.SessionState;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.OrderTypeTraits;
import io.bourse.engine.protocol.PhaseTraits;
import io.bourse.engine.protocol.ReplaceMode;

import java.util.Arrays;

/**
 * Makes one price of what an instrument has collected, trades at it, and clears up: first what came for the auction
 * only goes; then what is left of market-to-limit orders becomes limit orders at the auction price (or goes, when
 * there is no price); then what is left of market orders goes, triggered ones among them. Each of the three in the
 * order of the book. The instrument is still in its old phase.
 */
public final class AuctionEnd
{
    private static final int INITIAL_CAPACITY = 16;

    private final AuctionPricer pricer;
    private final SessionState session;
    private final PriceLimitWatch priceLimits;
    private final Matching matching;
    private final OrderExit exit;
    private final OrderReplacement replacement;
    private final PhaseEventPublisher publisher;
    /** To move an order that has asked for nothing. */
    private final OrderRequest request = new OrderRequest();
    private final AuctionResult result = new AuctionResult();
    private final OrderBook.OrderVisitor<Order> restVisitor = this::onRest;
    private Order[] rests = new Order[INITIAL_CAPACITY];
    private int restCount;
    private boolean isCrossed;

    public AuctionEnd(
        final AuctionPricer pricer,
        final SessionState session,
        final PriceLimitWatch priceLimits,
        final Matching matching,
        final OrderExit exit,
        final OrderReplacement replacement,
        final PhaseEventPublisher publisher)
    {
        this.pricer = pricer;
        this.session = session;
        this.priceLimits = priceLimits;
        this.matching = matching;
        this.exit = exit;
        this.replacement = replacement;
        request.replaceMode = ReplaceMode.KEEP_QTY;
        this.publisher = publisher;
    }

    /**
     * Uncrosses the book of an instrument.
     *
     * @param instrument in the phase that ends.
     */
    void run(final Instrument instrument)
    {
        pricer.compute(instrument, result);
        final boolean isTraded = 0 != result.lots;
        if (isTraded || PhaseTraits.of(instrument.phase).isAuction())
        {
            publisher.auctionUncrossed(instrument, result);
        }
        if (isTraded)
        {
            instrument.book.uncross(result.priceTicks, matching);
            instrument.auctionTicks = result.priceTicks;
            instrument.auctionSessionId = session.sessionId();
        }
        clearUp(instrument, isTraded);
        if (isTraded)
        {
            priceLimits.onLastPrice(instrument);
        }
    }

    /**
     * Moves market orders to where the price limits are now: they stand before all others of their side, wherever that
     * is.
     *
     * @param instrument whose limits may have moved while its orders are collected.
     */
    void followLimits(final Instrument instrument)
    {
        restCount = 0;
        isCrossed = false;
        instrument.book.forEach(restVisitor);
        for (int i = 0; i < restCount; i++)
        {
            final Order order = rests[i];
            rests[i] = null;
            final long limitTicks = MarketLimit.inAuction(instrument, order.side);
            if (order.isMarket() && limitTicks != order.priceTicks)
            {
                move(order, limitTicks);
            }
        }
    }

    private void clearUp(final Instrument instrument, final boolean isTraded)
    {
        // Only price limits that have moved can leave a crossed book; then those outside them go, so that it is none.
        isCrossed = PhaseRules.isCrossed(instrument);
        restCount = 0;
        instrument.book.forEach(restVisitor);
        for (int i = 0; i < restCount; i++)
        {
            if (rests[i].isForAuctionOnly())
            {
                cancel(i, CancelReason.AUCTION_REST);
            }
            else if (!rests[i].isMarket())
            {
                cancel(i, CancelReason.OUT_OF_LIMITS);
            }
        }
        for (int i = 0; i < restCount; i++)
        {
            if (null != rests[i] && OrderTypeTraits.of(rests[i].orderType).isAtBestOnly())
            {
                endMarketToLimit(i, isTraded);
            }
        }
        for (int i = 0; i < restCount; i++)
        {
            if (null != rests[i])
            {
                cancel(i, CancelReason.AUCTION_REST);
            }
        }
    }

    /** Keeps what cannot stay as it is; the visitor must not change the book. */
    private void onRest(final Order order)
    {
        if (order.isForAuctionOnly() || order.isMarket() || isCrossed && OrderPlacement.isOutOfLimits(order))
        {
            if (restCount == rests.length)
            {
                rests = Arrays.copyOf(rests, restCount << 1);
            }
            rests[restCount++] = order;
        }
    }

    private void cancel(final int index, final CancelReason reason)
    {
        exit.cancel(rests[index], OrderEventPublisher.UNSOLICITED, reason);
        rests[index] = null;
    }

    private void endMarketToLimit(final int index, final boolean isTraded)
    {
        if (!isTraded)
        {
            cancel(index, CancelReason.AUCTION_REST);
            return;
        }
        final Order order = rests[index];
        rests[index] = null;
        order.orderType = OrderType.LIMIT;
        if (order.priceTicks != result.priceTicks)
        {
            move(order, result.priceTicks);
        }
    }

    private void move(final Order order, final long priceTicks)
    {
        request.order = order;
        request.priceTicks = priceTicks;
        request.stopPriceE5 = order.stopPriceE5;
        request.restLots = order.restLots;
        request.clOrdId = order.clOrdId;
        request.linkId = order.linkId;
        request.complianceId = order.complianceId;
        request.clientFlags = order.clientFlags;
        replacement.apply(request);
    }
}
