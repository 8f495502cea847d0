// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.AlreadyDoneException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.RunRecord;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.store.ReportStore;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunIds;
import io.bourse.clearing.run.store.RunNumbers;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.clearing.run.store.RunStore;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.TradingDates;

import java.io.IOException;
import java.util.List;

/**
 * Decides before anything is touched whether a run is new, goes on where an earlier attempt stopped, or has nothing
 * left to do (rules 6, schedule guards).
 *
 * @param day as it is now.
 * @param store of the runs.
 * @param kind of the run.
 * @param ctx options.
 */
record RunPlanner(IngestedDay day, RunStore store, ClearingKind kind, ClearingContext ctx)
{
    RunPlan plan() throws IOException
    {
        final RunPlan plan = planned();
        if (0 != ctx.resumedRunId() && ctx.resumedRunId() != plan.runId())
        {
            throw new PreconditionException("another run than the one to be taken up is the next of the date: runId=" +
                ctx.resumedRunId() + " nextRunId=" + plan.runId());
        }
        return plan;
    }

    /** A history of the first feature level may have such a session: nothing can be calculated for its date. */
    static void requireDate(final IngestedDay day)
    {
        if (0 != day.tradingDate() && !TradingDates.isDate(day.tradingDate()))
        {
            throw new PreconditionException("the trading date of the session is no date of the calendar, put it " +
                "right with `bourse session move --date YYYYMMDD --reason TEXT` and a second person's `bourse " +
                "session approve`, then clear: tradingDate=" + day.tradingDate() + " sessionId=" + day.sessionId());
        }
    }

    private RunPlan planned() throws IOException
    {
        if (0 == day.tradingDate())
        {
            throw new PreconditionException("no session was ever opened, there is nothing to clear: tradingDate=0");
        }
        requireDate(day);
        if (0 != ctx.resumedRunId() && RunIds.tradingDate(ctx.resumedRunId()) != day.tradingDate())
        {
            throw new PreconditionException("the run is of another trading date than the session, it can no longer " +
                "be taken up: runId=" + ctx.resumedRunId() + " tradingDate=" + day.tradingDate());
        }
        final RunRecord open = day.openRun();
        if (null != open)
        {
            return resume(open);
        }
        final RunRecord evening = completedEvening();
        if (null != evening && ClearingKind.EVENING == kind)
        {
            return finishReports(evening);
        }
        final RunRecord wanted = 0 == ctx.runNumber() ? null : day.run(RunIds.of(day.tradingDate(), ctx.runNumber()));
        if (null != wanted && kind == wanted.kind())
        {
            return finishReports(wanted);
        }
        if (null != evening)
        {
            throw new PreconditionException("the evening run is done, open the next session first: tradingDate=" +
                day.tradingDate() + " runId=" + evening.runId());
        }
        final RunRecord unreported = 0 == ctx.runNumber() && ClearingKind.INTRADAY == kind ? unreported() : null;
        return null != unreported ? finishReports(unreported) : begin();
    }

    /**
     * The first completed intraday run whose reports are not complete: no halt for it a second time. For a schedule one
     * that lacks packages only, because a member cannot be encrypted to, is done.
     */
    private RunRecord unreported() throws IOException
    {
        for (final RunRecord run : day.runs())
        {
            if (ClearingKind.INTRADAY == run.kind() && run.isCompleted())
            {
                final RunDirectory directory = directory(run);
                final RunPhase phase = directory.phase();
                if (isUnreported(phase) && !hasReports(directory, phase) && !isCorrected(directory))
                {
                    return run;
                }
            }
        }
        return null;
    }

    private boolean hasReports(final RunDirectory directory, final RunPhase phase) throws IOException
    {
        final ReportStore reports = new ReportStore(directory);
        return RunPhase.REPORTING == phase && reports.areSigned(ctx.options().reportWaves()) &&
            (ctx.options().leavesPackages() || reports.arePacked(ctx.options().reportWaves()));
    }

    /** Its reports no longer count; those of the correction are that run's. */
    private boolean isCorrected(final RunDirectory run) throws IOException
    {
        return store.effective(run).runId() != run.runId();
    }

    /**
     * A run that died before it suspended trading keeps its number. After a correction with a higher one it would not
     * be the last run by number, and a number that is not for its kind would leave no free numbers: such a number stays
     * unused.
     */
    private boolean isUnbegun(final RunDirectory run, final List<RunDirectory> runs)
    {
        final int limit = RunNumbers.limit(run.clearingKind());
        return null == day.run(run.runId()) && null == run.state().cut() && run.number() <= limit &&
            (run.number() > lastInStream() || lastInStream() >= limit) &&
            runs.stream().noneMatch(other -> other.number() > run.number() && null != other.correction());
    }

    private int lastInStream()
    {
        int last = 0;
        for (final RunRecord run : day.runs())
        {
            last = Math.max(last, RunIds.number(run.runId()));
        }
        return last;
    }

    private static boolean isUnreported(final RunPhase phase)
    {
        return phase.isPublished() && RunPhase.REPORTED != phase;
    }

    private RunRecord completedEvening()
    {
        for (final RunRecord run : day.runs())
        {
            if (ClearingKind.EVENING == run.kind() && run.isCompleted())
            {
                return run;
            }
        }
        return null;
    }

    private RunDirectory directory(final RunRecord run)
    {
        return store.directory(day.tradingDate(), RunIds.number(run.runId()), run.kind());
    }

    private RunPlan resume(final RunRecord open)
    {
        final int number = RunIds.number(open.runId());
        if (kind != open.kind() || ctx.runNumber() != 0 && ctx.runNumber() != number)
        {
            throw new PreconditionException("another run holds trading suspended, take it up with `bourse clearing " +
                "resume --run " + open.runId() + "`" + (ClearingKind.EVENING == open.kind() ? "" :
                " or give it up with `bourse clearing reopen --run " + open.runId() + "`") + ": runId=" +
                open.runId() + " kind=" + open.kind() + " wantedKind=" + kind + " wantedNumber=" + ctx.runNumber());
        }
        if (RunIds.tradingDate(open.runId()) != day.tradingDate() || 0 == number)
        {
            throw new PreconditionException("trading was suspended under a run id that clearing does not give, " +
                "resume trading with `bourse clearing reopen --run " + open.runId() + "`: runId=" + open.runId() +
                " tradingDate=" + day.tradingDate());
        }
        return new RunPlan(store.directory(day.tradingDate(), number, kind), open, false);
    }

    /** What intraday runs have booked is compared with what this run takes off, so their directories must be here. */
    private void requireOnDisk(final RunRecord run)
    {
        final RunDirectory directory = directory(run);
        if (run.isCompleted() && !directory.phase().isPublished())
        {
            throw new PreconditionException("an intraday run of the date has no directory here, is this the right " +
                "base directory: runId=" + run.runId() + " directory=" + directory.path());
        }
    }

    private RunPlan finishReports(final RunRecord record) throws IOException
    {
        final RunDirectory directory = directory(record);
        final RunPhase phase = directory.phase();
        if (!record.isCompleted())
        {
            throw new PreconditionException("the run was given up, start the next one: runId=" + record.runId());
        }
        if (isUnreported(phase) && !isCorrected(directory))
        {
            return new RunPlan(directory, record, true);
        }
        throw new AlreadyDoneException("the run is done: runId=" + record.runId() + " kind=" + kind + " phase=" +
            phase + " directory=" + directory.path());
    }

    private RunPlan begin() throws IOException
    {
        final RunDirectory evening = store.publishedEvening(day.tradingDate());
        if (null != evening)
        {
            throw new AlreadyDoneException("the evening run of the date is on disk already, from another event " +
                "stream: runId=" + evening.runId() + " directory=" + evening.path());
        }
        final RunDirectory correction = store.correctionUnderPublication();
        if (null != correction)
        {
            throw new PreconditionException("the engine knows a part of a correction, resume that one first: runId=" +
                correction.runId() + " correctedRunId=" + correction.correction().correctedRunId());
        }
        final RunNumbers numbers = new RunNumbers(day.tradingDate());
        for (final RunRecord run : day.runs())
        {
            numbers.use(RunIds.number(run.runId()));
            requireOnDisk(run);
        }
        final List<RunDirectory> runs = store.runsOf(day.tradingDate());
        for (final RunDirectory run : runs)
        {
            if (run.clearingKind() == kind && (0 == ctx.runNumber() || ctx.runNumber() == run.number()) &&
                isUnbegun(run, runs))
            {
                return new RunPlan(run, null, false);
            }
            numbers.use(run.number());
        }
        if (0 != ctx.resumedRunId())
        {
            throw new PreconditionException("the run has suspended nothing and is not the next one of the date, " +
                "start a new one: runId=" + ctx.resumedRunId() + " kind=" + kind);
        }
        return new RunPlan(store.directory(day.tradingDate(), next(numbers), kind), null, false);
    }

    private int next(final RunNumbers numbers)
    {
        if (0 != ctx.runNumber() && numbers.isUsed(ctx.runNumber()))
        {
            throw new AlreadyDoneException("the number was used by another run of the date: tradingDate=" +
                day.tradingDate() + " wantedNumber=" + ctx.runNumber());
        }
        final int next = numbers.next(kind);
        if (0 != ctx.runNumber() && ctx.runNumber() != next)
        {
            throw new PreconditionException("the next run of the date has another number, name that one or none: " +
                "tradingDate=" + day.tradingDate() + " wantedNumber=" + ctx.runNumber() + " nextNumber=" + next);
        }
        return next;
    }
}
