// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import java.util.Arrays;

/**
 * When times are again what they were before a burst.
 */
final class BurstRecovery
{
    /** They were not before the next burst came. */
    static final long NEVER = -1;
    /** So many times what they were before is still the same. */
    static final int FACTOR = 2;
    /** So many windows in a row must be good: a single one may be luck. */
    static final int IN_A_ROW = 3;

    private BurstRecovery()
    {
    }

    /**
     * What times were: the median of the medians of the windows of a calm. The first half of it is left out, because a
     * burst may still be felt there.
     *
     * @param medianNs of all windows.
     * @param fromWindow first of the calm.
     * @param toWindow first after it.
     * @return median, or {@link Windows#NO_ANSWER}.
     */
    static long before(final long[] medianNs, final int fromWindow, final int toWindow)
    {
        final int from = fromWindow + (toWindow - fromWindow) / 2;
        final long[] sorted = Arrays.stream(medianNs, Math.min(from, medianNs.length),
            Math.min(toWindow, medianNs.length)).filter((median) -> Windows.NO_ANSWER != median).sorted().toArray();
        return 0 == sorted.length ? Windows.NO_ANSWER : sorted[sorted.length / 2];
    }

    /**
     * Time from the end of a burst until the first of {@value #IN_A_ROW} good windows begins, but not before the last
     * answer to the burst. A window without answers is not good.
     *
     * @param medianNs of all windows.
     * @param windowNs length of each.
     * @param beforeNs what times were.
     * @param endNs of the burst.
     * @param endWindow first window that belongs to the next burst.
     * @param lastAnswerNs moment of the last answer to the burst.
     * @return nanoseconds, or {@link #NEVER}.
     */
    static long recoveryNs(
        final long[] medianNs,
        final long windowNs,
        final long beforeNs,
        final long endNs,
        final int endWindow,
        final long lastAnswerNs)
    {
        int good = 0;
        for (int i = (int)(endNs / windowNs); i < endWindow; i++)
        {
            final boolean isGood = Windows.NO_ANSWER != medianNs[i] && medianNs[i] <= beforeNs * FACTOR;
            good = isGood ? good + 1 : 0;
            if (IN_A_ROW == good)
            {
                return Math.max(0, Math.max(lastAnswerNs, (i + 1L - IN_A_ROW) * windowNs) - endNs);
            }
        }
        return NEVER;
    }
}
