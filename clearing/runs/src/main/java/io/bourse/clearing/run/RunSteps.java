// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.calculation.RunPositions;
import io.bourse.clearing.defaults.DefaultOutcome;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.funds.InstructionsFile;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.RunTablesWriter;
import io.bourse.clearing.ledger.Workers;
import io.bourse.clearing.ledger.check.CheckResult;
import io.bourse.clearing.ledger.check.RunTotals;
import io.bourse.clearing.price.PriceProposal;
import io.bourse.clearing.run.audit.ApprovalStep;
import io.bourse.clearing.run.audit.AuditHead;
import io.bourse.clearing.run.report.RunReporter;
import io.bourse.clearing.run.report.RunResult;
import io.bourse.clearing.run.step.Calculated;
import io.bourse.clearing.run.step.CallTimes;
import io.bourse.clearing.run.step.Checked;
import io.bourse.clearing.run.step.DayAtCut;
import io.bourse.clearing.run.step.Expired;
import io.bourse.clearing.run.step.Funded;
import io.bourse.clearing.run.step.Moved;
import io.bourse.clearing.run.step.Priced;
import io.bourse.clearing.run.step.RunCalls;
import io.bourse.clearing.run.step.RunDefaults;
import io.bourse.clearing.run.step.RunDeliveries;
import io.bourse.clearing.run.step.RunExamination;
import io.bourse.clearing.run.step.RunMargin;
import io.bourse.clearing.run.step.RunPrices;
import io.bourse.clearing.run.step.Written;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.clearing.verify.CalculationFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;

import static io.bourse.clearing.run.Step.abortable;
import static io.bourse.clearing.run.Step.entering;
import static io.bourse.clearing.run.Step.prepared;
import static io.bourse.clearing.run.Step.timed;
import static io.bourse.clearing.run.Step.until;
import static io.bourse.clearing.run.Step.when;
import static io.bourse.clearing.run.context.ClearingStep.CALCULATE;
import static io.bourse.clearing.run.context.ClearingStep.CHECK;
import static io.bourse.clearing.run.context.ClearingStep.COMPARE;
import static io.bourse.clearing.run.context.ClearingStep.EXPIRY;
import static io.bourse.clearing.run.context.ClearingStep.FUNDS;
import static io.bourse.clearing.run.context.ClearingStep.INGEST;
import static io.bourse.clearing.run.context.ClearingStep.MARGIN;
import static io.bourse.clearing.run.context.ClearingStep.PRICES;
import static io.bourse.clearing.run.context.ClearingStep.PUBLISH;
import static io.bourse.clearing.run.context.ClearingStep.RECONCILE;
import static io.bourse.clearing.run.context.ClearingStep.RESUME;
import static io.bourse.clearing.run.context.ClearingStep.SUSPEND;
import static io.bourse.clearing.run.context.ClearingStep.WRITE;
import static io.bourse.clearing.run.store.RunPhase.CALCULATING;
import static io.bourse.clearing.run.store.RunPhase.CHECKED;
import static io.bourse.clearing.run.store.RunPhase.PREPARING;
import static io.bourse.clearing.run.store.RunPhase.PRICES_APPROVED;
import static io.bourse.clearing.run.store.RunPhase.PRICES_PROPOSED;
import static io.bourse.clearing.run.store.RunPhase.PUBLISHED;
import static io.bourse.clearing.run.store.RunPhase.PUBLISHING;
import static io.bourse.clearing.run.store.RunPhase.READY_TO_PUBLISH;
import static io.bourse.clearing.run.store.RunPhase.REOPENED;
import static io.bourse.clearing.run.store.RunPhase.SUSPENDED;

/**
 * The runs as lists of their steps. The journal of a run drives its list: what is done up to a phase that the run has
 * reached is taken up from the files of the run. A run that died gives the same bytes, whichever step it died in.
 */
final class RunSteps
{
    /** The run of the day, from the suspension of trading to signed reports: intraday and evening. */
    static final Step<IngestedDay, RunResult> DAY =
        prepared(ClearingRun::prepare)
            .then(when(run -> !run.plan.isTakenUp(), timed(SUSPEND, ClearingRun::suspend)))
            .then(timed(INGEST, ClearingRun::ingest))
            .then(results((run, moved) -> List.of(), ClearingRun::callTimes))
            .then(when(run -> !run.plan.reportsOnly(),
                timed(PUBLISH, approvedToPublish()
                    .then(ClearingRun::publish)
                    .then(published()))
                .then(when(Run::isIntraday, timed(RESUME, ClearingRun::resume)))))
            .then(ClearingRun::endHalt)
            .then(published())
            .then(when(Run::isIntraday, until(REOPENED, unchanged())))
            .then(RunSteps::report);

    /** The correction of a published run, from the cut of that run to its next revision of reports; trading goes on. */
    static final Step<IngestedDay, RunResult> CORRECTION =
        CorrectionRun.whileCorrectedIsLocked(
            prepared(CorrectionRun::prepare)
                .then(results(CorrectionRun::checkReversal, CorrectionRun::callTimes))
                .then(timed(PUBLISH,
                    until(PUBLISHED, approvedToPublish().then(CorrectionRun::publish)).then(published()))))
            .then(RunSteps::report);

    private static final Logger LOGGER = LoggerFactory.getLogger(RunSteps.class);
    private static final String EXPIRY_FILE = "expiry.json";

    private RunSteps()
    {
    }

    /**
     * From the cut to what may be published: all runs share it. From {@link RunPhase#CHECKED} on the tables of the run
     * are read and nothing is calculated.
     */
    private static Step<DayAtCut, Checked> results(
        final Step<Moved, List<CheckResult>> more, final Function<Run, CallTimes> callTimes)
    {
        return timed(PRICES,
            until(PRICES_PROPOSED,
                RunSteps.<DayAtCut>notAborted()
                    .then(entering(PREPARING, SUSPENDED))
                    .then(RunSteps::propose),
                RunSteps::requireProposed,
                run -> List.of(RunDirectory.PRICES_JSON, RunDirectory.PRICES_CSV))
            .then(RunSteps::price)
            .then(until(PRICES_APPROVED, RunSteps::approvePrices, RunSteps::requireApproved, run -> List.of())))
            .then(stoppedByChecks(
                until(CHECKED,
                    Step.<Priced>entering(CALCULATING, PRICES_APPROVED)
                        .then(timed(EXPIRY, RunSteps::expire))
                        .then(abortable(FUNDS, RunSteps::fund))
                        .then(abortable(CALCULATE, RunSteps::calculate))
                        .then(abortable(WRITE, RunSteps::write))
                        .then(abortable(CHECK, (run, written) ->
                            Checked.of(run, written, () -> more.apply(run, written.moved())))),
                    Checked::read,
                    run -> TABLES)
                .then(until(READY_TO_PUBLISH,
                    when(run -> null != run.ctx.margin(), abortable(MARGIN, RunSteps::margin))
                        .then(abortable(COMPARE, RunSteps::compare))
                        .then(timed(RECONCILE, (run, checked) -> reconcile(run, checked, more, callTimes))),
                    unchanged(),
                    RunSteps::examined))));
    }

    /** What the steps up to the checks leave, for the digests of the run. */
    private static final List<String> TABLES = List.of(
        CalculationFile.FILE_NAME,
        EXPIRY_FILE,
        InstructionsFile.FILE_NAME,
        DefaultOutcome.FILE_NAME,
        RunDirectory.manifestOf(RunTables.MOVEMENTS),
        RunDirectory.manifestOf(RunTables.OBLIGATIONS),
        RunDirectory.manifestOf(RunTables.SETTLEMENTS),
        RunDeliveries.NETTING,
        RunDeliveries.OUTCOMES,
        RunDirectory.manifestOf(RunTables.PAYMENTS),
        RunDirectory.manifestOf(RunTables.PLEDGES),
        RunDirectory.manifestOf(RunTables.POSITIONS),
        RunDirectory.manifestOf(RunTables.LEDGER),
        RunDirectory.manifestOf(RunTables.MONEY),
        RunDirectory.CHECKS);

    private static <T> Step<T, T> unchanged()
    {
        return (run, before) -> before;
    }

    private static <T> Step<T, T> notAborted()
    {
        return (run, before) ->
        {
            run.journal.requireNotAborted();
            return before;
        };
    }

    /** A check that fails is the end of the run until something is put right: it is taken up from its cut. */
    private static <I, O> Step<I, O> stoppedByChecks(final Step<I, O> work)
    {
        return (run, before) ->
        {
            try
            {
                return work.apply(run, before);
            }
            catch (final CheckFailedException ex)
            {
                LOGGER.error("clearing run stopped by a check: runId={} kind={} {}",
                    run.plan.runId(), run.kind, ex.getMessage());
                run.journal.fail(ex.getMessage());
                throw ex;
            }
        };
    }

    private static DayAtCut propose(final Run run, final DayAtCut day) throws IOException
    {
        final PriceProposal fixed = RunPrices.fix(run.ctx, day.day(), run.kind);
        DurableFile.write(run.directory.file(RunDirectory.PRICES_JSON), fixed.json());
        RunPrices.writeCsv(run.directory.file(RunDirectory.PRICES_CSV), fixed);
        for (final String note : fixed.notes())
        {
            run.journal.note("price", Map.of(), note);
        }
        return day;
    }

    private static DayAtCut requireProposed(final Run run, final DayAtCut day)
    {
        run.directory.requireUnchanged(RunDirectory.PRICES_JSON);
        return day;
    }

    private static Priced price(final Run run, final DayAtCut day) throws IOException
    {
        return Priced.of(day, PriceProposal.read(
            Files.readAllBytes(run.directory.file(RunDirectory.PRICES_JSON))));
    }

    private static Priced approvePrices(final Run run, final Priced priced) throws IOException
    {
        approvals(run).require(ApprovalStep.PRICES, priced.proposal().needsApproval(), RunDirectory.PRICES_JSON);
        return priced;
    }

    /** What is published already is proved with its files, see {@code clearing verify}. */
    private static Priced requireApproved(final Run run, final Priced priced) throws IOException
    {
        if (!run.journal.isAtLeast(PUBLISHED))
        {
            approvals(run).requireTaken(
                ApprovalStep.PRICES, priced.proposal().needsApproval(), RunDirectory.PRICES_JSON);
        }
        return priced;
    }

    private static RunApprovals approvals(final Run run) throws IOException
    {
        return new RunApprovals(run.ctx, run.directory, run.journal, run.inputs.requester());
    }

    private static Expired expire(final Run run, final Priced priced) throws IOException
    {
        Files.deleteIfExists(run.directory.file(RunDirectory.CHECKS));
        final RunDefaults.Taken defaults = RunDefaults.of(run.directory);
        RunDefaults.requireApproved(defaults.plans(), run.ctx.baseDir(), run.ctx.options().operators());
        final Expired expired = Expired.of(run, priced, defaults);
        Json.write(run.directory.file(EXPIRY_FILE), expired.plan());
        return expired;
    }

    private static Funded fund(final Run run, final Expired expired) throws IOException
    {
        final Funded funded = Funded.of(run, expired);
        for (final Map.Entry<String, String> waiting : funded.waiting().entrySet())
        {
            run.journal.note("default wait", Map.of("plan", waiting.getKey()), waiting.getValue());
        }
        return funded;
    }

    private static Calculated calculate(final Run run, final Funded funded)
    {
        run.meter.total(RunPositions.work(funded.moved().input()));
        funded.moved().priced().requireCleared();
        return Calculated.of(run, funded);
    }

    private static Written write(final Run run, final Calculated calculated) throws IOException
    {
        run.meter.total(calculated.rowCount() * RunTablesWriter.PASSES);
        return Written.of(run, calculated);
    }

    private static Checked margin(final Run run, final Checked checked) throws IOException
    {
        RunMargin.of(checked.moved().priced()).write(run.tables());
        return checked;
    }

    private static Checked compare(final Run run, final Checked checked) throws IOException
    {
        if (run.ctx.options().secondOpinionRows() > 0)
        {
            checked.examination().compare();
        }
        return checked;
    }

    /** Calls, and beside them the reconciliation: both go through all money. */
    private static Checked reconcile(
        final Run run,
        final Checked checked,
        final Step<Moved, List<CheckResult>> more,
        final Function<Run, CallTimes> callTimes) throws IOException
    {
        final RunExamination examination = checked.examination();
        final RunTotals totals = null == checked.totals() ?
            examination.check(() -> more.apply(run, checked.moved())) : checked.totals();
        final List<Callable<List<String>>> parts = List.of(
            () ->
            {
                new RunCalls(checked.moved().priced().cut()).write(run.directory, callTimes.apply(run));
                return List.of();
            },
            () -> examination.reconcile(totals));
        final List<String> lines = Workers.run(run.ctx.options().threads(), parts).getLast();
        final int checks = run.directory.read(RunDirectory.CHECKS, CheckResult[].class).length;
        Json.write(run.directory.file(RunDirectory.PUBLICATION),
            examination.publication(run.directory, totals, checks, lines));
        return checked;
    }

    private static List<String> examined(final Run run) throws IOException
    {
        final List<String> files = new ArrayList<>(RunExamination.files(run.ctx, run.directory));
        files.addAll(RunCalls.FILES);
        files.addAll(RunMargin.files(run.ctx));
        files.add(RunDirectory.PUBLICATION);
        return files;
    }

    /** What a correction publishes is out of the ordinary always. */
    private static Step<Checked, Checked> approvedToPublish()
    {
        return until(PUBLISHING, RunSteps.<Checked>notAborted().then((run, checked) ->
        {
            approvals(run).require(
                ApprovalStep.PUBLISH, null != run.plan.corrected(), RunDirectory.PUBLICATION);
            if (run.ctx.options().holdsBeforePublication())
            {
                throw new HeldException(run.plan.runId(), run.directory.file(RunDirectory.PUBLICATION));
            }
            return checked;
        }), (run, checked) ->
        {
            if (!run.journal.isAtLeast(PUBLISHED))
            {
                approvals(run).requireTaken(
                    ApprovalStep.PUBLISH, null != run.plan.corrected(), RunDirectory.PUBLICATION);
            }
            return checked;
        }, run -> List.of());
    }

    /** The engine knows everything: says so and signs the end of the audit trail. */
    private static Step<Checked, Checked> published()
    {
        return until(PUBLISHED, RunSteps.<Checked>unchanged()).then((run, checked) ->
        {
            if (!AuditHead.isSigned(run.directory))
            {
                AuditHead.sign(run.audit, run.keys.signer(), run.directory);
            }
            return checked;
        });
    }

    private static RunResult report(final Run run, final Checked checked)
    {
        return new RunReporter(run.directory, run.journal, checked.moved(), run.meter).write(run.keys);
    }
}
