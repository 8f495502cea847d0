// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.RunRecord;
import io.bourse.clearing.price.PriceProposal;
import io.bourse.clearing.run.audit.ApprovalStep;
import io.bourse.clearing.run.audit.RunJournal;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.context.ClearingStep;
import io.bourse.clearing.run.context.RunSource;
import io.bourse.clearing.run.step.Opening;
import io.bourse.clearing.run.step.RunDefaults;
import io.bourse.clearing.run.step.RunFigures;
import io.bourse.clearing.run.step.RunInputs;
import io.bourse.clearing.run.step.RunMargin;
import io.bourse.clearing.run.step.RunPrices;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunIds;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.engine.protocol.ClearingKind;

import java.io.IOException;
import java.util.List;

/**
 * One run from the suspension of trading to signed reports (sheet section 6). Every step can be repeated: an attempt
 * that died is taken up where it stopped, with the same run id and the same cut, and gives the same bytes.
 */
final class ClearingRun extends RunWork
{
    private RunPlan plan;

    ClearingRun(final ClearingContext ctx, final RunSource source, final ClearingKind kind)
    {
        super(ctx, source, kind);
    }

    @Override
    void begin() throws IOException
    {
        prepare();
        suspend();
    }

    private void prepare() throws IOException
    {
        meter.begin(ClearingStep.PREPARE, 0);
        keys = ClearingKeys.open(ctx.keysDir());
        try (IngestedDay now = source.catchUp())
        {
            plan = new RunPlanner(now, store, kind, ctx).plan();
            directory = plan.directory();
            if (null != plan.record())
            {
                ctx.takeUp(directory);
            }
            journal = new RunJournal(directory, audit, ctx.options().requester());
            inputs = new RunInputs(ctx, directory, kind);
            meter.run(directory, budgetNs());
            meter.volumes(now.tradeCount(), now.registers().size());
            note("start " + RunIds.letter(kind), "phase " + directory.phase());
            if (journal.isAtLeast(RunPhase.CHECKED))
            {
                if (!plan.reportsOnly())
                {
                    inputs.requireSame();
                }
                directory.requireUnchanged();
            }
            else if (null == plan.record())
            {
                open(now);
            }
        }
        meter.end();
    }

    /**
     * The whole calculation as if the cut were now, thrown away. What would stop the run is found before trading stops,
     * and the run itself goes through code that is compiled already.
     */
    private void open(final IngestedDay now) throws IOException
    {
        try (Opening here = Opening.open(ctx, store, now, plan.runId(), inputs.book(true)))
        {
            here.requireUnchanged();
            here.compare();
            final RunDefaults.Taken defaults = RunDefaults.pending(ctx.baseDir());
            final PriceProposal rehearsed = RunPrices.fix(ctx, now, kind);
            try (RunFigures rehearsal = new RunFigures(ctx, now, kind, here, rehearsed, memory))
            {
                rehearsal.carriesOut(defaults);
                rehearsal.requireCleared();
                final RunMargin margin = RunMargin.of(ctx, now, kind, rehearsal);
                if (ctx.options().rehearses())
                {
                    new Rehearsal(ctx, now, here, rehearsal, margin).run(meter::add);
                }
            }
            directory.create();
            directory.discardCorrection();
            journal.restart(RunPhase.OPEN);
            inputs.write(now, here, defaults);
            journal.enter(RunPhase.OPEN, inputs.files());
        }
        source.connect();
    }

    private void suspend() throws IOException
    {
        if (null == plan.record())
        {
            meter.begin(ClearingStep.SUSPEND, 0);
            journal.requireNotAborted();
            journal.enter(RunPhase.SUSPENDING, RunPhase.OPEN, List.of());
            source.suspend(plan.runId(), kind);
            meter.end();
        }
        meter.begin(ClearingStep.INGEST, 0);
        day = source.dayAt(plan.runId());
        final RunRecord record = source.record(plan.runId());
        if (null == record)
        {
            throw new PreconditionException("the stream does not show the suspension of the run: runId=" +
                plan.runId() + " dayCursor=" + day.cursor());
        }
        cut = record.cut();
        meter.volumes(day.tradeCount(), day.registers().size());
        opening = Opening.open(ctx, store, day, plan.runId(), inputs.book(false));
        if (!journal.isAtLeast(RunPhase.READY_TO_PUBLISH))
        {
            if (null != plan.record())
            {
                // A run that suspended trading just now has read all of it before.
                opening.requireUnchanged();
            }
            opening.compare();
        }
        takeUp();
        meter.end();
    }

    /** Options may still be put right before the tables are written; other ones make earlier prices worthless. */
    private void takeUp() throws IOException
    {
        if (journal.isAtLeast(RunPhase.CHECKED))
        {
            return;
        }
        directory.create();
        directory.discardCorrection();
        journal.cut(cut);
        final boolean isPriced = journal.isAtLeast(RunPhase.PRICES_PROPOSED) && inputs.isSame();
        if (!isPriced)
        {
            journal.restart(RunPhase.SUSPENDED);
            inputs.write(day, opening, RunDefaults.kept(directory, ctx.baseDir()));
            journal.enter(RunPhase.SUSPENDED, inputs.files());
        }
    }

    @Override
    void publish() throws IOException
    {
        if (!plan.reportsOnly())
        {
            meter.begin(ClearingStep.PUBLISH, 0);
            if (!journal.isAtLeast(RunPhase.PUBLISHING))
            {
                journal.requireNotAborted();
                approvals().require(ApprovalStep.PUBLISH, false, RunDirectory.PUBLICATION);
                requireNotHeld();
                journal.enter(RunPhase.PUBLISHING);
            }
            new RunPublisher(source, day, plan.runId(), kind, figures, proposal, RunMargin.limits(ctx, directory))
                .publish();
            published();
            meter.end();
            if (ClearingKind.INTRADAY == kind)
            {
                meter.begin(ClearingStep.RESUME, 0);
                source.resume(plan.runId());
                meter.end();
            }
        }
        meter.endHalt();
        published();
        if (ClearingKind.INTRADAY == kind && !journal.isAtLeast(RunPhase.REOPENED))
        {
            journal.enter(RunPhase.REOPENED);
        }
    }
}
