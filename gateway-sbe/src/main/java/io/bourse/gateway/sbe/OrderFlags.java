// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.OrderConditions;
import io.bourse.engine.protocol.TimeInForce;

/**
 * Bits of FlagsSet that this venue sets (TWIME A.1).
 */
final class OrderFlags
{
    static final long DAY = 1L;
    static final long IOC = 1L << 1;
    static final long DONT_CHECK_LIMITS = 1L << 9;
    static final long DUE_TO_CROSS_CANCEL = 1L << 13;
    static final long FOK = 1L << 19;
    static final long REPLACE = 1L << 20;
    static final long CANCEL = 1L << 21;
    static final long MASS_CANCEL = 1L << 22;
    static final long CLEARING = 1L << 25;
    static final long NEGOTIATED = 1L << 26;
    static final long MULTI_LEG = 1L << 27;
    static final long CROSS_TRADE = 1L << 29;
    static final long NEGOTIATED_MATCH_BY_REF = 1L << 31;
    static final long CANCEL_ON_DISCONNECT = 1L << 32;
    static final long KILL_SWITCH = 1L << 37;
    static final long NCC_REQUEST = 1L << 38;
    static final long NCC = 1L << 39;
    static final long ACTIVE_SIDE = 1L << 41;
    static final long PASSIVE_SIDE = 1L << 42;
    static final long ICEBERG = 1L << 47;
    static final long BOOK_OR_CANCEL = 1L << 60;
    static final long DURING_DISCRETE_AUCTION = 1L << 62;

    /** Bits of ClientFlagsSet. */
    private static final int CLIENT_DONT_CHECK_LIMITS = 1;
    private static final int CLIENT_NCC_REQUEST = 1 << 1;

    private OrderFlags()
    {
    }

    /**
     * What an order carries in all its messages.
     *
     * @param timeInForce of the order.
     * @param conditions of the order, bits of {@link OrderConditions}.
     * @param clientFlags of the new order; the engine accepts DontCheckLimits of a login with the right only.
     * @return bits of FlagsSet.
     */
    static long ofOrder(final TimeInForce timeInForce, final int conditions, final int clientFlags)
    {
        final long kind = switch (timeInForce)
        {
            case IOC -> IOC;
            case FOK -> FOK;
            // Whatever may rest is a quotation; nothing in the set distinguishes its lifetimes.
            case DAY, GTC, AT_OPENING, GTD, AT_CLOSE, GOOD_FOR_AUCTION, NULL_VAL -> DAY;
        };
        final long iceberg = 0 == (conditions & OrderConditions.ICEBERG) ? 0 : ICEBERG;
        final long asked = (0 == (clientFlags & CLIENT_DONT_CHECK_LIMITS) ? 0 : DONT_CHECK_LIMITS) |
            (0 == (clientFlags & CLIENT_NCC_REQUEST) ? 0 : NCC_REQUEST);
        return kind | iceberg | asked | (0 == (conditions & OrderConditions.POST_ONLY) ? 0 : BOOK_OR_CANCEL);
    }

    /**
     * Why an order was removed, beside what it carries itself.
     *
     * @param reason of the engine.
     * @param isSessionChange whether clearing, or the begin of a trading session, brought it about.
     * @return bits of FlagsSet.
     */
    static long ofCancelReason(final CancelReason reason, final boolean isSessionChange)
    {
        return switch (reason)
        {
            // Not a cancel: what could not trade just ends.
            case IOC_REST, MARKET_REST, AUCTION_REST -> 0;
            case REPLACE_MISMATCH, REPLACE_FILLED -> REPLACE | CANCEL;
            case MASS_CANCEL -> MASS_CANCEL;
            case SELF_TRADE -> DUE_TO_CROSS_CANCEL;
            case DISCONNECT -> CANCEL_ON_DISCONNECT;
            case KILL_SWITCH -> KILL_SWITCH;
            case INSTRUMENT_EXPIRED -> CLEARING;
            case EXPIRED, OUT_OF_LIMITS, RISK -> isSessionChange ? CLEARING : CANCEL;
            case REQUESTED, SESSION_END, MARKET_MAKER_PROTECTION, QUOTE_WITHDRAWN, MOVED, NULL_VAL ->
                CANCEL;
        };
    }
}
