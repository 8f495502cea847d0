// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.funds.FundsParameters;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.report.file.ReportWave;
import io.bourse.clearing.run.ClearingCorrection;
import io.bourse.clearing.run.ClearingService;
import io.bourse.clearing.run.audit.ApprovalPolicy;
import io.bourse.clearing.run.audit.Operators;
import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.context.ClearingProgress;
import io.bourse.clearing.run.context.ClearingRunOptions;
import io.bourse.clearing.run.operator.RunControl;
import io.bourse.clearing.run.report.RunResult;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableManifest;
import io.bourse.clearing.table.TableSpec;
import io.bourse.engine.protocol.ClearingKind;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * One run over a synthetic day, as the service of a venue would do it: same state machine, checks, second opinion,
 * reports and signatures. Only the engine is missing.
 */
record BenchRun(SyntheticStore store, SyntheticDay day, int threads, int runNumber, boolean hasReports)
{
    /** Parameters of funds, if the day has any. */
    static final String FUNDS = "funds/parameters.json";
    /** Operators whose approvals count, if the day has any. */
    static final String OPERATORS = "operators.json";

    /** The end of the day: there are no instructions while its runs are made. */
    private static final long CLOCK_MS =
        LocalDate.parse(Integer.toString(SyntheticDay.DATE), DateTimeFormatter.BASIC_ISO_DATE).plusDays(1)
            .atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();

    BenchRun(final SyntheticStore store, final SyntheticDay day, final int threads)
    {
        this(store, day, threads, 0, true);
    }

    /** Names the run, so that one that is done is not followed by another. */
    BenchRun runNumber(final int number)
    {
        return new BenchRun(store, day, threads, number, hasReports);
    }

    /** Whether the run writes its reports, or ends when it is published. */
    BenchRun reports(final boolean are)
    {
        return new BenchRun(store, day, threads, runNumber, are);
    }

    /** Does a run, or takes up one that was begun. */
    RunResult run(final ClearingKind kind, final ClearingProgress progress)
    {
        try (SyntheticSource source = new SyntheticSource(day, store.venue(), store.ingest()))
        {
            final ClearingContext ctx = context(source).withProgress(progress);
            try (ClearingService clearing = ClearingService.launch(ctx, kind))
            {
                return clearing.run();
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    /** Corrects a run with other prices, or takes up the correction of it that was begun. */
    RunResult correct(
        final long runId, final String reason, final Map<Integer, Long> settlementE5, final ClearingProgress progress)
    {
        try (SyntheticSource source = new SyntheticSource(day, store.venue(), store.ingest()))
        {
            ClearingContext ctx = new RunControl(store.baseDir(), () -> CLOCK_MS).correctionOptions(
                context(source).withProgress(progress).withRunNumber(0), runId);
            for (final Map.Entry<Integer, Long> price : settlementE5.entrySet())
            {
                ctx = ctx.settlementOverrideE5(price.getKey(), price.getValue());
            }
            return ClearingCorrection.correct(ctx, runId, reason);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    private ClearingContext context(final SyntheticSource source) throws IOException
    {
        final Path funds = store.baseDir().resolve(FUNDS);
        final Path keys = store.baseDir().resolve("keys");
        ClearingKeys.allowDemo(keys);
        final Path file = store.baseDir().resolve(OPERATORS);
        final Operators operators = Files.exists(file) ? Json.read(file, Operators.class) : Operators.NONE;
        return ClearingContext.builder()
            .source(source)
            .baseDir(store.baseDir())
            .runNumber(runNumber)
            .margin(SyntheticMargin.of(day.instruments()))
            .funds(Files.exists(funds) ? FundsParameters.read(Files.readAllBytes(funds)) : FundsParameters.DEFAULT)
            .keysDir(keys)
            .options(ClearingRunOptions.builder()
                .requester("bench")
                .operators(() -> operators)
                .approvalPolicy(ApprovalPolicy.NONE)
                .threads(threads)
                // When a run looks at the book of instructions is written down: a synthetic day has a clock of its own.
                .clockMs(() -> CLOCK_MS)
                .reportWaves(hasReports ? EnumSet.allOf(ReportWave.class) : Set.of())
                .build())
            .build();
    }

    /** Does a run and measures it. */
    BenchFigures measure(final ClearingKind kind, final ClearingProgress progress) throws IOException
    {
        try (MemoryPeak peak = new MemoryPeak())
        {
            final StepMeter meter = new StepMeter(progress);
            final RunResult result = run(kind, meter);
            final long processNs =
                TimeUnit.MILLISECONDS.toNanos(ManagementFactory.getRuntimeMXBean().getUptime());
            final Path directory = result.directory();
            return new BenchFigures(
                result.header().kind(),
                threads,
                meter.steps(),
                processNs,
                result.counts().trades(),
                day.volumes().orderEvents(),
                result.cut().accounts(),
                result.counts().positions(),
                result.counts().postings(),
                rows(directory, RunTables.MOVEMENTS),
                rows(directory, RunTables.MARGIN),
                result.checks().size(),
                bytes(directory),
                peak.residentBytes(),
                peak.anonymousBytes(),
                peak.heapBytes(),
                RunBytes.sha256(directory),
                packings(kind, result));
        }
    }

    /** After everything else that is measured: it is not part of the run. */
    private List<BenchFigures.Packing> packings(final ClearingKind kind, final RunResult result) throws IOException
    {
        return !hasReports || ClearingKind.EVENING != kind ? List.of() : new PackageProfiles(
            result.directory().resolve("reports"), result.header(), store.baseDir().resolve("packing"), threads)
            .measure();
    }

    private static long rows(final Path directory, final TableSpec spec) throws IOException
    {
        final Path table = directory.resolve(spec.name());
        return Files.exists(table.resolve(TableManifest.FILE_NAME)) ? Table.manifest(table).rows() : 0;
    }

    private static long bytes(final Path directory) throws IOException
    {
        try (Stream<Path> files = Files.walk(directory))
        {
            final List<Path> regular = files.filter(Files::isRegularFile).toList();
            long bytes = 0;
            for (final Path file : regular)
            {
                bytes += Files.size(file);
            }
            return bytes;
        }
    }
}
