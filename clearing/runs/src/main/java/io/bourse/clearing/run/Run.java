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
import io.bourse.clearing.verify.CalculationFile;
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
        meter.run(plan.directory(), null == plan.corrected() ? ClearingRunOptions.budgetNs(request.kind()) : 0);
        this.ctx = options(request.ctx(), plan);
        this.source = request.source();
        this.kind = request.kind();
        this.store = request.store();
        this.audit = request.audit();
        this.plan = plan;
        this.directory = plan.directory();
        this.keys = keys;
        this.meter = meter;
        this.journal = new RunJournal(directory, audit, ctx.options().requester());
        this.inputs = new RunInputs(ctx, directory, kind, plan.corrected());
    }

    private static ClearingContext options(final ClearingContext ctx, final RunPlan plan) throws IOException
    {
        final ClearingContext options =
            plan.isTakenUp() ? ctx.withSlices().takingUp(plan.directory()) : ctx.withSlices();
        return null == plan.corrected() ? options :
            options.withFeePrice(CalculationFile.read(plan.corrected().path()).feePrice());
    }

    /**
     * What is asked for.
     *
     * @param ctx options.
     * @param source of the stream, with its engine.
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
                return done(request, planner, steps, meter);
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

    private static RunResult done(
        final Request request,
        final Planner planner,
        final Step<IngestedDay, RunResult> steps,
        final ProgressMeter meter) throws IOException
    {
        meter.begin(ClearingStep.PREPARE, 0);
        IngestedDay now = null;
        final Run run;
        try
        {
            final ClearingKeys keys = ClearingKeys.open(request.ctx().keysDir());
            keys.requireUsable();
            now = request.source().catchUp();
            run = new Run(request, planner.plan(now), keys, meter);
        }
        catch (final IOException | RuntimeException ex)
        {
            if (null != now)
            {
                now.close();
            }
            noteStop(request, request.ctx(), meter, ex);
            throw ex;
        }
        try (run)
        {
            return steps.apply(run, now);
        }
        catch (final IOException | RuntimeException ex)
        {
            noteStop(request, run.ctx, meter, ex);
            throw ex;
        }
    }

    private static void noteStop(
        final Request request, final ClearingContext ctx, final ProgressMeter meter, final Exception reason)
    {
        try
        {
            final String letter = RunIds.letter(request.kind());
            request.audit().append(ctx.options().requester(), "stop " + letter, meter.runId(),
                Map.of("kind", letter, "priceParametersSha256", ctx.prices().sha256()), reason.toString());
        }
        catch (final IOException | RuntimeException unwritten)
        {
            reason.addSuppressed(unwritten);
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
