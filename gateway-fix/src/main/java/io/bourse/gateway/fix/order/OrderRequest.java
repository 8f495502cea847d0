// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.gateway.fix.field.FixInstrument;
import io.bourse.gateway.fix.field.FixText;
import io.bourse.gateway.fix.session.FixSession;

/**
 * One decoded request. Filled by the inbound side, then not changed any more except for the order it was found to mean.
 * Reused when it has its answer.
 */
final class OrderRequest
{
    /** What is asked for. */
    enum Kind
    {
        NEW, CANCEL, REPLACE, MASS_CANCEL, MASS_QUOTE, QUOTE_REQUEST
    }

    final FixText clOrdId = new FixText();
    final FixText origClOrdId = new FixText();
    Kind kind;
    FixLogin login;
    long receivedNs;
    /** When it was given to the engine. */
    long offeredNs;
    /** OrderID(37), 0 if the client gave none. */
    long orderId;
    /** The session says that it may have sent this message before: PossDupFlag(43). */
    boolean isPossDup;
    /** The client says that it may have sent this request before: PossResend(97). */
    boolean isPossResend;
    /** True when the client gave an OrderID that cannot be one. */
    boolean hasForeignOrderId;
    FixInstrument instrument;
    char side;
    /** 0 when the client gave none. */
    char timeInForce;
    char ordType;
    long accountCode;
    long qtyLots;
    long priceE5;
    boolean hasPrice;
    long stopPriceE5;
    boolean hasStopPrice;
    long displayLots;
    boolean hasDisplay;
    long displayVarianceLots;
    long minLots;
    boolean hasMinLots;
    boolean hasExecInst;
    long expireDateNs;
    int conditions;
    int selfTradeMode;
    int linkId;
    boolean hasLinkId;
    byte complianceId;
    /** Of a mass cancel: MassCancelRequestType(530), and whether it is meant for the whole firm. */
    char massCancelType;
    boolean isFirmWide;
    /** Of a mass cancel: any underlying when empty. */
    final FixText underlying = new FixText();
    /** Of a mass quote. */
    QuoteEntries quotes;
    /** Where it stands among all requests, and the logons and ends of sessions. */
    long place;
    /** When it is refused because the engine takes nothing; 0 while it has not been offered. */
    long deadlineNs;
    /** It has waited for the answer to another one: its own must not come before that. */
    boolean hasAwaited;
    /** It was on its way to a partition that is lost. */
    boolean isLost;
    /** The order this request creates or concerns. */
    FixOrder order;
    /** Next that waits after it, or next in the pool. */
    OrderRequest next;

    OrderRequest reset(final Kind ofKind, final FixLogin ofLogin, final long atNs)
    {
        kind = ofKind;
        login = ofLogin;
        receivedNs = atNs;
        offeredNs = 0;
        clOrdId.clear();
        origClOrdId.clear();
        orderId = 0;
        isPossDup = false;
        isPossResend = false;
        hasForeignOrderId = false;
        instrument = null;
        side = ReportEncoder.SIDE_UNDISCLOSED;
        timeInForce = 0;
        ordType = FixOrder.LIMIT;
        accountCode = 0;
        qtyLots = 0;
        clearTerms();
        massCancelType = 0;
        isFirmWide = false;
        underlying.clear();
        deadlineNs = 0;
        hasAwaited = false;
        isLost = false;
        quotes = null;
        order = null;
        next = null;
        return this;
    }

    private void clearTerms()
    {
        priceE5 = 0;
        hasPrice = false;
        stopPriceE5 = 0;
        hasStopPrice = false;
        displayLots = 0;
        hasDisplay = false;
        displayVarianceLots = 0;
        minLots = 0;
        hasMinLots = false;
        hasExecInst = false;
        expireDateNs = 0;
        conditions = 0;
        selfTradeMode = 0;
        linkId = 0;
        hasLinkId = false;
        complianceId = 0;
    }

    FixSession session()
    {
        return login.session;
    }

    /** Whether it may have come before, as who sent it says. */
    boolean isRepeated()
    {
        return isPossDup || isPossResend;
    }

    /** Whether the plain command carries all of its terms. */
    boolean isPlain()
    {
        return FixOrder.LIMIT == ordType && 0 == displayLots && 0 == minLots && 0 == selfTradeMode;
    }
}
