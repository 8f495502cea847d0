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
import io.bourse.engine.core.state.Login;
import io.bourse.engine.core.state.Order;
import io.bourse.engine.core.state.OrderRequest;
import io.bourse.engine.core.state.Quote;
import io.bourse.engine.core.state.Quotes;
import io.bourse.engine.core.state.ReferenceData;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.OrderConditions;
import io.bourse.engine.protocol.RejectReason;
import io.bourse.engine.protocol.ReplaceMode;
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
    private final OrderRequest bidRequest = new OrderRequest();
    private final OrderRequest askRequest = new OrderRequest();
    private final ReferenceData referenceData;
    private final OrderValidator validator;
    private final PhaseControl phases;
    private final Quotes quotes;
    private final PreTradeRisk risk;
    private final OrderEntry entry;
    private final OrderReplacement replacement;
    private final OrderExit exit;

    /** Orders prepared for sides that begin anew; null for all others. */
    private Order preparedBid;
    private Order preparedAsk;
    private long bidOrderId;
    private long askOrderId;

    public QuoteReplacement(
        final ReferenceData referenceData,
        final OrderValidator validator,
        final PhaseControl phases,
        final Quotes quotes,
        final PreTradeRisk risk,
        final OrderEntry entry,
        final OrderReplacement replacement,
        final OrderExit exit)
    {
        this.referenceData = referenceData;
        this.validator = validator;
        this.phases = phases;
        this.quotes = quotes;
        this.risk = risk;
        this.entry = entry;
        this.replacement = replacement;
        this.exit = exit;
    }

    /** What the next entry asks for on a side; the caller fills it, a quantity of 0 withdraws. */
    OrderRequest request(final Side side)
    {
        return Side.BUY == side ? bidRequest : askRequest;
    }

    /** Id that a side of the entry last executed has got, whether or not it has traded away since; 0 for none. */
    long orderId(final Side side)
    {
        return Side.BUY == side ? bidOrderId : askOrderId;
    }

    /**
     * Executes the entry that both requests describe.
     *
     * @param login market maker, who may quote.
     * @param instrumentId of the entry, any value.
     * @return null when both sides are as asked, otherwise why neither has changed.
     */
    RejectReason execute(final Login login, final int instrumentId)
    {
        final Instrument instrument = referenceData.instrument(instrumentId);
        if (null == instrument)
        {
            return RejectReason.UNKNOWN_INSTRUMENT;
        }
        if (quotes.isLocked(login, instrument))
        {
            return RejectReason.PROTECTION_TRIPPED;
        }
        final Quote live = quotes.find(login, instrument);
        final RejectReason reason = check(live, instrument);
        if (null == reason)
        {
            apply(null == live ? quotes.findOrAdd(login, instrument) : live);
        }
        preparedBid = null;
        preparedAsk = null;
        return reason;
    }

    private RejectReason check(final Quote live, final Instrument instrument)
    {
        final long bidLots = bidRequest.qtyLots;
        final long askLots = askRequest.qtyLots;
        if (bidLots < 0 || askLots < 0)
        {
            return RejectReason.QTY_OUT_OF_RANGE;
        }
        if (0 == bidLots && 0 == askLots)
        {
            return phases.cancelRefusal(instrument);
        }
        if (0 != bidLots && 0 != askLots && bidRequest.priceE5 >= askRequest.priceE5)
        {
            return RejectReason.INVALID_FIELD;
        }
        RejectReason reason = 0 == bidLots ? null : check(live, bidRequest);
        if (null == reason && 0 != askLots)
        {
            risk.ordersBeside(0 == bidLots ? 0 : 1);
            reason = checkAskBesideBid(live);
            risk.ordersBeside(0);
        }
        return reason;
    }

    /** A bid that begins anew or grows counts while the ask is checked, else two could pass where one has room. */
    private RejectReason checkAskBesideBid(final Quote live)
    {
        final Order newBid = preparedBid;
        if (null != newBid)
        {
            return checkAskBesideNew(newBid, live);
        }
        final Order bid = null == live ? null : live.order(Side.BUY);
        final long moreLots = null == bid ? 0 : Math.max(0, bidRequest.qtyLots - bid.restLots);
        if (0 == moreLots)
        {
            return check(live, askRequest);
        }
        risk.reduced(bid, -moreLots);
        final RejectReason reason = check(live, askRequest);
        risk.reduced(bid, moreLots);
        return reason;
    }

    private RejectReason checkAskBesideNew(final Order bid, final Quote live)
    {
        RejectReason reason = validator.check(askRequest);
        if (null == reason)
        {
            risk.reserved(bid);
            reason = check(live, askRequest);
            risk.released(bid);
        }
        if (null != reason)
        {
            entry.drop(bid);
        }
        return reason;
    }

    private RejectReason check(final Quote live, final OrderRequest request)
    {
        final Order order = null == live ? null : live.order(request.side);
        if (null != order && order.accountCode == request.accountCode)
        {
            final RejectReason reason = validator.check(request);
            return null != reason ? reason :
                replacement.refusal(order, request.priceTicks, request.qtyLots, request.clientFlags);
        }
        final RejectReason reason = entry.prepare(request);
        if (null == reason)
        {
            final Order prepared = entry.prepared();
            prepared.conditions |= OrderConditions.QUOTE;
            if (Side.BUY == request.side)
            {
                preparedBid = prepared;
            }
            else
            {
                preparedAsk = prepared;
            }
        }
        return reason;
    }

    private void apply(final Quote quote)
    {
        withdraw(quote.order(Side.BUY), bidRequest, preparedBid);
        withdraw(quote.order(Side.SELL), askRequest, preparedAsk);
        bidOrderId = 0;
        askOrderId = 0;
        final Order liveAsk = quote.order(Side.SELL);
        final boolean isBidThroughOldAsk =
            0 != bidRequest.qtyLots && null != liveAsk && bidRequest.priceTicks >= liveAsk.priceTicks;
        if (!isBidThroughOldAsk)
        {
            bidOrderId = put(quote, bidRequest, preparedBid);
        }
        askOrderId = put(quote, askRequest, preparedAsk);
        if (isBidThroughOldAsk)
        {
            bidOrderId = put(quote, bidRequest, preparedBid);
        }
    }

    /** Ends a live side that is not wanted any more or begins anew. */
    private void withdraw(final Order live, final OrderRequest request, final Order prepared)
    {
        if (null != live && (0 == request.qtyLots || null != prepared))
        {
            exit.cancel(live, request.clOrdId, CancelReason.QUOTE_WITHDRAWN);
        }
    }

    private long put(final Quote quote, final OrderRequest request, final Order prepared)
    {
        if (0 == request.qtyLots)
        {
            return 0;
        }
        if (null != prepared)
        {
            // Known as a side before it is live: it may trade away while it is taken.
            quote.order(request.side, prepared);
            entry.take(prepared);
            return entry.lastOrderId();
        }
        return replacement.apply(
            quote.order(request.side),
            request.priceTicks,
            request.qtyLots,
            ReplaceMode.SET_REST,
            request.clOrdId,
            request.linkId,
            request.complianceId,
            request.clientFlags);
    }
}
