// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.RunRecord;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.context.RunSource;
import io.bourse.clearing.run.report.RunResult;
import io.bourse.clearing.run.step.CallTimes;
import io.bourse.clearing.run.step.Checked;
import io.bourse.clearing.run.step.DayAtCut;
import io.bourse.clearing.run.step.Opening;
import io.bourse.clearing.run.step.Priced;
import io.bourse.clearing.run.step.RunDefaults;
import io.bourse.clearing.run.step.RunMargin;
import io.bourse.clearing.run.step.RunPrices;
import io.bourse.clearing.run.store.RunIds;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.engine.protocol.ClearingKind;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * What only a run of the day does, see {@link RunSteps#DAY}: it suspends trading and resumes it, and its results are
 * those of the day at the suspension.
 */
final class ClearingRun
{
    private ClearingRun()
    {
    }

    static RunResult run(final ClearingContext ctx, final RunSource source, final ClearingKind kind)
    {
        final Run.Request request = new Run.Request(ctx, source, kind);
        return Run.attempt(
            request, now -> new RunPlanner(now, request.store(), kind, ctx).plan(), RunSteps.DAY);
    }

    static RunPlan prepare(final Run run, final IngestedDay now) throws IOException
    {
        final RunPlan plan = run.plan;
        run.meter.volumes(now.tradeCount(), now.registers().size());
        final String letter = RunIds.letter(run.kind);
        run.note("start " + letter, Map.of("kind", letter), "phase " + run.directory.phase());
        if (run.journal.isAtLeast(RunPhase.CHECKED))
        {
            if (!plan.reportsOnly())
            {
                run.inputs.requireSame();
            }
            run.directory.requireUnchanged();
        }
        else if (!plan.isTakenUp())
        {
            open(run, now);
        }
        return plan;
    }

    /**
     * The whole calculation as if the cut were now, thrown away. What would stop the run is found before trading stops,
     * and the run itself goes through code that is compiled already.
     */
    private static void open(final Run run, final IngestedDay now) throws IOException
    {
        final ClearingContext ctx = run.ctx;
        try (Opening opening = Opening.open(ctx, run.store, now, run.plan.runId(), run.inputs.book(true)))
        {
            opening.requireUnchanged();
            opening.requireSigned();
            opening.compare();
            final RunDefaults.Taken defaults = RunDefaults.pending(ctx.baseDir(), ctx.options().operators().get());
            final Priced priced = Priced.of(
                new DayAtCut(ctx, run.kind, now, opening), RunPrices.fix(ctx, now, run.kind));
            priced.requireCleared();
            final RunMargin margin = RunMargin.of(priced);
            if (ctx.options().rehearses())
            {
                new Rehearsal(run, priced, defaults, margin).run();
            }
            run.directory.create();
            run.directory.discardCorrection();
            run.journal.restart(RunPhase.OPEN);
            run.inputs.write(now, opening, defaults);
            run.journal.enter(RunPhase.OPEN, run.inputs.files());
        }
        run.source.connect();
    }

    static RunPlan suspend(final Run run, final RunPlan plan) throws IOException
    {
        run.journal.requireNotAborted();
        run.journal.enter(RunPhase.SUSPENDING, RunPhase.OPEN, List.of());
        run.source.suspend(plan.runId(), run.kind);
        return plan;
    }

    static DayAtCut ingest(final Run run, final RunPlan plan) throws IOException
    {
        final IngestedDay day = run.keep(run.source.dayAt(plan.runId()));
        final RunRecord record = run.source.record(plan.runId());
        if (null == record)
        {
            throw new PreconditionException("the stream does not show the suspension of the run: runId=" +
                plan.runId() + " dayCursor=" + day.cursor());
        }
        run.meter.volumes(day.tradeCount(), day.registers().size());
        final Opening opening =
            run.keep(Opening.open(run.ctx, run.store, day, plan.runId(), run.inputs.book(false)));
        if (!run.journal.isAtLeast(RunPhase.READY_TO_PUBLISH))
        {
            if (plan.isTakenUp())
            {
                // A run that suspended trading just now has read all of it before.
                opening.requireUnchanged();
                opening.requireSigned();
            }
            opening.compare();
        }
        if (!run.journal.isAtLeast(RunPhase.CHECKED))
        {
            takeUp(run, day, opening, record.cut());
        }
        return new DayAtCut(run.ctx, run.kind, day, opening);
    }

    /** Options may still be put right before the tables are written; other ones make earlier prices worthless. */
    private static void takeUp(
        final Run run, final IngestedDay day, final Opening opening, final RunRecord.Cut cut) throws IOException
    {
        run.directory.create();
        run.directory.discardCorrection();
        run.journal.cut(cut);
        if (!run.journal.isAtLeast(RunPhase.PRICES_PROPOSED) || !run.inputs.isSame())
        {
            run.journal.restart(RunPhase.SUSPENDED);
            run.inputs.write(day, opening, RunDefaults.kept(
                run.directory, run.ctx.baseDir(), run.ctx.options().operators().get()));
            run.journal.enter(RunPhase.SUSPENDED, run.inputs.files());
        }
    }

    static CallTimes callTimes(final Run run)
    {
        return new CallTimes(run.directory.state().cut().engineTimeNs(), List.of());
    }

    static Checked publish(final Run run, final Checked checked)
    {
        new RunPublisher(run.source, run.plan.runId(), checked.moved(),
            RunMargin.limits(run.ctx, run.directory)).publish();
        return checked;
    }

    static Checked resume(final Run run, final Checked checked)
    {
        run.source.resume(run.plan.runId());
        return checked;
    }

    static Checked endHalt(final Run run, final Checked checked)
    {
        run.meter.endHalt();
        return checked;
    }
}
