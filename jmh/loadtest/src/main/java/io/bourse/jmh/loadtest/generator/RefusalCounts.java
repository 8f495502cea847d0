// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * RefusalCounts, counted by reason. TWIME's codes count as they are, FIX's above {@link #FIX}.
 */
final class RefusalCounts
{
    /** The venue is too far behind, and says so. */
    static final int UNAVAILABLE = -1;
    /** Too fast for the limit of the session. */
    static final int FLOOD = -2;
    /** A cancel of an order that is gone. */
    static final int TOO_LATE = -3;
    private static final int FIX = 1_000_000;
    private static final int FIX_NONE = 999;
    private static final int TWIME_ORDER_NOT_FOUND = 14;
    private static final int FIX_TOO_LATE = FIX;
    private static final int FIX_UNKNOWN_ORDER = FIX + 1;
    private static final int MOST = 64;

    private final int[] reasons = new int[MOST];
    private final long[] counts = new long[MOST];
    private int size;

    /** Reason of FIX: CxlRejReason or OrdRejReason. */
    static int fix(final long reason)
    {
        return FIX + (reason < 0 ? FIX_NONE : (int)reason);
    }

    /** What a reason means for a cancel. */
    static int ofCancel(final int reason)
    {
        return TWIME_ORDER_NOT_FOUND == reason || FIX_TOO_LATE == reason || FIX_UNKNOWN_ORDER == reason ?
            TOO_LATE : reason;
    }

    void count(final int reason)
    {
        int at = 0;
        while (at < size && reasons[at] != reason)
        {
            at++;
        }
        if (at == size && size < MOST - 1)
        {
            reasons[size++] = reason;
        }
        counts[at]++;
    }

    void reset()
    {
        size = 0;
        Arrays.fill(counts, 0);
    }

    /** How many there are, by the name of the reason. */
    Map<String, Long> byName()
    {
        final Map<String, Long> byName = new TreeMap<>();
        for (int i = 0; i < size; i++)
        {
            byName.put(name(reasons[i]), counts[i]);
        }
        return byName;
    }

    static String name(final int reason)
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
