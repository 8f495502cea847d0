// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.report;

import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.LockedException;
import io.bourse.clearing.ReportsFailedException;
import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.RunRecord;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.report.file.ManifestEntry;
import io.bourse.clearing.report.file.ReportWave;
import io.bourse.clearing.report.file.RunHeader;
import io.bourse.clearing.run.audit.ClearingAuditTrail;
import io.bourse.clearing.run.audit.RunJournal;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.context.ClearingRunOptions;
import io.bourse.clearing.run.context.ClearingStep;
import io.bourse.clearing.run.context.ProgressMeter;
import io.bourse.clearing.run.context.StepTiming;
import io.bourse.clearing.run.proof.RunManifestWriter;
import io.bourse.clearing.run.proof.TrailRecorder;
import io.bourse.clearing.run.step.DayAtCut;
import io.bourse.clearing.run.step.Moved;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunLock;
import io.bourse.clearing.run.store.RunPhase;
import io.bourse.clearing.run.store.RunStore;

import java.io.IOException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Last part of a run: its reports and packages, the page for people, and the times of its steps.
 */
public record RunReporter(RunDirectory directory, RunJournal journal, Moved moved, ProgressMeter meter)
{
    private ClearingContext ctx()
    {
        return moved.priced().cut().ctx();
    }

    /** Reports of a correction are another revision of those that the members have. */
    private RunHeader header()
    {
        final IngestedDay day = moved.priced().cut().day();
        return new RunHeader(directory.originalRunId(), directory.kind(), day.sessionId(), day.tradingDate(),
            directory.firstRevision(), directory.market());
    }

    /**
     * Writes what is missing of the reports, and the page for people after each wave.
     *
     * @param keys of the venue.
     * @return what the run has done.
     * @throws ReportsFailedException when they are not complete, or another process writes them now.
     */
    public RunResult write(final ClearingKeys keys)
    {
        try (RunLock lock = RunLock.acquire(directory.path()))
        {
            return writeOwned(keys);
        }
        catch (final LockedException | IOException ex)
        {
            throw failed(ex);
        }
    }

    /** The same for the holder of the lock of the run's directory. */
    RunResult writeOwned(final ClearingKeys keys)
    {
        final RunRecord.Cut cut = directory.state().cut();
        final DayAtCut dayAtCut = moved.priced().cut();
        final RunPage page = new RunPage(new RunStore(ctx().baseDir()), directory, header(), cut,
            ClearingRunOptions.budgetNs(dayAtCut.kind()), ctx().options().threads());
        final List<ManifestEntry> reports = reports(keys, page, dayAtCut.day());
        return RunResult.of(
            header(), cut, directory, moved.priced().proposal().prices(), meter.timings(), reports);
    }

    private List<ManifestEntry> reports(final ClearingKeys keys, final RunPage page, final IngestedDay day)
    {
        try
        {
            final boolean wasReported = RunPhase.REPORTED == directory.phase();
            if (!wasReported)
            {
                journal.enter(RunPhase.REPORTING, journal.at(), List.of());
            }
            // Times of the halt are known now: reports may fail and be written by another process.
            writeTimings();
            try (RunReportTables tables = RunReportTables.open(header(), moved, directory))
            {
                final RunReports writer = new RunReports(tables, day, directory, ctx().options().threads());
                final List<ManifestEntry> reports = writer.write(ctx().options().reportWaves(), keys, meter, page);
                noteRepairs(writer.made(), wasReported);
                requireReceivers(writer.withoutPackage());
                writeTimings();
                if (writer.isComplete())
                {
                    final ClearingAuditTrail audit = new ClearingAuditTrail(ctx().baseDir(), ctx().options().clockMs());
                    new TrailRecorder(ctx(), audit)
                        .record(directory, new RunManifestWriter(directory, journal, audit).sign(keys));
                    if (!wasReported)
                    {
                        journal.enter(RunPhase.REPORTED);
                    }
                }
                return reports;
            }
        }
        catch (final InputCorruptException | ReportsFailedException ex)
        {
            throw ex;
        }
        catch (final IOException | RuntimeException ex)
        {
            throw failed(ex);
        }
    }

    private ReportsFailedException failed(final Exception ex)
    {
        return new ReportsFailedException("results are published but the reports are not complete, write them with " +
            "`bourse clearing report --run " + directory.runId() + "`: runId=" + directory.runId() + " reason=\"" +
            ex + "\"", ex);
    }

    private void noteRepairs(final Set<ReportWave> made, final boolean wasReported) throws IOException
    {
        if (wasReported)
        {
            final Set<String> names = new TreeSet<>();
            made.forEach(wave -> names.add(wave.directory()));
            journal.note("report", Map.of("waves", String.join(",", names)), "OK");
        }
    }

    private void requireReceivers(final Map<String, String> reasons)
    {
        if (!reasons.isEmpty())
        {
            throw new ReportsFailedException("all reports are written, but packages cannot be encrypted to some " +
                "members; put their certificates right and run `bourse clearing report --run " + directory.runId() +
                "`: runId=" + directory.runId() + " members=" + String.join(",", reasons.keySet()) + " reasons=" +
                reasons.values(), null);
        }
    }

    /**
     * Of a process that did not do the halt only the times of reports count: the others are of the first one. One that
     * was taken up in the halt has done a part of it, whose times no other process has.
     */
    private void writeTimings() throws IOException
    {
        final Map<ClearingStep, StepTiming> steps = new EnumMap<>(ClearingStep.class);
        final List<StepTiming> mine = meter.timings();
        final boolean isWhole = mine.stream().anyMatch(timing -> ClearingStep.SUSPEND == timing.step());
        final boolean isInHalt = mine.stream().anyMatch(timing -> ClearingStep.PUBLISH == timing.step());
        if (!isWhole)
        {
            directory.find(RunDirectory.TIMINGS, StepTiming[].class).map(Arrays::asList).orElse(List.of())
                .forEach(timing -> steps.put(timing.step(), timing));
        }
        for (final StepTiming timing : mine)
        {
            final boolean isMissing = isInHalt && timing.step().isHalt() && !steps.containsKey(timing.step());
            if (isWhole || isMissing || timing.step().compareTo(ClearingStep.REPORTS) >= 0)
            {
                steps.put(timing.step(), timing);
            }
        }
        if (!steps.isEmpty())
        {
            Json.write(directory.file(RunDirectory.TIMINGS), List.copyOf(steps.values()));
        }
    }
}
