// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.AlreadyDoneException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.RunRecord;
import io.bourse.clearing.run.report.LateReports;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunIds;
import io.bourse.clearing.run.store.RunNumbers;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.clearing.run.store.RunStore;
import io.bourse.clearing.verify.CorrectionFile;
import io.bourse.engine.protocol.ClearingKind;

import java.io.IOException;

/**
 * Decides whether a published run may be corrected, and whether a correction is new or goes on where an earlier attempt
 * stopped. Only the last run may be corrected: whatever came after it stands on its results.
 *
 * @param store of the runs.
 */
record CorrectionPlanner(RunStore store)
{
    /**
     * Plans the correction of a run.
     *
     * @param runId of the run that is to be corrected.
     * @param now the day as it is.
     * @throws PreconditionException when the run cannot be corrected.
     */
    RunPlan plan(final long runId, final IngestedDay now) throws IOException
    {
        final RunDirectory corrected = store.require(runId);
        final ClearingKind kind = corrected.clearingKind();
        if (!LateReports.isDone(corrected, kind))
        {
            throw new PreconditionException("only a published run can be corrected, resume or abort this one: runId=" +
                runId + " phase=" + corrected.phase());
        }
        final RunDirectory original = store.require(corrected.originalRunId());
        for (final RunDirectory other : store.correctionsOf(original))
        {
            if (other.correction().correctedRunId() == runId && RunPhase.ABORTED != other.phase())
            {
                if (RunPhase.REPORTED == other.phase())
                {
                    throw new PreconditionException("the run was corrected already, correct that one: runId=" + runId +
                        " correctionRunId=" + other.runId());
                }
                return resume(other.runId(), now);
            }
        }
        final RunPlan plan = new RunPlan(next(corrected, kind, now), corrected, null);
        requireLast(plan, now);
        return plan;
    }

    /**
     * Plans how a correction goes on.
     *
     * @param runId of the correction.
     * @param now the day as it is.
     * @throws PreconditionException when it cannot go on.
     * @throws AlreadyDoneException when it is done.
     */
    RunPlan resume(final long runId, final IngestedDay now) throws IOException
    {
        final RunDirectory run = store.require(runId);
        final CorrectionFile correction = run.correction();
        if (null == correction)
        {
            throw new PreconditionException("the run corrects no other: runId=" + runId);
        }
        final String facts = ": runId=" + runId + " correctedRunId=" + correction.correctedRunId();
        if (RunPhase.REPORTED == run.phase())
        {
            throw new AlreadyDoneException("the correction is done" + facts + " directory=" + run.path());
        }
        if (RunPhase.ABORTED == run.phase())
        {
            throw new PreconditionException("the correction was aborted, correct the run anew" + facts);
        }
        final RunPlan plan = new RunPlan(run, store.require(correction.correctedRunId()), null);
        if (isPublished(run))
        {
            requireEffective(run, plan);
        }
        else
        {
            requireLast(plan, now);
        }
        return plan;
    }

    /** The reports of a correction that was corrected itself no longer count; members have a notice of that. */
    private void requireEffective(final RunDirectory run, final RunPlan plan) throws IOException
    {
        final RunDirectory effective = store.effective(store.require(plan.originalRunId()));
        if (effective.runId() != run.runId())
        {
            throw new PreconditionException("the correction was corrected itself, its reports no longer count: runId=" +
                run.runId() + " correctionRunId=" + effective.runId());
        }
    }

    private static boolean isPublished(final RunDirectory run)
    {
        return run.phase().isAtLeast(RunPhase.PUBLISHED);
    }

    /** Numbers of a date are used once, by whatever run: those that only the stream knows count too. */
    private RunDirectory next(final RunDirectory corrected, final ClearingKind kind, final IngestedDay now)
        throws IOException
    {
        final RunNumbers numbers = new RunNumbers(corrected.tradingDate());
        for (final RunDirectory run : store.runsOf(corrected.tradingDate()))
        {
            numbers.use(run.number());
        }
        for (final RunRecord run : now.runs())
        {
            if (corrected.tradingDate() == RunIds.tradingDate(run.runId()))
            {
                numbers.use(RunIds.number(run.runId()));
            }
        }
        return store.directory(
            corrected.tradingDate(), numbers.nextCorrection(kind, corrected.number()), kind);
    }

    /**
     * Requires that nothing was done since on top of the run that is corrected.
     *
     * @throws PreconditionException when another run holds trading suspended, or has cut the stream since.
     */
    private static void requireLast(final RunPlan plan, final IngestedDay now)
    {
        final String facts = ": runId=" + plan.corrected().runId() + " originalRunId=" + plan.originalRunId();
        if (null != now.openRun())
        {
            throw new PreconditionException("a run holds trading suspended, take it up with `bourse clearing resume " +
                "--run " + now.openRun().runId() + "` first" + facts + " openRunId=" + now.openRun().runId());
        }
        final long lastRunId =
            now.runs().isEmpty() ? now.previousEveningRunId() : now.runs().getLast().runId();
        if (lastRunId != plan.originalRunId())
        {
            throw new PreconditionException("only the last run can be corrected, another one stands on its results " +
                "by now or was given up since; the evening run takes everything of its day into account, an earlier " +
                "day is put right by instructions" + facts + " lastRunId=" + lastRunId);
        }
    }
}
