// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.client;

import org.agrona.collections.Long2LongCounterMap;

import java.util.Map;
import java.util.TreeMap;

/**
 * Refusals, counted by reason. TWIME's codes count as they are, FIX's above {@link #FIX}.
 */
public final class RefusalCounts
{
    /** The venue is too far behind, and says so. */
    public static final int UNAVAILABLE = -1;
    /** Too fast for the limit of the session. */
    public static final int FLOOD = -2;
    /** A cancel of an order that is gone. */
    public static final int TOO_LATE = -3;
    private static final int FIX = 1_000_000;
    private static final int FIX_NONE = 999;
    private static final int TWIME_ORDER_NOT_FOUND = 14;
    private static final int FIX_TOO_LATE = FIX;
    private static final int FIX_UNKNOWN_ORDER = FIX + 1;

    private final Long2LongCounterMap counts = new Long2LongCounterMap(0);

    /** Reason of FIX: CxlRejReason or OrdRejReason. */
    static int fix(final long reason)
    {
        return FIX + (reason < 0 ? FIX_NONE : (int)reason);
    }

    /**
     * What a reason means for a cancel.
     *
     * @param reason of the refusal.
     * @return the same, or {@link #TOO_LATE}.
     */
    public static int ofCancel(final int reason)
    {
        return TWIME_ORDER_NOT_FOUND == reason || FIX_TOO_LATE == reason || FIX_UNKNOWN_ORDER == reason ?
            TOO_LATE : reason;
    }

    /** Counts one. */
    public void count(final int reason)
    {
        counts.incrementAndGet(reason);
    }

    /** Forgets all. */
    public void reset()
    {
        counts.clear();
    }

    /**
     * How many there are.
     *
     * @return counts by the name of the reason.
     */
    public Map<String, Long> byName()
    {
        final Map<String, Long> byName = new TreeMap<>();
        counts.forEach((reason, count) -> byName.put(name((int)reason), count));
        return byName;
    }

    /**
     * Name of a reason.
     *
     * @param reason of a refusal.
     * @return name in figures.
     */
    public static String name(final int reason)
    {
        return switch (reason)
        {
            case UNAVAILABLE -> "UNAVAILABLE";
            case FLOOD -> "FLOOD";
            case TOO_LATE -> "TOO_LATE";
            default -> reason >= FIX ? "FIX_" + (reason - FIX) : "TWIME_" + reason;
        };
    }
}
