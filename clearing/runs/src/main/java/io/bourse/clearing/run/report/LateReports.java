// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.report;

import io.bourse.clearing.ClearingException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.IngestedDays;
import io.bourse.clearing.ingest.RunRecord;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.price.PriceProposal;
import io.bourse.clearing.run.audit.ClearingAuditTrail;
import io.bourse.clearing.run.audit.RunJournal;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.context.ProgressMeter;
import io.bourse.clearing.run.step.DayAtCut;
import io.bourse.clearing.run.step.Moved;
import io.bourse.clearing.run.step.Opening;
import io.bourse.clearing.run.step.Priced;
import io.bourse.clearing.run.step.RunInputs;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunLock;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.clearing.run.store.RunStore;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.verify.CalculationFile;
import io.bourse.engine.protocol.ClearingKind;
import org.agrona.IoUtil;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Writes what is missing of the reports and packages of a published run, from its own files and those of its day alone:
 * no engine is needed, and the date does not matter. What is there and right stays as it is. Only the directory of the
 * run is locked: other runs may begin meanwhile.
 *
 * @param ctx with the options of the run filled in.
 */
public record LateReports(ClearingContext ctx)
{
    private static final String MERGED = ".report-movements";

    private RunStore store()
    {
        return new RunStore(ctx.baseDir());
    }

    private ClearingAuditTrail audit()
    {
        return new ClearingAuditTrail(ctx.baseDir(), ctx.options().clockMs());
    }

    /**
     * Whether the engine knows all that it has to know of a run, so that it can go on without. A correction has
     * nothing to reopen.
     */
    public static boolean isDone(final RunDirectory run, final ClearingKind kind)
    {
        final boolean isReopening = ClearingKind.INTRADAY == kind && null == run.correction();
        return run.state().resumeFrom().isAtLeast(isReopening ? RunPhase.REOPENED : RunPhase.PUBLISHED);
    }

    /** Writes what is missing of a run. */
    public RunResult write(final long runId)
    {
        try
        {
            final RunDirectory directory = store().require(runId);
            // The next run of the base directory does not wait for this: it needs minutes at full volume.
            try (RunLock lock = RunLock.acquire(directory.path());
                ProgressMeter meter = new ProgressMeter(ctx.progress()))
            {
                return write(directory, meter);
            }
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

    private RunResult write(final RunDirectory directory, final ProgressMeter meter) throws IOException
    {
        final long runId = directory.runId();
        final ClearingKind kind = directory.clearingKind();
        if (!isDone(directory, kind))
        {
            throw new PreconditionException("the run is not done yet, resume it: runId=" + runId + " phase=" +
                directory.phase());
        }
        requireNotCorrected(directory);
        directory.requireUnchanged();
        audit().append(ctx.options().requester(), "report", runId, Map.of(), "phase " + directory.phase());
        final Path merged = directory.file(MERGED);
        try
        {
            return write(directory, kind, merged, meter);
        }
        finally
        {
            IoUtil.delete(merged.toFile(), true);
        }
    }

    /** Reports of a corrected run no longer count. */
    private void requireNotCorrected(final RunDirectory directory) throws IOException
    {
        for (final RunDirectory correction : store().correctionsOf(store().require(directory.originalRunId())))
        {
            if (correction.number() > directory.number() && correction.phase().isPublished())
            {
                throw new PreconditionException("the run was corrected, write the reports of its correction: runId=" +
                    directory.runId() + " correctionRunId=" + correction.runId());
            }
        }
    }

    private ClearingException failed(final IOException ex)
    {
        return new ClearingException(ClearingException.EXIT_IO,
            "reports cannot be read or written: baseDir=" + ctx.baseDir() + " reason=\"" + ex + "\"", ex);
    }

    private RunResult write(
        final RunDirectory directory, final ClearingKind kind, final Path merged, final ProgressMeter meter)
        throws IOException
    {
        final ClearingKeys keys = ClearingKeys.open(ctx.keysDir());
        keys.requireUsable();
        final ClearingContext ofRun = ctx.withFeePrice(CalculationFile.read(directory.path()).feePrice());
        final PriceProposal proposal =
            PriceProposal.read(Files.readAllBytes(directory.file(RunDirectory.PRICES_JSON)));
        final RunInputs inputs = new RunInputs(ofRun, directory, kind);
        final RunRecord.Cut cut = directory.state().cut();
        try (IngestedDay day = IngestedDays.open(
            ctx.baseDir().resolve(ClearingContext.INGEST_DIRECTORY), cut.cursor());
            Opening opening = Opening.open(ofRun, store(), day, directory.runId(), inputs.book(false), merged);
            Table movements = directory.open(RunTables.MOVEMENTS))
        {
            meter.run(directory, 0);
            meter.volumes(day.tradeCount(), day.registers().size());
            final Moved moved = new Moved(Priced.of(new DayAtCut(ofRun, kind, day, opening), proposal), movements);
            final RunJournal journal = new RunJournal(directory, audit(), ctx.options().requester());
            return new RunReporter(directory, journal, moved, meter).writeOwned(keys);
        }
    }
}
