// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.protocol.RejectReason;

/**
 * The engine's reasons in the codes of FIX 4.4; the reason's own name always travels in Text(58).
 */
final class EngineReasons
{
    private static final int OTHER = 99;

    private EngineReasons()
    {
    }

    static int ordRejReason(final RejectReason reason)
    {
        return switch (reason)
        {
            case UNKNOWN_INSTRUMENT -> 1;
            case SESSION_CLOSED, TRADING_SUSPENDED -> 2;
            case PRICE_OUT_OF_LIMITS -> 3;
            case UNKNOWN_ORDER -> 5;
            case DUPLICATE_COMMAND -> 6;
            case INVALID_FIELD -> 11;
            case QTY_OUT_OF_RANGE, POSITION_OUT_OF_RANGE -> 13;
            case UNKNOWN_ACCOUNT, ACCOUNT_NOT_PERMITTED -> 15;
            default -> OTHER;
        };
    }

    static int cxlRejReason(final RejectReason reason, final FixOrder order)
    {
        return switch (reason)
        {
            case UNKNOWN_ORDER -> null != order && order.isTerminal() ? 0 : 1;
            case SESSION_CLOSED, TRADING_SUSPENDED -> 2;
            default -> OTHER;
        };
    }

    /** QuoteRejectReason(300), QuoteEntryRejectReason(368) and QuoteRequestRejectReason(658) in one. */
    static int quoteRejectReason(final RejectReason reason)
    {
        return switch (reason)
        {
            case UNKNOWN_INSTRUMENT -> 1;
            case SESSION_CLOSED, TRADING_SUSPENDED, PHASE_FORBIDS -> 2;
            case RISK_LIMIT, POSITION_OUT_OF_RANGE -> 3;
            case INVALID_FIELD -> 7;
            case PRICE_OFF_TICK, PRICE_OUT_OF_LIMITS, PRICE_OUT_OF_COLLAR -> 8;
            case NO_RIGHT, ACCOUNT_NOT_PERMITTED, BLOCKED -> 9;
            default -> OTHER;
        };
    }
}
