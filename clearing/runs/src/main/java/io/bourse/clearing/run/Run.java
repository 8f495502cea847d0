// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.ClearingException;
import io.bourse.clearing.calculation.CalculationMemory;
import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.run.audit.ClearingAuditTrail;
import io.bourse.clearing.run.audit.RunJournal;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.context.ClearingRunOptions;
import io.bourse.clearing.run.context.ClearingStep;
import io.bourse.clearing.run.context.ProgressMeter;
import io.bourse.clearing.run.context.RunSource;
import io.bourse.clearing.run.report.RunResult;
import io.bourse.clearing.run.step.RunInputs;
import io.bourse.clearing.run.step.Workplace;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunIds;
import io.bourse.clearing.run.store.RunLock;
import io.bourse.clearing.run.store.RunStore;
import io.bourse.engine.protocol.ClearingKind;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * One attempt at a run: what its steps share, none of which changes. What they make they hand on.
 */
final class Run extends Workplace
{
    final ClearingContext ctx;
    final RunSource source;
    final ClearingKind kind;
    final RunStore store;
    final ClearingAuditTrail audit;
    final RunPlan plan;
    final RunDirectory directory;
    final ClearingKeys keys;
    final RunJournal journal;
    final RunInputs inputs;
    final ProgressMeter meter;

    private Run(final Request request, final RunPlan plan, final ClearingKeys keys, final ProgressMeter meter)
        throws IOException
    {
        super(plan.directory().path(), new CalculationMemory(), meter::add);
        this.ctx = request.ctx();
        this.source = request.source();
        this.kind = request.kind();
        this.store = request.store();
        this.audit = request.audit();
        this.plan = plan;
        this.directory = plan.directory();
        this.keys = keys;
        this.meter = meter;
        meter.run(directory, null == plan.corrected() ? ClearingRunOptions.budgetNs(kind) : 0);
        if (plan.isTakenUp())
        {
            ctx.takeUp(directory);
        }
        this.journal = new RunJournal(directory, audit, ctx.options().requester());
        this.inputs = new RunInputs(ctx, directory, kind, plan.corrected());
    }

    /**
     * What is asked for.
     *
     * @param ctx concluded options.
     * @param source of the stream, with the engine behind it.
     * @param kind of the run.
     */
    record Request(ClearingContext ctx, RunSource source, ClearingKind kind)
    {
        RunStore store()
        {
            return new RunStore(ctx.baseDir());
        }

        ClearingAuditTrail audit()
        {
            return new ClearingAuditTrail(ctx.baseDir(), ctx.options().clockMs());
        }
    }

    /** Decides from the day as it is now what there is to do. */
    @FunctionalInterface
    interface Planner
    {
        RunPlan plan(IngestedDay now) throws IOException;
    }

    /** Does a run. However it ends, the audit trail knows it, unless that cannot be written. */
    static RunResult attempt(final Request request, final Planner planner, final Step<IngestedDay, RunResult> steps)
    {
        try (RunLock lock = RunLock.acquire(request.ctx().baseDir()))
        {
            final ProgressMeter meter = new ProgressMeter(request.ctx().progress());
            try
            {
                // Who ordered an abort that was over by then does not mean this run; who does it from here on does.
                request.store().forgetAbortOrders();
                return noted(request, planner, steps, meter);
            }
            finally
            {
                close(meter);
            }
        }
        catch (final UncheckedIOException ex)
        {
            throw failed(request, ex.getCause());
        }
        catch (final IOException ex)
        {
            throw failed(request, ex);
        }
    }

    private static ClearingException failed(final Request request, final IOException ex)
    {
        return new ClearingException(ClearingException.EXIT_IO, "clearing cannot read or write its files: baseDir=" +
            request.ctx().baseDir() + " reason=\"" + ex + "\"", ex);
    }

    private static RunResult noted(
        final Request request,
        final Planner planner,
        final Step<IngestedDay, RunResult> steps,
        final ProgressMeter meter)
        throws IOException
    {
        try
        {
            return done(request, planner, steps, meter);
        }
        catch (final IOException | RuntimeException ex)
        {
            try
            {
                final String letter = RunIds.letter(request.kind());
                request.audit().append(request.ctx().options().requester(), "stop " + letter, meter.runId(),
                    Map.of("kind", letter, "priceParametersSha256", request.ctx().prices().sha256()), ex.toString());
            }
            catch (final IOException | RuntimeException unwritten)
            {
                ex.addSuppressed(unwritten);
            }
            throw ex;
        }
    }

    private static RunResult done(
        final Request request,
        final Planner planner,
        final Step<IngestedDay, RunResult> steps,
        final ProgressMeter meter) throws IOException
    {
        meter.begin(ClearingStep.PREPARE, 0);
        final ClearingKeys keys = ClearingKeys.open(request.ctx().keysDir());
        final IngestedDay now = request.source().catchUp();
        final Run run;
        try
        {
            run = new Run(request, planner.plan(now), keys, meter);
        }
        catch (final IOException | RuntimeException ex)
        {
            now.close();
            throw ex;
        }
        try (run)
        {
            return steps.apply(run, now);
        }
    }

    /** Adds a line to the audit trail. */
    void note(final String command, final Map<String, String> facts, final String result) throws IOException
    {
        final Map<String, String> arguments = new TreeMap<>(facts);
        arguments.put("priceParametersSha256", ctx.prices().sha256());
        journal.note(command, arguments, result);
    }

    boolean isIntraday()
    {
        return ClearingKind.INTRADAY == kind;
    }
}
