// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.simba;

/**
 * MDFlagsSet (tag 20017) as bits of a long (sheet B.1): the flags that Bourse sends or reads.
 */
public final class SimbaFlags
{
    /** Order that rests until the end of the day. */
    public static final long DAY = 1L;

    /** Immediate-or-cancel order. */
    public static final long IOC = 1L << 1;

    /** Off-book order or trade: counts for RptSeq and must not enter the book. */
    public static final long NON_QUOTE = 1L << 2;

    /** Last message of a transaction. */
    public static final long END_OF_TRANSACTION = 1L << 12;

    /** Fill-or-kill order. */
    public static final long FOK = 1L << 19;

    /** Result of a replace. */
    public static final long REPLACE = 1L << 20;

    /** Result of a cancel. */
    public static final long CANCEL = 1L << 21;

    /** This order caused the trade. */
    public static final long ACTIVE_SIDE = 1L << 41;

    /** This order was resting. */
    public static final long PASSIVE_SIDE = 1L << 42;

    private SimbaFlags()
    {
    }
}
