// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

import io.bourse.jmh.loadtest.result.StageResult;

import java.util.Set;

/**
 * What the name of a figure says about it.
 *
 * @param dimension what it is a number of.
 * @param better 1 when more is better, -1 when less is better, 0 when neither is: it is what was asked for.
 */
record FigureKind(Dimension dimension, int better)
{
    /** Any time that something took. */
    static final FigureKind DURATION = new FigureKind(Dimension.TIME, -1);
    private static final Set<String> ASKED_FOR = Set.of(
        "duePerSecond", "burstPerSecond", "basePerSecond", "askedPerSecond", "clientPerSecond");
    private static final Set<String> TO_BE_FEW = Set.of("unanswered", "lost", "notRecovered");
    private static final Set<String> TO_BE_ALL = Set.of("publicFirstShare");
    /**
     * What they come to says neither good nor bad: a full venue uses more than one that waits; growth is chance
     * around nothing; where a distribution is fullest is one bucket or the next. */
    private static final Set<String> NOT_JUDGED = Set.of(
        "venueCoreShare", "gcNs", "heapGrownBytes", "orderHumpNs", "cancelHumpNs", "bothHumpNs");

    /**
     * By name; a part after a dot numbers figures of one kind.
     *
     * @param figure name of it.
     * @return its kind.
     */
    static FigureKind of(final String figure)
    {
        final int dot = figure.indexOf('.');
        final String name = 0 > dot ? figure : figure.substring(0, dot);
        if (name.endsWith("itsPerSecond") || name.contains("BitsPerSecond"))
        {
            return new FigureKind(Dimension.BANDWIDTH, 0);
        }
        if (name.endsWith("PerMs") || StageResult.TIMES_OF_BASE.equals(name))
        {
            return new FigureKind(Dimension.COUNT, 1);
        }
        if (name.endsWith("PerSecond"))
        {
            return new FigureKind(Dimension.COUNT, ASKED_FOR.contains(name) ? 0 : 1);
        }
        if (name.startsWith("lead") && name.endsWith("Ns"))
        {
            return new FigureKind(Dimension.TIME, 1);
        }
        if (name.endsWith("Ns"))
        {
            return NOT_JUDGED.contains(name) ? new FigureKind(Dimension.TIME, 0) : DURATION;
        }
        if (name.endsWith("Share"))
        {
            // What the machine took away is no merit or fault of the venue.
            final boolean isNotJudged = name.startsWith("floor") || NOT_JUDGED.contains(name);
            return new FigureKind(Dimension.SHARE, isNotJudged ? 0 : "idleCoreShare".equals(name) ? -1 : 1);
        }
        if (name.endsWith("Bytes"))
        {
            return new FigureKind(Dimension.BYTES, NOT_JUDGED.contains(name) ? 0 : -1);
        }
        return new FigureKind(Dimension.COUNT, TO_BE_FEW.contains(name) ? -1 : 0);
    }

    /** Whether a figure counts what is not to happen at all, or is the share of what is to be so always. */
    static boolean isOfWorstRun(final String figure)
    {
        return TO_BE_FEW.contains(figure) || TO_BE_ALL.contains(figure);
    }
}
