// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import io.bourse.jmh.loadtest.tally.StageTally;
import org.HdrHistogram.Histogram;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Round trips of a stage with bursts in windows of 100 ms, by the moment of the answer, and what became of the orders
 * of each burst. A stage is a calm, then a burst and a calm for each burst.
 */
final class Windows
{
    /** Length of a window. */
    static final long WINDOW_NS = TimeUnit.MILLISECONDS.toNanos(100);
    /** Median of a window in which nothing was answered. */
    static final long NO_ANSWER = -1;

    private final Histogram window = Distributions.newSmallHistogram();
    private final long[] medianNs;
    private final long[] lastAnswerNs;
    private final long[] accepted;
    private final long[] answered;
    private final long[] due;
    private final long beginNs;
    private final long calmNs;
    private final long burstNs;
    private int at;

    /**
     * No answers yet.
     *
     * @param beginNs of the stage.
     * @param calmNs length of a calm.
     * @param burstNs length of a burst.
     * @param dueOfEach transactions of each burst, one for each burst.
     * @param moreNs how long answers may come after the end.
     */
    Windows(final long beginNs, final long calmNs, final long burstNs, final long[] dueOfEach, final long moreNs)
    {
        this.beginNs = beginNs;
        this.calmNs = calmNs;
        this.burstNs = burstNs;
        due = dueOfEach.clone();
        accepted = new long[due.length];
        answered = new long[due.length];
        lastAnswerNs = new long[due.length];
        medianNs = new long[(int)((begin(due.length) + calmNs + moreNs) / WINDOW_NS) + 1];
        Arrays.fill(medianNs, NO_ANSWER);
    }

    /** When a burst begins, from the beginning of the stage; after the last one, when the last calm begins. */
    private long begin(final int burst)
    {
        return burst * (calmNs + burstNs) + (burst < due.length ? calmNs : 0);
    }

    void onAnswer(final long nowNs, final long dueNs, final long ns)
    {
        closeUntil(nowNs);
        window.recordValue(ns);
        final int burst = burst(dueNs);
        if (burst >= 0)
        {
            accepted[burst]++;
            answered(burst, nowNs);
        }
    }

    void onRefusal(final long nowNs, final long dueNs)
    {
        final int burst = burst(dueNs);
        if (burst >= 0)
        {
            answered(burst, nowNs);
        }
    }

    private void answered(final int burst, final long nowNs)
    {
        answered[burst]++;
        lastAnswerNs[burst] = nowNs - beginNs;
    }

    /** Burst in which something was due, or -1. */
    private int burst(final long dueNs)
    {
        final long offsetNs = dueNs - beginNs;
        final int burst = (int)(offsetNs / (calmNs + burstNs));
        return burst < due.length && offsetNs - burst * (calmNs + burstNs) >= calmNs ? burst : -1;
    }

    private void closeUntil(final long nowNs)
    {
        final int of = Math.min((int)((nowNs - beginNs) / WINDOW_NS), medianNs.length - 1);
        if (of > at)
        {
            close();
            at = of;
        }
    }

    private void close()
    {
        if (window.getTotalCount() > 0)
        {
            medianNs[at] = window.getValueAtPercentile(50);
            window.reset();
        }
    }

    /** No more answers will come. */
    void end()
    {
        close();
    }

    /** What became of each burst. */
    List<StageTally.Burst> bursts()
    {
        return IntStream.range(0, due.length).mapToObj((burst) -> new StageTally.Burst(due[burst], accepted[burst],
            answered[burst], Math.max(0, lastAnswerNs[burst] - begin(burst)), recoveryNs(burst))).toList();
    }

    /**
     * Nanoseconds from the end of a burst until it was over: every order answered, and times what they were before.
     *
     * @param burst from 0.
     * @return time, or {@link BurstRecovery#NEVER}.
     */
    long recoveryNs(final int burst)
    {
        if (due[burst] != answered[burst])
        {
            return BurstRecovery.NEVER;
        }
        final long endNs = begin(burst) + burstNs;
        final int calm = (int)((begin(burst) - calmNs) / WINDOW_NS);
        final long beforeNs = BurstRecovery.before(medianNs, calm, (int)(begin(burst) / WINDOW_NS));
        final int behind = (int)Math.min(medianNs.length, (endNs + calmNs) / WINDOW_NS);
        return BurstRecovery.recoveryNs(medianNs, WINDOW_NS, beforeNs, endNs, behind, lastAnswerNs[burst]);
    }
}
