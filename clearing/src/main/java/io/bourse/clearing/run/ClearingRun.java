// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.ClearingException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.calculation.CalculationMemory;
import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.RunRecord;
import io.bourse.clearing.ledger.CheckResult;
import io.bourse.clearing.ledger.Workers;
import io.bourse.clearing.price.PriceProposal;
import io.bourse.clearing.report.ManifestEntry;
import io.bourse.clearing.report.RunHeader;
import io.bourse.engine.protocol.ClearingKind;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/**
 * One run from the suspension of trading to signed reports (sheet section 6). Every step can be repeated: an attempt
 * that died is taken up where it stopped, with the same run id and the same cut, and gives the same bytes. What is
 * behind {@link RunPhase#CHECKED} reads the tables of the run and calculates nothing.
 */
final class ClearingRun implements AutoCloseable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(ClearingRun.class);

    private final ClearingContext ctx;
    private final RunSource source;
    private final ClearingKind kind;
    private final RunStore store;
    private final AuditTrail audit;
    private final ProgressMeter meter;
    /** Of the rehearsal, for the run. */
    private final CalculationMemory memory = new CalculationMemory();
    private ClearingKeys keys;
    private RunPlan plan;
    private RunDirectory directory;
    private RunJournal journal;
    private RunInputs inputs;
    private IngestedDay day;
    private Opening opening;
    private RunRecord record;
    private PriceProposal proposal;
    private RunFigures figures;
    private RunExamination examination;
    private RunHeader header;
    private List<ManifestEntry> reports = List.of();

    ClearingRun(final ClearingContext ctx, final RunSource source, final ClearingKind kind)
    {
        this.ctx = ctx;
        this.source = source;
        this.kind = kind;
        this.store = new RunStore(ctx.baseDir());
        this.audit = new AuditTrail(ctx.baseDir(), ctx.options().clockMs());
        this.meter = new ProgressMeter(ctx.progress());
    }

    RunResult run()
    {
        try (RunLock lock = RunLock.acquire(ctx.baseDir()))
        {
            // Whoever told a run to stop that was over by then does not mean this one; who does it from here on does.
            store.forgetAbortOrders();
            return noted();
        }
        catch (final UncheckedIOException ex)
        {
            throw failed(ex.getCause());
        }
        catch (final IOException ex)
        {
            throw failed(ex);
        }
    }

    private ClearingException failed(final IOException ex)
    {
        return new ClearingException(ClearingException.EXIT_IO,
            "clearing cannot read or write its files: baseDir=" + ctx.baseDir() + " reason=\"" + ex + "\"", ex);
    }

    /** However a run ends, the audit trail knows it, unless that cannot be written. */
    private RunResult noted() throws IOException
    {
        try
        {
            prepare();
            suspend();
            price();
            calculate();
            examine();
            publish();
            report();
            return result();
        }
        catch (final IOException | RuntimeException ex)
        {
            try
            {
                note("stop " + RunIds.letter(kind), ex.toString());
            }
            catch (final IOException | RuntimeException unwritten)
            {
                ex.addSuppressed(unwritten);
            }
            throw ex;
        }
    }

    private long budgetNs()
    {
        return ClearingKind.INTRADAY == kind ? ctx.options().intradayBudgetNs() : ctx.options().eveningBudgetNs();
    }

    private void note(final String command, final String result) throws IOException
    {
        final Map<String, String> arguments = new TreeMap<>();
        arguments.put("kind", RunIds.letter(kind));
        arguments.put("priceParametersSha256", ctx.prices().sha256());
        audit.append(
            ctx.options().requester(), command, null == directory ? 0 : directory.runId(), arguments, result);
    }

    private void prepare() throws IOException
    {
        meter.begin(ClearingStep.PREPARE, 0);
        keys = ClearingKeys.open(ctx.keysDir());
        try (IngestedDay now = source.catchUp())
        {
            plan = new RunPlanner(now, store, kind, ctx).plan();
            directory = plan.directory();
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
            journal.restart(RunPhase.OPEN);
            inputs.write(now, here, defaults);
            journal.enter(RunPhase.OPEN, inputs.files());
        }
        source.connect();
    }

    private void suspend() throws IOException
    {
        record = plan.record();
        if (null == record)
        {
            meter.begin(ClearingStep.SUSPEND, 0);
            journal.requireNotAborted();
            journal.enter(RunPhase.SUSPENDING, RunPhase.OPEN, List.of());
            source.suspend(plan.runId(), kind);
            meter.end();
        }
        meter.begin(ClearingStep.INGEST, 0);
        day = source.dayAt(plan.runId());
        record = source.record(plan.runId());
        if (null == record)
        {
            throw new PreconditionException("the stream does not show the suspension of the run: runId=" +
                plan.runId() + " dayCursor=" + day.cursor());
        }
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
        journal.cut(record.cut());
        final boolean isPriced = journal.isAtLeast(RunPhase.PRICES_PROPOSED) && inputs.isSame();
        if (!isPriced)
        {
            journal.restart(RunPhase.SUSPENDED);
            inputs.write(day, opening, RunDefaults.kept(directory, ctx.baseDir()));
            journal.enter(RunPhase.SUSPENDED, inputs.files());
        }
    }

    private void price() throws IOException
    {
        meter.begin(ClearingStep.PRICES, 0);
        if (!journal.isAtLeast(RunPhase.PRICES_PROPOSED))
        {
            journal.requireNotAborted();
            journal.enter(RunPhase.PREPARING, RunPhase.SUSPENDED, List.of());
            final PriceProposal fixed = RunPrices.fix(ctx, day, kind);
            DurableFile.write(directory.file(RunDirectory.PRICES_JSON), fixed.json());
            RunPrices.writeCsv(directory.file(RunDirectory.PRICES_CSV), fixed);
            for (final String note : fixed.notes())
            {
                journal.note("price", Map.of(), note);
            }
            journal.enter(RunPhase.PRICES_PROPOSED, RunDirectory.PRICES_JSON, RunDirectory.PRICES_CSV);
        }
        else
        {
            directory.requireUnchanged(RunDirectory.PRICES_JSON);
        }
        proposal = PriceProposal.read(Files.readAllBytes(directory.file(RunDirectory.PRICES_JSON)));
        figures = new RunFigures(ctx, day, kind, opening, proposal, memory);
        figures.carriesOut(RunDefaults.of(directory));
        examination = new RunExamination(ctx, day, opening, figures, directory.path());
        if (!journal.isAtLeast(RunPhase.PRICES_APPROVED))
        {
            approvals().require(ApprovalStep.PRICES, proposal.needsApproval(), RunDirectory.PRICES_JSON);
            journal.enter(RunPhase.PRICES_APPROVED);
        }
        meter.end();
    }

    private RunApprovals approvals() throws IOException
    {
        return new RunApprovals(ctx, directory, journal, inputs.requester());
    }

    private void calculate() throws IOException
    {
        if (journal.isAtLeast(RunPhase.CHECKED))
        {
            figures.openMovements(directory.path());
            return;
        }
        journal.enter(RunPhase.CALCULATING, RunPhase.PRICES_APPROVED, List.of());
        try
        {
            new RunTablesSteps(directory, journal, meter, figures, examination).run();
        }
        catch (final CheckFailedException ex)
        {
            stopped(ex);
            throw ex;
        }
        journal.enter(RunPhase.CHECKED, RunTablesSteps.files());
    }

    private void stopped(final CheckFailedException failure) throws IOException
    {
        LOGGER.error("clearing run stopped by a check: runId={} kind={} {}", plan.runId(), kind, failure.getMessage());
        journal.fail(failure.getMessage());
    }

    private void examine() throws IOException
    {
        if (journal.isAtLeast(RunPhase.READY_TO_PUBLISH))
        {
            return;
        }
        try
        {
            margin();
            meter.begin(ClearingStep.COMPARE, 0);
            journal.requireNotAborted();
            if (ctx.options().secondOpinionRows() > 0)
            {
                examination.compare();
            }
            meter.end();
            meter.begin(ClearingStep.RECONCILE, 0);
            final List<String> lines = reconcile();
            Json.write(
                directory.file(RunDirectory.PUBLICATION),
                examination.publication(directory, checks().size(), lines));
            meter.end();
        }
        catch (final CheckFailedException ex)
        {
            stopped(ex);
            throw ex;
        }
        final List<String> files = examination.files();
        files.addAll(RunCalls.FILES);
        files.addAll(RunMargin.files(ctx));
        files.add(RunDirectory.PUBLICATION);
        journal.enter(RunPhase.READY_TO_PUBLISH, RunPhase.READY_TO_PUBLISH, files);
    }

    /** Calls, and beside them the reconciliation, whose lines these are: both go through all money. */
    private List<String> reconcile()
    {
        final List<Callable<List<String>>> parts = List.of(
            () ->
            {
                new RunCalls(ctx, day, kind, opening).write(directory, record.cut().engineTimeNs());
                return List.of();
            },
            examination::reconcile);
        return Workers.run(ctx.options().threads(), parts).getLast();
    }

    private void margin() throws IOException
    {
        if (null != ctx.margin())
        {
            meter.begin(ClearingStep.MARGIN, 0);
            journal.requireNotAborted();
            RunMargin.of(ctx, day, kind, figures).write(directory.path());
            meter.end();
        }
    }

    private List<CheckResult> checks()
    {
        return List.of(directory.read(RunDirectory.CHECKS, CheckResult[].class));
    }

    private void publish() throws IOException
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

    private void requireNotHeld()
    {
        if (ctx.options().holdsBeforePublication())
        {
            throw new HeldException(plan.runId(), directory.file(RunDirectory.PUBLICATION));
        }
    }

    private void published() throws IOException
    {
        if (!journal.isAtLeast(RunPhase.PUBLISHED))
        {
            journal.enter(RunPhase.PUBLISHED);
        }
        if (!AuditHead.isSigned(directory))
        {
            AuditHead.sign(audit, keys.signer(), directory);
        }
    }

    private void report()
    {
        final RunReporter reporter = new RunReporter(ctx, directory, journal, day, figures, proposal, meter);
        header = reporter.header();
        reports = reporter.write(keys, page());
    }

    private RunPage page()
    {
        return new RunPage(store, directory, header, record.cut(), budgetNs(), ctx.options().threads());
    }

    private RunResult result()
    {
        return RunResult.of(header, record.cut(), directory, proposal.prices(), meter.timings(), reports);
    }

    @Override
    public void close()
    {
        try (ProgressMeter closedMeter = meter;
            IngestedDay closedDay = day;
            Opening closedOpening = opening;
            RunFigures closedFigures = figures;
            RunExamination closedExamination = examination)
        {
            LOGGER.debug("run closed: runId={}", null == directory ? 0 : directory.runId());
        }
        catch (final IOException ex)
        {
            LOGGER.warn("files of a run cannot be closed: reason=\"{}\"", ex.toString());
        }
    }
}
