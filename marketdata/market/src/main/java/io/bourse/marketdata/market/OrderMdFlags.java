// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.market;

import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.OrderConditions;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.marketdata.book.MdFlags;

/**
 * What the engine says of an order, as bits of MDFlags.
 */
final class OrderMdFlags
{
    private OrderMdFlags()
    {
    }

    /**
     * What an order carries in all its messages.
     *
     * @param timeInForce of the order.
     * @param conditions of the order, bits of {@link OrderConditions}.
     * @return bits of {@link MdFlags}.
     */
    static long of(final TimeInForce timeInForce, final int conditions)
    {
        final long postOnly = 0 == (conditions & OrderConditions.POST_ONLY) ? 0 : MdFlags.BOOK_OR_CANCEL;
        return postOnly | switch (timeInForce)
        {
            case IOC -> MdFlags.IOC;
            case FOK -> MdFlags.FOK;
            case DAY, GTC, AT_OPENING, GTD, AT_CLOSE, GOOD_FOR_AUCTION, NULL_VAL -> MdFlags.DAY;
        };
    }

    /**
     * Why an order is removed, beside what it carries itself.
     *
     * @param reason of the engine.
     * @return bits of {@link MdFlags}.
     */
    static long ofCancelReason(final CancelReason reason)
    {
        return switch (reason)
        {
            // The flags mark the result of a decision; what could not trade just ends.
            case IOC_REST, MARKET_REST, AUCTION_REST -> 0;
            case MASS_CANCEL -> MdFlags.MASS_CANCEL;
            case DISCONNECT -> MdFlags.CANCEL_ON_DISCONNECT;
            case SELF_TRADE -> MdFlags.DUE_TO_CROSS_CANCEL;
            case REQUESTED, REPLACE_MISMATCH, REPLACE_FILLED, SESSION_END, EXPIRED, KILL_SWITCH,
                MARKET_MAKER_PROTECTION, OUT_OF_LIMITS, QUOTE_WITHDRAWN, RISK, INSTRUMENT_EXPIRED, MOVED, NULL_VAL ->
                MdFlags.CANCEL;
        };
    }
}
