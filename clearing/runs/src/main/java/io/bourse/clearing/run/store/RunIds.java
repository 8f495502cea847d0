// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.store;

import io.bourse.engine.protocol.ClearingKind;

/**
 * Numbers of runs: YYYYMMDD x 100 + number within the date, from 1.
 */
public final class RunIds
{
    /** Most runs of one date. */
    public static final int MAX_NUMBER = 99;
    /** Highest number of an intraday run: the evening run and corrections have those above to themselves. */
    static final int MAX_INTRADAY = 79;
    /** Highest number of a correction of an intraday run. */
    static final int MAX_INTRADAY_CORRECTION = 89;
    private static final int RUNS_PER_DATE = 100;

    private RunIds()
    {
    }

    /**
     * Number of a run.
     *
     * @param tradingDate YYYYMMDD.
     * @param number within the date.
     * @return run id.
     */
    public static long of(final int tradingDate, final int number)
    {
        return (long)tradingDate * RUNS_PER_DATE + number;
    }

    /**
     * Number within the date.
     *
     * @return from 1.
     */
    public static int number(final long runId)
    {
        return (int)(runId % RUNS_PER_DATE);
    }

    /**
     * Date of a run.
     *
     * @return YYYYMMDD.
     */
    public static int tradingDate(final long runId)
    {
        return (int)(runId / RUNS_PER_DATE);
    }

    /**
     * Letter of a kind, as in file names.
     *
     * @param kind of a run.
     * @return I or E.
     */
    public static String letter(final ClearingKind kind)
    {
        return ClearingKind.EVENING == kind ? "E" : "I";
    }
}
