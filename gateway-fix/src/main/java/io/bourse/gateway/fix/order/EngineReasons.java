// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import java.util.stream.Stream;

import io.bourse.engine.protocol.ActivationCause;
import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.OrderTypeTraits;
import io.bourse.engine.protocol.RejectReason;

/**
 * The engine's reasons in the codes of FIX 4.4; the reason's own name always travels in Text(58).
 */
final class EngineReasons
{
    private static final int OTHER = 99;
    private static final int TOO_LATE_TO_CANCEL = 0;
    private static final Codes[] BY_ORDINAL =
        Stream.of(RejectReason.values()).map(EngineReasons::codes).toArray(Codes[]::new);

    /**
     * What FIX 4.4 has for one reason.
     *
     * @param ord OrdRejReason(103).
     * @param cxl CxlRejReason(102).
     * @param quote QuoteRejectReason(300), QuoteEntryRejectReason(368) and QuoteRequestRejectReason(658) in one.
     */
    private record Codes(int ord, int cxl, int quote)
    {
    }

    private EngineReasons()
    {
    }

    static int ordRejReason(final RejectReason reason)
    {
        return BY_ORDINAL[reason.ordinal()].ord;
    }

    static int cxlRejReason(final RejectReason reason, final FixOrder order)
    {
        return RejectReason.UNKNOWN_ORDER == reason && null != order && order.isTerminal() ?
            TOO_LATE_TO_CANCEL : BY_ORDINAL[reason.ordinal()].cxl;
    }

    static int quoteRejectReason(final RejectReason reason)
    {
        return BY_ORDINAL[reason.ordinal()].quote;
    }

    /** ExecType(150) of an order that has ended without a trade. */
    static char execType(final CancelReason reason)
    {
        return switch (reason)
        {
            case SESSION_END, EXPIRED, INSTRUMENT_EXPIRED -> ReportEncoder.EXEC_EXPIRED;
            case REPLACE_FILLED -> ReportEncoder.EXEC_REPLACED;
            case REQUESTED, IOC_REST, REPLACE_MISMATCH, MARKET_REST, AUCTION_REST, SELF_TRADE, MASS_CANCEL, KILL_SWITCH,
                DISCONNECT, MARKET_MAKER_PROTECTION, OUT_OF_LIMITS, QUOTE_WITHDRAWN, RISK, MOVED, NULL_VAL ->
                ReportEncoder.EXEC_CANCELED;
        };
    }

    /** Text(58) of an order that waits no more; clients know these words. */
    static String text(final ActivationCause cause, final FixOrder order)
    {
        return switch (cause)
        {
            case TRIGGERED -> switch (OrderTypeTraits.ofFixOrdType(order.ordType).trigger())
            {
                case STOP -> "STOP_TRIGGERED";
                case TOUCH -> "TOUCHED";
                case NONE -> cause.name();
            };
            case AUCTION_STARTED, DELAY_ENDED, NULL_VAL -> cause.name();
        };
    }

    private static Codes codes(final RejectReason reason)
    {
        return switch (reason)
        {
            case UNKNOWN_INSTRUMENT -> new Codes(1, OTHER, 1);
            case SESSION_CLOSED, TRADING_SUSPENDED -> new Codes(2, 2, 2);
            case PHASE_FORBIDS, CLOCK_UNCERTAIN -> new Codes(OTHER, OTHER, 2);
            case RISK_LIMIT, CAPACITY -> new Codes(OTHER, OTHER, 3);
            case POSITION_OUT_OF_RANGE -> new Codes(13, OTHER, 3);
            case QTY_OUT_OF_RANGE -> new Codes(13, OTHER, OTHER);
            case UNKNOWN_ORDER -> new Codes(5, 1, OTHER);
            case DUPLICATE_COMMAND -> new Codes(6, OTHER, OTHER);
            case INVALID_FIELD -> new Codes(11, OTHER, 7);
            case PRICE_OUT_OF_LIMITS -> new Codes(3, OTHER, 8);
            case PRICE_OFF_TICK, PRICE_OUT_OF_COLLAR -> new Codes(OTHER, OTHER, 8);
            case UNKNOWN_ACCOUNT -> new Codes(15, OTHER, OTHER);
            case ACCOUNT_NOT_PERMITTED -> new Codes(15, OTHER, 9);
            case NO_RIGHT, BLOCKED, OTHER_FIRM -> new Codes(OTHER, OTHER, 9);
            case UNKNOWN_LOGIN, FOK_NOT_FILLABLE, ALREADY_DEFINED, UNKNOWN_FIRM, WRONG_STATE, WRONG_PARTITION,
                INVALID_COMBINATION, WOULD_TRADE, MIN_QTY_NOT_FILLABLE, PROTECTION_TRIPPED, EXPIRED,
                UNKNOWN_SETTLEMENT_ACCOUNT, INSTRUMENT_EXPIRED, NOT_AN_OPTION, POSITION_OPEN, UNBALANCED_POSITIONS,
                NOT_A_TRADING_DATE, SESSION_HAS_TRADES, UNKNOWN_TRADE, NOT_SIGNED, SIGNATURE_INVALID, APPROVAL_MISSING,
                SIGNATURE_EXPIRED, ABOVE_VENUE_LIMIT, FIX_ORDERS, NULL_VAL -> new Codes(OTHER, OTHER, OTHER);
        };
    }
}
