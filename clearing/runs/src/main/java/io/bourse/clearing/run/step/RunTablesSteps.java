// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.step;

import io.bourse.clearing.defaults.DefaultOutcome;
import io.bourse.clearing.expiry.ExpiryPlan;
import io.bourse.clearing.funds.InstructionsFile;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.RunTablesWriter;
import io.bourse.clearing.run.audit.RunJournal;
import io.bourse.clearing.run.context.ClearingStep;
import io.bourse.clearing.run.context.ProgressMeter;
import io.bourse.clearing.run.store.Json;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.verify.CalculationFile;

import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;

/**
 * The steps that make the tables of a run, from the expiry to the checks.
 */
public final class RunTablesSteps
{
    private static final String EXPIRY = "expiry.json";

    private final RunDirectory directory;
    private final RunJournal journal;
    private final ProgressMeter meter;
    private final RunFigures figures;
    private final RunExamination examination;

    /** Steps of a run that make its tables. */
    public RunTablesSteps(
        final RunDirectory directory,
        final RunJournal journal,
        final ProgressMeter meter,
        final RunFigures figures,
        final RunExamination examination)
    {
        this.directory = directory;
        this.journal = journal;
        this.meter = meter;
        this.figures = figures;
        this.examination = examination;
    }

    /**
     * Does them.
     *
     * @throws io.bourse.clearing.CheckFailedException when a check does not hold.
     */
    public void run() throws IOException
    {
        meter.begin(ClearingStep.EXPIRY, 0);
        Files.deleteIfExists(directory.file(RunDirectory.CHECKS));
        final ExpiryPlan expiry = figures.expire(directory.path());
        Json.write(directory.file(EXPIRY), expiry);
        meter.end();
        meter.begin(ClearingStep.FUNDS, 0);
        journal.requireNotAborted();
        figures.fund(directory.path());
        for (final Map.Entry<String, String> waiting : figures.waiting().entrySet())
        {
            journal.note("default wait", Map.of("plan", waiting.getKey()), waiting.getValue());
        }
        meter.end();
        meter.begin(ClearingStep.CALCULATE, figures.work());
        journal.requireNotAborted();
        figures.requireCleared();
        figures.calculate(meter::add);
        meter.end();
        meter.begin(ClearingStep.WRITE, figures.rowCount() * RunTablesWriter.PASSES);
        journal.requireNotAborted();
        figures.write(directory.path(), meter::add);
        meter.end();
        meter.begin(ClearingStep.CHECK, 0);
        journal.requireNotAborted();
        examination.check();
        // The disk has had the time of the checks: nothing is CHECKED that it has not got.
        figures.sync();
        meter.end();
    }

    /** What the steps leave, for the digests of the run. */
    public static String[] files()
    {
        return new String[]{
            CalculationFile.FILE_NAME,
            EXPIRY,
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
            RunDirectory.CHECKS};
    }
}
