// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.report;

import io.bourse.clearing.collateral.CallsFile;
import io.bourse.clearing.funds.FundsFile;
import io.bourse.clearing.ingest.RunRecord;
import io.bourse.clearing.ledger.check.CheckResult;
import io.bourse.clearing.price.FixedPrice;
import io.bourse.clearing.price.PriceProposal;
import io.bourse.clearing.report.file.RunHeader;
import io.bourse.clearing.requirement.MarginFigures;
import io.bourse.clearing.run.context.ClearingStep;
import io.bourse.clearing.run.context.StepTiming;
import io.bourse.clearing.run.step.RunMargin;
import io.bourse.clearing.run.store.Publication;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunParameters;
import io.bourse.clearing.run.store.RunStore;
import io.bourse.clearing.runreport.ReconciliationReader;
import io.bourse.clearing.runreport.RunReport;
import io.bourse.clearing.runreport.RunReportInput;
import io.bourse.clearing.verify.CorrectionFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes the page of a run from the files of the run and those of the one before. The page has times in it and belongs
 * to no digest.
 *
 * @param store of the runs.
 * @param directory of the run.
 * @param header of its reports.
 * @param cut of the stream.
 * @param budgetNs longest halt that is planned with.
 * @param threads that read reports.
 */
record RunPage(
    RunStore store, RunDirectory directory, RunHeader header, RunRecord.Cut cut, long budgetNs, int threads)
{
    private static final long BYTES_PER_MIB = 1 << 20;

    /** Writes the page with the times known so far. */
    void write(final List<StepTiming> timings) throws IOException
    {
        final RunParameters input = directory.read(RunDirectory.INPUT, RunParameters.class);
        final RunDirectory previous = previous(input);
        final Path reconciliation = directory.file(RunDirectory.RECONCILIATION);
        RunReport.write(directory.path(), new RunReportInput(
            header,
            cut.cursor(),
            Instant.ofEpochSecond(0, cut.engineTimeNs()),
            facts(input),
            budgetNs,
            steps(timings),
            ReconciliationReader.members(reconciliation),
            null == previous ? 0 : previous.runId(),
            margin(previous),
            directory.find(FundsFile.FILE_NAME, FundsFile.class).map(FundsFile::accounts).orElse(List.of()),
            directory.find(CallsFile.FILE_NAME, CallsFile.class)
                .orElse(new CallsFile(CallsFile.FORMAT, List.of(), List.of(), List.of())),
            List.of(directory.read(RunDirectory.CHECKS, CheckResult[].class)),
            ReconciliationReader.outcomes(reconciliation),
            prices()));
    }

    private List<FixedPrice> prices() throws IOException
    {
        return PriceProposal.read(Files.readAllBytes(directory.file(RunDirectory.PRICES_JSON))).prices();
    }

    /** The last run of the day, else the evening run before it; null when there is none. */
    private RunDirectory previous(final RunParameters input) throws IOException
    {
        final long runId = 0 == input.paidRunId() ? input.previousRunId() : input.paidRunId();
        return 0 == runId ? null : store.require(runId);
    }

    private List<RunReportInput.AccountMargin> margin(final RunDirectory previous)
    {
        if (!Files.exists(directory.file(MarginFigures.FILE_NAME)))
        {
            return null;
        }
        final Map<String, Long> before = null == previous ? Map.of() : RunMargin.required(previous);
        final Map<String, Long> after = RunMargin.required(directory);
        final Map<String, RunReportInput.AccountMargin> accounts = new TreeMap<>();
        before.forEach((code, kopecks) ->
            accounts.put(code, new RunReportInput.AccountMargin(code, kopecks, after.getOrDefault(code, 0L))));
        after.forEach((code, kopecks) ->
            accounts.putIfAbsent(code, new RunReportInput.AccountMargin(code, null, kopecks)));
        return List.copyOf(accounts.values());
    }

    private Map<String, String> facts(final RunParameters input)
    {
        final Publication done = directory.read(RunDirectory.PUBLICATION, Publication.class);
        final Map<String, String> facts = new LinkedHashMap<>();
        final CorrectionFile correction = directory.correction();
        if (null != correction)
        {
            facts.put("Correction", "run " + correction.runId() + " corrects run " + correction.correctedRunId());
            facts.put("Reason", correction.reason());
        }
        facts.put("Trades", Long.toString(done.trades()));
        facts.put("Registers", Integer.toString(cut.accounts()));
        facts.put("Positions", Long.toString(done.positions()));
        facts.put("Postings", Long.toString(done.postings()));
        facts.put("Processors", Integer.toString(Runtime.getRuntime().availableProcessors()));
        facts.put("Threads", Integer.toString(threads));
        facts.put("Largest heap", Runtime.getRuntime().maxMemory() / BYTES_PER_MIB + " MiB");
        facts.put("System", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
        facts.put("JVM", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
        new TreeMap<>(input.environment()).forEach((name, value) ->
            facts.put(Character.toUpperCase(name.charAt(0)) + name.substring(1), value));
        return facts;
    }

    /**
     * Steps of this process. One that takes up a published run reads again what it needs: that is no halt, the times of
     * the halt are those of an earlier process, if they are known.
     */
    private List<RunReportInput.Step> steps(final List<StepTiming> timings)
    {
        final Map<ClearingStep, Long> known = new EnumMap<>(ClearingStep.class);
        timings.forEach(timing -> known.put(timing.step(), timing.elapsedNs()));
        if (!known.containsKey(ClearingStep.SUSPEND))
        {
            known.keySet().removeIf(ClearingStep::isHalt);
            directory.find(RunDirectory.TIMINGS, StepTiming[].class).map(Arrays::asList).orElse(List.of())
                .forEach(timing -> known.putIfAbsent(timing.step(), timing.elapsedNs()));
        }
        final List<RunReportInput.Step> steps = new ArrayList<>();
        known.forEach((step, elapsedNs) -> steps.add(new RunReportInput.Step(
            step.name(), elapsedNs, step.expectedNs(cut.sessionTrades(), cut.accounts()), step.isHalt())));
        return steps;
    }
}
