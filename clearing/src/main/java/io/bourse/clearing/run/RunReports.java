// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.crypto.ManifestSigner;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.SegmentGrowth;
import io.bourse.clearing.ingest.SegmentReader;
import io.bourse.clearing.packages.PackageIndex;
import io.bourse.clearing.packages.PackageWriter;
import io.bourse.clearing.reconciliation.PackageReconciliation;
import io.bourse.clearing.reconciliation.ReconciliationResult;
import io.bourse.clearing.report.CashOrders;
import io.bourse.clearing.report.LineListeners;
import io.bourse.clearing.report.Manifest;
import io.bourse.clearing.report.ManifestEntry;
import io.bourse.clearing.report.MemberReports;
import io.bourse.clearing.report.OrderRegister;
import io.bourse.clearing.report.OrderRows;
import io.bourse.clearing.report.RegulatorReports;
import io.bourse.clearing.report.ReportType;
import io.bourse.clearing.report.ReportWave;
import io.bourse.clearing.report.RunHeader;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reports of a run, from its tables and those of the day alone, wave by wave, each with its signature. A wave is
 * complete when its signature is there; one that is stays as it is, whoever takes the run up.
 */
final class RunReports
{
    private static final String ORDERS = "orders";

    private final RunReportTables tables;
    private final IngestedDay day;
    private final RunDirectory directory;
    private final RunHeader header;
    private final int threads;
    private final PackageReconciliation reconciliation;
    private final Map<ReportWave, List<ManifestEntry>> written = new EnumMap<>(ReportWave.class);
    private final Set<ReportWave> packed = EnumSet.noneOf(ReportWave.class);
    private CashOrders cashOrders;

    RunReports(
        final RunReportTables tables,
        final IngestedDay day,
        final RunDirectory directory,
        final int threads)
    {
        this.tables = tables;
        this.day = day;
        this.directory = directory;
        this.header = tables.input().run();
        this.threads = threads;
        this.reconciliation = new PackageReconciliation(tables.input(), this::orderRows);
    }

    /** Writes waves one after the other; those that an earlier attempt has completed stay. All files there are then. */
    List<ManifestEntry> write(
        final Set<ReportWave> waves, final ClearingKeys keys, final ProgressMeter meter, final RunPage page)
        throws IOException
    {
        takeUp();
        for (final ReportWave wave : ReportWave.values())
        {
            if (waves.contains(wave) && !packed.contains(wave))
            {
                meter.begin(ClearingStep.of(wave), 0);
                if (!written.containsKey(wave))
                {
                    write(wave, keys.signer());
                }
                new PackageWriter(header, wave.directory(), keys, threads)
                    .write(path(wave), written.get(wave), packages(wave));
                packed.add(wave);
                meter.end();
                page.write(meter.timings());
            }
        }
        return entries();
    }

    boolean isComplete()
    {
        return packed.size() == ReportWave.values().length;
    }

    private void takeUp() throws IOException
    {
        for (final ReportWave wave : ReportWave.values())
        {
            final Path manifest = path(wave).resolve(Manifest.FILE_NAME);
            if (Files.exists(manifest) && Files.exists(path(wave).resolve(Manifest.SIGNATURE_NAME)))
            {
                final List<ManifestEntry> files = Manifest.parse(Files.readAllBytes(manifest)).files();
                if (areThere(files, path(wave)))
                {
                    written.put(wave, files);
                    takeUpPackages(wave);
                }
            }
        }
    }

    /** Whether the files of a wave are those that were signed; a wave that lost one is written again. */
    private static boolean areThere(final List<ManifestEntry> files, final Path wave) throws IOException
    {
        for (final ManifestEntry entry : files)
        {
            final Path file = wave.resolve(entry.name());
            if (!Files.exists(file) || Files.size(file) != entry.bytes() ||
                !Digests.sha256Of(file).equals(entry.sha256()))
            {
                return false;
            }
        }
        return true;
    }

    /** Packages of a wave are there when their index is signed; a wave that lost one is packed again. */
    private void takeUpPackages(final ReportWave wave) throws IOException
    {
        final Path path = packages(wave);
        final Path index = path.resolve(PackageIndex.FILE_NAME);
        if (!Files.exists(index) || !Files.exists(path.resolve(PackageIndex.SIGNATURE_NAME)))
        {
            return;
        }
        for (final PackageIndex.Entry entry : PackageIndex.parse(Files.readAllBytes(index)).packages())
        {
            final Path file = path.resolve(entry.name());
            if (!Files.exists(file) || !Digests.sha256Of(file).equals(entry.sha256()))
            {
                return;
            }
        }
        packed.add(wave);
    }

    private Path packages(final ReportWave wave)
    {
        return directory.packages().resolve(wave.directory());
    }

    private Path path(final ReportWave wave)
    {
        return directory.reports().resolve(wave.directory());
    }

    private List<ManifestEntry> entries()
    {
        final List<ManifestEntry> all = new ArrayList<>();
        written.values().forEach(all::addAll);
        return all;
    }

    private void write(final ReportWave wave, final ManifestSigner signer) throws IOException
    {
        final Path path = path(wave);
        Files.deleteIfExists(path.resolve(Manifest.SIGNATURE_NAME));
        DurableFile.createDirectories(path);
        final List<ManifestEntry> entries = switch (wave)
        {
            case FIRST, SECOND -> new MemberReports(tables.input(), LineListeners.NONE, threads).write(wave, path);
            case ORDERS -> new OrderRegister(tables.input(), LineListeners.NONE, threads).write(orders(), path);
            case REGULATOR -> new RegulatorReports(tables.input(), threads).write(orders(), path);
        };
        written.put(wave, entries);
        reconcile();
        final byte[] manifest = new Manifest(
            Manifest.FORMAT,
            header.runId(),
            header.kind(),
            header.sessionId(),
            header.tradingDate(),
            header.revision(),
            entries).toBytes();
        DurableFile.write(path.resolve(Manifest.FILE_NAME), manifest);
        DurableFile.write(path.resolve(Manifest.SIGNATURE_NAME), signer.sign(manifest));
    }

    private List<OrderRows> orders()
    {
        final List<OrderRows> orders = new ArrayList<>();
        for (final SegmentGrowth segment : day.orderSegments())
        {
            orders.add(new OrderRows(segment.firm(), segment.rows(), consumer ->
                new SegmentReader(day.directory().resolve(ORDERS), segment).read(consumer::accept)));
        }
        return orders;
    }

    /** Rows and sums of everything that is written so far. */
    private void reconcile() throws IOException
    {
        final Set<ReportWave> waves = EnumSet.copyOf(written.keySet());
        final ReconciliationResult result = reconciliation.write(
            directory.path().resolve(RunDirectory.RECONCILIATION), waves, entries());
        if (!result.isOk())
        {
            throw new CheckFailedException(result.name(), result.line());
        }
    }

    /** Rows that a segment says it has; those of cash markets alone are counted, if there are such contracts. */
    private long orderRows(final String firm, final ReportType type)
    {
        if (ReportType.ORD == type)
        {
            return day.orderSegments().stream().filter(segment -> firm.equals(segment.firm()))
                .mapToLong(SegmentGrowth::rows).sum();
        }
        if (null == cashOrders)
        {
            cashOrders = CashOrders.count(tables.input().calculation().contracts(), orders());
        }
        return cashOrders.rows(firm, type);
    }
}
