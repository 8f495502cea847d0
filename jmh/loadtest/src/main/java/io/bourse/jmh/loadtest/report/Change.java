// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

/**
 * A figure of two tests.
 *
 * @param stage or part of the test it is of.
 * @param figure its name.
 * @param before in the first test; null when it has none.
 * @param after in the second test; null when it has none.
 * @param verdict on the second.
 */
record Change(String stage, String figure, FigureKind kind, Double before, Double after, Verdict verdict)
{
    /** What is said of a change. */
    enum Verdict
    {
        /** Better by more than the tolerance. */
        BETTER,
        /** Within the tolerance. */
        SAME,
        /** Beyond the tolerance, but runs of the one are among those of the other: it may be chance. */
        OVERLAP,
        /** Worse by more than the tolerance. */
        WORSE,
        /** The second test does not have what the first one could judge. */
        GONE,
        /** Only the second test has it. */
        NEW,
        /** Neither more nor less is better, or the machine decides more than the venue. */
        SHOWN;

        /** Whether a comparison fails by it. */
        boolean isRegression()
        {
            return WORSE == this || GONE == this;
        }
    }

    /**
     * Judges a figure.
     *
     * @param stage or part of the test.
     * @param figure its name.
     * @param kind of it; with a direction of 0 it is only shown.
     * @param before in the first test; null when it has none.
     * @param after in the second test; null when it has none.
     * @param tolerance share of the first by which the second may differ and be the same.
     * @param isOverlap whether the figure was taken more than once and the runs of the two tests overlap.
     * @return the change.
     */
    static Change of(
        final String stage,
        final String figure,
        final FigureKind kind,
        final Double before,
        final Double after,
        final double tolerance,
        final boolean isOverlap)
    {
        final Verdict verdict = judge(kind.better(), before, after, tolerance);
        return new Change(stage, figure, kind, before, after,
            isOverlap && (Verdict.BETTER == verdict || Verdict.WORSE == verdict) ? Verdict.OVERLAP : verdict);
    }

    private static Verdict judge(final int better, final Double before, final Double after, final double tolerance)
    {
        if (null == before)
        {
            return Verdict.NEW;
        }
        if (0 == better)
        {
            return Verdict.SHOWN;
        }
        if (null == after)
        {
            return Verdict.GONE;
        }
        final double gain = better * (after - before);
        final double allowed = tolerance * Math.abs(before);
        return gain > allowed ? Verdict.BETTER : -gain > allowed ? Verdict.WORSE : Verdict.SAME;
    }
}
