// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.ClearingException;
import io.bourse.clearing.calculation.CalculationMemory;
import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.RunRecord;
import io.bourse.clearing.ledger.Workers;
import io.bourse.clearing.ledger.check.CheckResult;
import io.bourse.clearing.price.PriceProposal;
import io.bourse.clearing.report.file.ManifestEntry;
import io.bourse.clearing.report.file.RunHeader;
import io.bourse.clearing.run.audit.ApprovalStep;
import io.bourse.clearing.run.audit.AuditHead;
import io.bourse.clearing.run.audit.ClearingAuditTrail;
import io.bourse.clearing.run.audit.RunJournal;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.context.ClearingStep;
import io.bourse.clearing.run.context.ProgressMeter;
import io.bourse.clearing.run.context.RunSource;
import io.bourse.clearing.run.report.RunPage;
import io.bourse.clearing.run.report.RunReporter;
import io.bourse.clearing.run.report.RunResult;
import io.bourse.clearing.run.step.CallTimes;
import io.bourse.clearing.run.step.Opening;
import io.bourse.clearing.run.step.RunCalls;
import io.bourse.clearing.run.step.RunDefaults;
import io.bourse.clearing.run.step.RunExamination;
import io.bourse.clearing.run.step.RunFigures;
import io.bourse.clearing.run.step.RunInputs;
import io.bourse.clearing.run.step.RunMargin;
import io.bourse.clearing.run.step.RunPrices;
import io.bourse.clearing.run.step.RunTablesSteps;
import io.bourse.clearing.run.store.Json;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunIds;
import io.bourse.clearing.run.store.RunLock;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.clearing.run.store.RunStore;
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
 * What every run does between its cut and its publication, and behind it, whoever has made the cut: prices, tables,
 * checks, margin, second opinion, reconciliation; reports. Every step can be repeated: an attempt that died is taken up
 * where it stopped and gives the same bytes. What is behind {@link RunPhase#CHECKED} reads the tables of the run and
 * calculates nothing.
 */
abstract class RunWork implements AutoCloseable
{
    private static final Logger LOGGER = LoggerFactory.getLogger(RunWork.class);

    final ClearingContext ctx;
    final RunSource source;
    final ClearingKind kind;
    final RunStore store;
    public final ClearingAuditTrail audit;
    final ProgressMeter meter;
    /** Of the rehearsal, for the run. */
    final CalculationMemory memory = new CalculationMemory();
    ClearingKeys keys;
    RunDirectory directory;
    RunJournal journal;
    RunInputs inputs;
    IngestedDay day;
    Opening opening;
    RunRecord.Cut cut;
    PriceProposal proposal;
    RunFigures figures;
    RunExamination examination;
    private RunHeader header;
    private List<ManifestEntry> reports = List.of();

    /** A run of a kind. */
    RunWork(final ClearingContext ctx, final RunSource source, final ClearingKind kind)
    {
        this.ctx = ctx;
        this.source = source;
        this.kind = kind;
        this.store = new RunStore(ctx.baseDir());
        this.audit = new ClearingAuditTrail(ctx.baseDir(), ctx.options().clockMs());
        this.meter = new ProgressMeter(ctx.progress());
    }

    /** Guards, and everything up to the tables of the day at the cut. */
    abstract void begin() throws IOException;

    /** Gives the results to the engine. */
    abstract void publish() throws IOException;

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
            begin();
            price();
            calculate();
            examine();
            publish();
            report();
            return RunResult.of(header, cut, directory, proposal.prices(), meter.timings(), reports);
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

    void note(final String command, final String result) throws IOException
    {
        final Map<String, String> arguments = new TreeMap<>();
        arguments.put("kind", RunIds.letter(kind));
        arguments.put("priceParametersSha256", ctx.prices().sha256());
        audit.append(
            ctx.options().requester(), command, null == directory ? 0 : directory.runId(), arguments, result);
    }

    /** Longest halt that is planned with. */
    long budgetNs()
    {
        return ClearingKind.INTRADAY == kind ? ctx.options().intradayBudgetNs() : ctx.options().eveningBudgetNs();
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

    RunApprovals approvals() throws IOException
    {
        return new RunApprovals(ctx, directory, journal, inputs.requester());
    }

    /** Tables and checks. */
    void calculate() throws IOException
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
        LOGGER.error(
            "clearing run stopped by a check: runId={} kind={} {}", directory.runId(), kind, failure.getMessage());
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
                new RunCalls(ctx, day, kind, opening).write(directory, callTimes());
                return List.of();
            },
            examination::reconcile);
        return Workers.run(ctx.options().threads(), parts).getLast();
    }

    /** From when the deadlines of calls count. */
    CallTimes callTimes()
    {
        return new CallTimes(cut.engineTimeNs(), List.of());
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

    void requireNotHeld()
    {
        if (ctx.options().holdsBeforePublication())
        {
            throw new HeldException(directory.runId(), directory.file(RunDirectory.PUBLICATION));
        }
    }

    /** The engine knows everything: says so and signs the end of the audit trail. */
    void published() throws IOException
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
        reports = reporter.write(keys,
            new RunPage(store, directory, header, cut, budgetNs(), ctx.options().threads()));
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
