// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.store;

import io.bourse.clearing.PreconditionException;
import io.bourse.engine.protocol.ClearingKind;

/**
 * Numbers of the runs of one date. Each is used once, by whatever run: those that only the stream knows count too.
 * Intraday runs and their corrections leave numbers to the evening run and its corrections.
 */
public final class RunNumbers
{
    private final int tradingDate;
    private final boolean[] isUsed = new boolean[RunIds.MAX_NUMBER + 1];

    /** Numbers of a date, none of them in use. */
    public RunNumbers(final int tradingDate)
    {
        this.tradingDate = tradingDate;
    }

    /** A run has the number. */
    public void use(final int number)
    {
        isUsed[number] = true;
    }

    /** Whether a run has the number. */
    public boolean isUsed(final int number)
    {
        return isUsed[number];
    }

    /** Highest number that a run may have. */
    public static int limit(final ClearingKind kind)
    {
        return ClearingKind.EVENING == kind ? RunIds.MAX_NUMBER : RunIds.MAX_INTRADAY;
    }

    /** Whether a number is left for a kind. */
    public boolean hasNext(final ClearingKind kind)
    {
        return free(0, limit(kind)) <= limit(kind);
    }

    /**
     * Number of the next run.
     *
     * @throws PreconditionException when all are used.
     */
    public int next(final ClearingKind kind)
    {
        return next(0, limit(kind), kind);
    }

    /**
     * Number of the next correction.
     *
     * @param corrected number of the run that it corrects.
     * @throws PreconditionException when all are used.
     */
    public int nextCorrection(final ClearingKind kind, final int corrected)
    {
        return next(
            corrected, ClearingKind.EVENING == kind ? RunIds.MAX_NUMBER : RunIds.MAX_INTRADAY_CORRECTION, kind);
    }

    private int next(final int above, final int limit, final ClearingKind kind)
    {
        final int next = free(above, limit);
        if (next > limit)
        {
            throw new PreconditionException("the date has no run numbers left for this kind of run: tradingDate=" +
                tradingDate + " kind=" + kind + " highestNumber=" + limit);
        }
        return next;
    }

    /** After the last one that is used; when that is too high, the lowest one that is free. */
    private int free(final int above, final int limit)
    {
        int last = RunIds.MAX_NUMBER;
        while (last > above && !isUsed[last])
        {
            last--;
        }
        int free = last + 1;
        if (free > limit)
        {
            free = above + 1;
            while (free <= limit && isUsed[free])
            {
                free++;
            }
        }
        return free;
    }
}
