// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.quote;

import io.bourse.engine.core.matching.OrderExit;
import io.bourse.engine.core.matching.OrderReplacement;
import io.bourse.engine.core.matching.PhaseControl;
import io.bourse.engine.core.order.OrderEntry;
import io.bourse.engine.core.order.OrderValidator;
import io.bourse.engine.core.pretrade.PreTradeRisk;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.OrderRequest;
import io.bourse.engine.core.state.Quote;
import io.bourse.engine.core.state.Quotes;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.core.state.VenueLimits;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.OrderConditions;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.Side;

/**
 * Puts the two sides of one entry of a mass quote in the place of a login's quote in an instrument, or refuses both and
 * changes nothing.
 * <p>
 * A side with quantity 0 is withdrawn. A side at the same price and not larger than what is left of the live one keeps
 * its place and id; any other is entered anew and may trade. A side of another account than the live one ends that and
 * begins its own life. Bid and ask of one entry never meet: the side that would run into the other one's old price is
 * moved last.
 * <p>
 * Both sides pass every check before either is touched: the bid beside the ask as it was, then the ask beside the bid
 * as it was or will be, whichever is larger, so that all limits hold for both together, also in the legs of a strategy,
 * where buys and sells add up.
 */
public final class QuoteReplacement
{
    private final ReferenceData referenceData;
    private final OrderValidator validator;
    private final VenueLimits limits;
    private final PhaseControl phases;
    private final Quotes quotes;
    private final PreTradeRisk risk;
    private final OrderEntry entry;
    private final OrderReplacement replacement;
    private final OrderExit exit;

    public QuoteReplacement(
        final ReferenceData referenceData,
        final OrderValidator validator,
        final VenueLimits limits,
        final PhaseControl phases,
        final Quotes quotes,
        final PreTradeRisk risk,
        final OrderEntry entry,
        final OrderReplacement replacement,
        final OrderExit exit)
    {
        this.referenceData = referenceData;
        this.validator = validator;
        this.limits = limits;
        this.phases = phases;
        this.quotes = quotes;
        this.risk = risk;
        this.entry = entry;
        this.replacement = replacement;
        this.exit = exit;
    }

    /**
     * Executes an entry. Its sides get the ids of their orders, whether or not those have traded away since.
     *
     * @param entry of a market maker who may quote.
     * @return null when both sides are as asked, otherwise why neither has changed.
     */
    RejectReason execute(final QuoteEntry entry)
    {
        final Instrument instrument = referenceData.instrument(entry.bid.instrumentId);
        if (null == instrument)
        {
            return RejectReason.UNKNOWN_INSTRUMENT;
        }
        if (quotes.isLocked(entry.login, instrument))
        {
            return RejectReason.PROTECTION_TRIPPED;
        }
        final Quote live = quotes.find(entry.login, instrument);
        final RejectReason full = limits.orderRefusal(entry.login, added(live, entry.bid) + added(live, entry.ask));
        final RejectReason reason = null == full ? check(live, instrument, entry.bid, entry.ask) : full;
        if (null == reason)
        {
            apply(null == live ? quotes.findOrAdd(entry.login, instrument) : live, entry.bid, entry.ask);
        }
        return reason;
    }

    /** Orders that a side adds: one that begins anew after another ends takes its place. */
    private static int added(final Quote live, final OrderRequest request)
    {
        final boolean isLive = null != live && null != live.order(request.side);
        return (0 == request.qtyLots ? 0 : 1) - (isLive ? 1 : 0);
    }

    private RejectReason check(
        final Quote live, final Instrument instrument, final OrderRequest bid, final OrderRequest ask)
    {
        if (bid.qtyLots < 0 || ask.qtyLots < 0)
        {
            return RejectReason.QTY_OUT_OF_RANGE;
        }
        if (0 == bid.qtyLots && 0 == ask.qtyLots)
        {
            return phases.cancelRefusal(instrument);
        }
        if (0 != bid.qtyLots && 0 != ask.qtyLots && bid.priceE5 >= ask.priceE5)
        {
            return RejectReason.INVALID_FIELD;
        }
        final RejectReason reason = 0 == bid.qtyLots ? null : check(live, bid);
        if (null != reason || 0 == ask.qtyLots)
        {
            return reason;
        }
        ask.ordersBeside = 0 == bid.qtyLots ? 0 : 1;
        return checkAskBesideBid(live, bid, ask);
    }

    /** A bid that begins anew or grows counts while the ask is checked, else two could pass where one has margin. */
    private RejectReason checkAskBesideBid(final Quote live, final OrderRequest bid, final OrderRequest ask)
    {
        final Order liveBid = null == live ? null : live.order(Side.BUY);
        if (0 != bid.qtyLots && bid.order != liveBid)
        {
            return checkAskBesideNew(bid.order, live, ask);
        }
        final long moreLots = null == liveBid ? 0 : Math.max(0, bid.qtyLots - liveBid.restLots);
        if (0 == moreLots)
        {
            return check(live, ask);
        }
        risk.reduced(liveBid, -moreLots);
        final RejectReason reason = check(live, ask);
        risk.reduced(liveBid, moreLots);
        return reason;
    }

    private RejectReason checkAskBesideNew(final Order bid, final Quote live, final OrderRequest ask)
    {
        RejectReason reason = validator.check(ask);
        if (null == reason)
        {
            risk.reserved(bid);
            reason = check(live, ask);
            risk.released(bid);
        }
        if (null != reason)
        {
            entry.drop(bid);
        }
        return reason;
    }

    /** Checks a side; its order is then the live one when that is to change, or a new one that is not taken yet. */
    private RejectReason check(final Quote live, final OrderRequest request)
    {
        final Order order = null == live ? null : live.order(request.side);
        if (null != order && order.accountCode == request.accountCode)
        {
            final RejectReason reason = validator.check(request);
            request.order = order;
            request.restLots = request.qtyLots;
            return null != reason ? reason : replacement.refusal(request);
        }
        final RejectReason reason = entry.prepareSide(request);
        if (null == reason)
        {
            request.order.conditions |= OrderConditions.QUOTE;
        }
        return reason;
    }

    private void apply(final Quote quote, final OrderRequest bid, final OrderRequest ask)
    {
        withdraw(quote, bid);
        withdraw(quote, ask);
        final Order liveAsk = quote.order(Side.SELL);
        final boolean isBidThroughOldAsk =
            0 != bid.qtyLots && null != liveAsk && bid.priceTicks >= liveAsk.priceTicks;
        if (!isBidThroughOldAsk)
        {
            bid.orderId = put(quote, bid);
        }
        ask.orderId = put(quote, ask);
        if (isBidThroughOldAsk)
        {
            bid.orderId = put(quote, bid);
        }
    }

    /** Ends a live side that is not wanted any more or begins anew. */
    private void withdraw(final Quote quote, final OrderRequest request)
    {
        final Order live = quote.order(request.side);
        if (null != live && (0 == request.qtyLots || request.order != live))
        {
            exit.cancel(live, request.clOrdId, CancelReason.QUOTE_WITHDRAWN);
        }
    }

    private long put(final Quote quote, final OrderRequest request)
    {
        if (0 == request.qtyLots)
        {
            return 0;
        }
        if (request.order == quote.order(request.side))
        {
            return replacement.apply(request);
        }
        // Known as a side before it is live: it may trade away while it is taken.
        quote.order(request.side, request.order);
        return entry.take(request.order);
    }
}
