// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.book;

/**
 * MDFlagsSet (tag 20017) as bits of a long (SIMBA B.1): the flags that Bourse sends or reads.
 */
public final class MdFlags
{
    /** Order that rests until the end of the day. */
    public static final long DAY = 1L;

    /** Immediate-or-cancel order. */
    public static final long IOC = 1L << 1;

    /** Off-book order or trade: counts for RptSeq and must not enter the book. */
    public static final long NON_QUOTE = 1L << 2;

    /** Last message of a transaction. */
    public static final long END_OF_TRANSACTION = 1L << 12;

    /** Self-trade prevention removed it, or a part of it. */
    public static final long DUE_TO_CROSS_CANCEL = 1L << 13;

    /** Trade of a leg of a strategy other than the first. */
    public static final long SECOND_LEG = 1L << 14;

    /** Fill-or-kill order. */
    public static final long FOK = 1L << 19;

    /** Result of a replace. */
    public static final long REPLACE = 1L << 20;

    /** Result of a cancel. */
    public static final long CANCEL = 1L << 21;

    /** Result of a mass cancel. */
    public static final long MASS_CANCEL = 1L << 22;

    /** Negotiated trade. */
    public static final long NEGOTIATED = 1L << 26;

    /** Trade of a leg of a strategy. */
    public static final long MULTI_LEG = 1L << 27;

    /** The parties of a negotiated trade found each other by a reference. */
    public static final long NEGOTIATED_MATCH_BY_REF = 1L << 31;

    /** Result of a cancel on disconnect. */
    public static final long CANCEL_ON_DISCONNECT = 1L << 32;

    /** This order caused the trade. */
    public static final long ACTIVE_SIDE = 1L << 41;

    /** This order was resting. */
    public static final long PASSIVE_SIDE = 1L << 42;

    /** Book-or-cancel order: it never trades at once. */
    public static final long BOOK_OR_CANCEL = 1L << 60;

    /** Trade of an auction. */
    public static final long DURING_DISCRETE_AUCTION = 1L << 62;

    private MdFlags()
    {
    }
}
