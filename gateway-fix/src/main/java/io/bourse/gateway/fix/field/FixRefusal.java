// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.field;

import io.bourse.engine.protocol.OrderType;
import io.bourse.engine.protocol.OrderTypeTraits;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.protocol.TimeInForceTraits;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Why the gateway itself refuses a request, with the codes FIX 4.4 gives for it. The engine never hears of these.
 */
public enum FixRefusal
{
    /** ClOrdID is empty, too long or not printable ASCII. */
    BAD_CL_ORD_ID(99, 99, "ClOrdID must have 1 to 64 printable ASCII characters"),
    /** This session has used the ClOrdID before. */
    DUPLICATE_CL_ORD_ID(6, 6, "ClOrdID was used before"),
    /** Symbol or SecurityID names no instrument. */
    UNKNOWN_SYMBOL(1, 99, "unknown instrument"),
    /** Symbol and SecurityID name different instruments. */
    CONTRADICTING_SYMBOL(1, 99, "Symbol and SecurityID name different instruments"),
    /** Account is missing or cannot be an account. */
    BAD_ACCOUNT(15, 99, "Account must have 7 ASCII characters"),
    /** OrderQty is missing, not whole, zero or too large. */
    BAD_QTY(13, 99, "OrderQty must be a whole number from 1 to 4294967294"),
    /** Price is missing, not a number, or finer than five decimals. */
    BAD_PRICE(99, 99, "Price must be a number with at most 5 decimals"),
    /** Side is neither buy nor sell. */
    BAD_SIDE(11, 99, "Side must be 1 (buy) or 2 (sell)"),
    /** OrdType is none the venue has. */
    BAD_ORD_TYPE(11, 99, "OrdType must be " + ordTypes()),
    /** TimeInForce is none the venue has. */
    BAD_TIME_IN_FORCE(11, 99, "TimeInForce must be " + timesInForce()),
    /** StopPx of a stop order is missing, not a number, or finer than five decimals. */
    BAD_STOP_PX(99, 99, "StopPx must be a number with at most 5 decimals"),
    /** A GTD order without its end, or with one that is no time. */
    BAD_EXPIRY(99, 99, "a good-till-date order needs either ExpireDate or ExpireTime"),
    /** A replace that would make another kind of order of it. */
    TERMS_CHANGED(99, 99, "a replace can change quantity, price and trigger only"),
    /** A field that would change the meaning of the order. */
    UNSUPPORTED_FIELD(11, 99, "field is not supported"),
    /** The login lacks the right. */
    NO_RIGHT(99, 99, "the login has no right to do this"),
    /** No such order of this session. */
    UNKNOWN_ORDER(5, 1, "unknown order"),
    /** The order is already at its end. */
    TOO_LATE(4, 0, "order is no longer working"),
    /** The request names another side, instrument or account than the order has. */
    ORDER_MISMATCH(99, 99, "side, instrument or account is not the order's"),
    /** The engine takes no commands at the moment, or is gone. */
    ENGINE_BUSY(99, 2, "the exchange takes no requests at the moment"),
    /** One of several partitions is not there, and has not executed it. */
    PARTITION_LOST(99, 2, "the partition of the instrument is not there at the moment"),
    /** The gateway was activated and takes no orders yet. */
    ACTIVATION(2, 2, "this gateway has just been activated and takes no orders, replaces and quotes yet, cancels only");

    private final int ordRejReason;
    private final int cxlRejReason;
    private final String text;

    FixRefusal(final int ordRejReason, final int cxlRejReason, final String text)
    {
        this.ordRejReason = ordRejReason;
        this.cxlRejReason = cxlRejReason;
        this.text = text;
    }

    private static String ordTypes()
    {
        return list(Stream.of(OrderType.values())
            .filter(type -> OrderType.NULL_VAL != type)
            .map(type -> OrderTypeTraits.of(type).fixOrdType() + " (" +
                type.name().toLowerCase(Locale.ROOT).replace('_', ' ') + ')'));
    }

    private static String timesInForce()
    {
        return list(Stream.of(TimeInForce.values())
            .filter(timeInForce -> TimeInForce.NULL_VAL != timeInForce)
            .map(timeInForce -> String.valueOf(TimeInForceTraits.of(timeInForce).fixTimeInForce())));
    }

    private static String list(final Stream<String> values)
    {
        final List<String> sorted = values.sorted().toList();
        return String.join(", ", sorted.subList(0, sorted.size() - 1)) + " or " + sorted.getLast();
    }

    /**
     * Code for an ExecutionReport.
     *
     * @return OrdRejReason(103).
     */
    public int ordRejReason()
    {
        return ordRejReason;
    }

    /**
     * Code for an OrderCancelReject.
     *
     * @return CxlRejReason(102).
     */
    public int cxlRejReason()
    {
        return cxlRejReason;
    }

    /**
     * Sentence for people.
     *
     * @return Text(58).
     */
    public String text()
    {
        return text;
    }
}
