// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.quote;

import io.bourse.engine.core.event.EventGroupWriter;
import io.bourse.engine.core.event.LackingPublisher;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.Login;
import io.bourse.engine.core.state.MarketMakerProtection;
import io.bourse.engine.protocol.LimitKind;
import io.bourse.engine.protocol.LimitLevel;
import io.bourse.engine.protocol.MarketMakerProtectionResetEncoder;
import io.bourse.engine.protocol.MarketMakerProtectionSetEncoder;
import io.bourse.engine.protocol.MarketMakerProtectionTrippedEncoder;
import io.bourse.engine.protocol.QuoteAcknowledgedEncoder;
import io.bourse.engine.protocol.QuoteRequestedEncoder;
import io.bourse.engine.protocol.QuoteStatus;
import io.bourse.engine.protocol.RejectReason;

/**
 * Encodes what happens to quotes beyond their two orders.
 */
public final class QuoteEventPublisher
{
    private static final long NO_ORDER_ID = QuoteAcknowledgedEncoder.bidOrderIdNullValue();

    private final EventGroupWriter writer;
    private final QuoteAcknowledgedEncoder acknowledgedEncoder = new QuoteAcknowledgedEncoder();
    private final QuoteRequestedEncoder requestedEncoder = new QuoteRequestedEncoder();
    private final MarketMakerProtectionSetEncoder setEncoder = new MarketMakerProtectionSetEncoder();
    private final MarketMakerProtectionResetEncoder resetEncoder = new MarketMakerProtectionResetEncoder();
    private final MarketMakerProtectionTrippedEncoder trippedEncoder = new MarketMakerProtectionTrippedEncoder();
    private final LackingPublisher lacking;

    public QuoteEventPublisher(final EventGroupWriter writer)
    {
        this.writer = writer;
        lacking = new LackingPublisher(writer);
    }

    /**
     * An entry has been executed.
     *
     * @param entry whose sides have the ids of their orders.
     */
    void acknowledged(final QuoteEntry entry)
    {
        acknowledgement(entry)
            .bidOrderId(0 == entry.bid.orderId ? NO_ORDER_ID : entry.bid.orderId)
            .askOrderId(0 == entry.ask.orderId ? NO_ORDER_ID : entry.ask.orderId)
            .status(QuoteStatus.ACCEPTED)
            .reason(RejectReason.NULL_VAL)
            .limitLevel(LimitLevel.NULL_VAL)
            .limitKind(LimitKind.NULL_VAL);
    }

    /**
     * An entry was refused.
     *
     * @param entry whose command has the limit when one has refused it.
     * @param reason why.
     */
    void refused(final QuoteEntry entry, final RejectReason reason)
    {
        final boolean isRisk = RejectReason.RISK_LIMIT == reason;
        acknowledgement(entry)
            .bidOrderId(NO_ORDER_ID)
            .askOrderId(NO_ORDER_ID)
            .status(QuoteStatus.REFUSED)
            .reason(reason)
            .limitLevel(isRisk ? entry.bid.command.limitLevel : LimitLevel.NULL_VAL)
            .limitKind(isRisk ? entry.bid.command.limitKind : LimitKind.NULL_VAL);
        if (isRisk)
        {
            lacking.refused(entry.bid.command);
        }
    }

    /**
     * Publishes a quote request.
     *
     * @param login that asks; not public.
     * @param instrument to quote.
     * @param clOrdId of the request.
     * @param qtyLots 0 when not said.
     * @param side or 89 for both.
     */
    void requested(
        final Login login, final Instrument instrument, final long clOrdId, final long qtyLots, final short side)
    {
        writer.next(requestedEncoder)
            .clOrdId(clOrdId)
            .qtyLots(qtyLots)
            .instrumentId(instrument.instrumentId)
            .loginId(login.loginId)
            .side(side);
    }

    void protectionSet(final MarketMakerProtection protection)
    {
        writer.next(setEncoder)
            .windowNs(protection.windowNs())
            .maxVolumeLots(protection.maxVolumeLots())
            .maxDeltaLots(protection.maxDeltaLots())
            .maxTrades(protection.maxTrades())
            .loginId(protection.login.loginId)
            .putUnderlying(protection.underlying, 0);
    }

    /**
     * A protection has tripped; the cancels of its quotes follow.
     *
     * @param protection with its window as it is after the whole step that tripped it.
     */
    void tripped(final MarketMakerProtection protection)
    {
        writer.next(trippedEncoder)
            .volumeLots(protection.volumeLots())
            .deltaLots(protection.deltaLots())
            .trades(protection.trades())
            .loginId(protection.login.loginId)
            .putUnderlying(protection.underlying, 0);
    }

    void protectionReset(final MarketMakerProtection protection)
    {
        writer.next(resetEncoder)
            .loginId(protection.login.loginId)
            .putUnderlying(protection.underlying, 0);
    }

    private QuoteAcknowledgedEncoder acknowledgement(final QuoteEntry entry)
    {
        return writer.next(acknowledgedEncoder)
            .quoteId(entry.bid.clOrdId)
            .instrumentId(entry.bid.instrumentId)
            .entryId(entry.entryId)
            .loginId(entry.login.loginId);
    }
}
