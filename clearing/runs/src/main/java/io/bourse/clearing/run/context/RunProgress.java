// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.context;

/**
 * How far a step of a run is.
 *
 * @param runId of the run; 0 before it has one.
 * @param kind I or E.
 * @param step under way.
 * @param done units of work of the step.
 * @param total units of work of the step; 0 when unknown.
 * @param ratePerSecond units of the last ten seconds, by and by less of older ones.
 * @param stepNs since the step began.
 * @param etaNs until trading resumes (intraday) or results are published (evening), as far as it can be estimated.
 * @param haltNs since trading was suspended; 0 before and after.
 * @param budgetNs that the halt may take.
 * @param alarm whether the budget is about to be used up.
 */
public record RunProgress(
    long runId,
    String kind,
    ClearingStep step,
    long done,
    long total,
    long ratePerSecond,
    long stepNs,
    long etaNs,
    long haltNs,
    long budgetNs,
    Alarm alarm)
{
    /** Share of the budget that is a warning, per cent. */
    public static final int WARNING_PCT = 50;
    /** Share of the budget that is an alarm, per cent. */
    public static final int ALARM_PCT = 80;

    /** Use of the budget. */
    public enum Alarm
    {
        /** Less than half is used. */
        NONE,
        /** Half of it is used. */
        WARNING,
        /** Four fifths of it are used. */
        ALARM;

        /**
         * Alarm of a halt.
         *
         * @param haltNs so far.
         * @param budgetNs that it may take.
         * @return level.
         */
        public static Alarm of(final long haltNs, final long budgetNs)
        {
            final double usedPct = 100.0 * haltNs / budgetNs;
            return usedPct >= ALARM_PCT ? ALARM : usedPct >= WARNING_PCT ? WARNING : NONE;
        }
    }
}
