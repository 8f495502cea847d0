// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.report;

import io.bourse.clearing.CheckFailedException;
import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.crypto.ManifestSigner;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.order.SegmentGrowth;
import io.bourse.clearing.ingest.order.SegmentReader;
import io.bourse.clearing.packages.PackageIndex;
import io.bourse.clearing.packages.PackageWriter;
import io.bourse.clearing.packages.WrittenProofs;
import io.bourse.clearing.reconciliation.PackageReconciliation;
import io.bourse.clearing.reconciliation.ReconciliationResult;
import io.bourse.clearing.report.CashOrders;
import io.bourse.clearing.report.MemberReports;
import io.bourse.clearing.report.OrderRegister;
import io.bourse.clearing.report.OrderRows;
import io.bourse.clearing.report.RegulatorReports;
import io.bourse.clearing.report.ReportInput;
import io.bourse.clearing.report.file.Manifest;
import io.bourse.clearing.report.file.ManifestEntry;
import io.bourse.clearing.report.file.ReportType;
import io.bourse.clearing.report.file.ReportWave;
import io.bourse.clearing.report.file.RunHeader;
import io.bourse.clearing.run.context.ClearingStep;
import io.bourse.clearing.run.context.ProgressMeter;
import io.bourse.clearing.run.store.ReportStore;
import io.bourse.clearing.run.store.RunDirectory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reports of a run, from its tables and those of the day alone, wave by wave, each with its signature. A wave is
 * complete when it is signed and all its files and packages are there; one that is stays as it is when another process
 * takes the run up. Of what was packed once, no other bytes are made under the same revision.
 */
final class RunReports
{
    private static final String ORDERS = "orders";

    private final RunReportTables tables;
    private final IngestedDay day;
    private final RunDirectory directory;
    private final ReportStore store;
    private final RunHeader header;
    private final int threads;
    private final PackageReconciliation reconciliation;
    private final Map<ReportWave, List<ManifestEntry>> written = new EnumMap<>(ReportWave.class);
    private final Map<ReportWave, List<ManifestEntry>> signed = new EnumMap<>(ReportWave.class);
    private final Map<ReportWave, Integer> revisions = new EnumMap<>(ReportWave.class);
    private final Map<String, String> withoutPackage = new TreeMap<>();
    /** Of the reports that were written last. */
    private final Map<ReportWave, WrittenProofs> proofs = new EnumMap<>(ReportWave.class);
    /** Waves whose rows are compared with the tables: what another version has written it counted in its own way. */
    private final Set<ReportWave> comparable = EnumSet.noneOf(ReportWave.class);
    private final Set<ReportWave> packed = EnumSet.noneOf(ReportWave.class);
    private final Set<ReportWave> made = EnumSet.noneOf(ReportWave.class);
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
        this.store = new ReportStore(directory);
        this.header = tables.input().run();
        this.threads = threads;
        this.reconciliation = new PackageReconciliation(tables.input(), this::orderRows);
    }

    /** Writes waves one after the other; those that an earlier attempt has completed stay. All files there are then. */
    List<ManifestEntry> write(
        final Set<ReportWave> waves, final ClearingKeys keys, final ProgressMeter meter, final RunPage page)
        throws IOException
    {
        takeUp(keys);
        for (final ReportWave wave : ReportWave.values())
        {
            if (waves.contains(wave) && !packed.contains(wave))
            {
                meter.begin(ClearingStep.of(wave), 0);
                if (!written.containsKey(wave))
                {
                    write(wave, keys);
                }
                pack(wave, keys);
                made.add(wave);
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

    /** Waves that were written or packed now. */
    Set<ReportWave> made()
    {
        return made;
    }

    /** Members that could not be encrypted to, with the reasons. */
    Map<String, String> withoutPackage()
    {
        return withoutPackage;
    }

    private void takeUp(final ClearingKeys keys) throws IOException
    {
        for (final ReportWave wave : ReportWave.values())
        {
            final Manifest manifest = store.manifest(wave, keys);
            if (null == manifest)
            {
                revisions.put(wave, Math.max(store.nextRevision(wave), store.packedRevision(wave, keys)));
                continue;
            }
            signed.put(wave, manifest.files());
            revisions.put(wave, manifest.revision());
            if (!isPackedByEarlierVersion(wave, keys) && store.areThere(wave, manifest.files()))
            {
                written.put(wave, manifest.files());
                if (PackageReconciliation.isComparable(wave, manifest.files()))
                {
                    comparable.add(wave);
                }
                final PackageIndex index = store.index(wave, keys);
                if (null != index && packer(wave, keys).isComplete(index, store.packages(wave)))
                {
                    packed.add(wave);
                }
            }
        }
    }

    /** Packages of this revision have an index that this version cannot go on with. */
    private boolean isPackedByEarlierVersion(final ReportWave wave, final ClearingKeys keys) throws IOException
    {
        return null == store.index(wave, keys) && store.packedRevision(wave, keys) == revisions.get(wave);
    }

    private PackageWriter packer(final ReportWave wave, final ClearingKeys keys)
    {
        return new PackageWriter(header.withRevision(revisions.get(wave)), wave.directory(), keys, threads)
            .proofs(proofs.get(wave));
    }

    private void pack(final ReportWave wave, final ClearingKeys keys) throws IOException
    {
        final int packedRevision = store.packedRevision(wave, keys);
        if (0 != packedRevision && packedRevision != revisions.get(wave))
        {
            store.supersedePackages(wave, packedRevision);
        }
        final PackageWriter packer = packer(wave, keys);
        packer.write(store.reports(wave), written.get(wave), store.packages(wave), store.index(wave, keys));
        withoutPackage.putAll(packer.failures());
        if (packer.failures().isEmpty())
        {
            packed.add(wave);
        }
    }

    private List<ManifestEntry> entries()
    {
        final List<ManifestEntry> all = new ArrayList<>();
        written.values().forEach(all::addAll);
        return all;
    }

    /** A wave that was signed or packed once gets a new revision only if what is written now is not what it was. */
    private void write(final ReportWave wave, final ClearingKeys keys) throws IOException
    {
        final ManifestSigner signer = keys.signer();
        if (!signed.containsKey(wave) && !store.hasPackages(wave))
        {
            final Path path = store.reports(wave);
            Files.deleteIfExists(path.resolve(Manifest.SIGNATURE_NAME));
            DurableFile.createDirectories(path);
            sign(wave, path, write(wave, path, keys), signer);
            return;
        }
        if (!isPackedByEarlierVersion(wave, keys))
        {
            final Path staging = store.newStaging(wave);
            final List<ManifestEntry> again = write(wave, staging, keys);
            if (isSame(wave, staging, again, keys))
            {
                sign(wave, staging, again, signer);
                store.replace(wave, staging);
                return;
            }
        }
        final int revision = revisions.get(wave);
        revisions.put(wave, revision + 1);
        final Path other = store.newStaging(wave);
        sign(wave, other, write(wave, other, keys), signer);
        store.supersedeReports(wave, revision);
        if (0 == store.packedRevision(wave, keys))
        {
            // Their revision could not be found out later.
            store.supersedePackages(wave, revision);
        }
        store.replace(wave, other);
    }

    /** Whether what is written now is what went out under the same revision, as far as anything did. */
    private boolean isSame(
        final ReportWave wave, final Path staging, final List<ManifestEntry> again, final ClearingKeys keys)
        throws IOException
    {
        final List<ManifestEntry> before = signed.get(wave);
        if (null != before)
        {
            return again.equals(before);
        }
        final PackageIndex index = store.index(wave, keys);
        if (null != index)
        {
            return index.revision() != revisions.get(wave) || packer(wave, keys).isOf(index, staging, again);
        }
        // Neither manifest nor index can be trusted: the packages that lie there were made of the files that do.
        return 0 != store.packedRevision(wave, keys) || store.areThere(wave, again);
    }

    private List<ManifestEntry> write(final ReportWave wave, final Path path, final ClearingKeys keys)
        throws IOException
    {
        final RunHeader run = header.withRevision(revisions.get(wave));
        final ReportInput input = tables.input().with(run);
        final WrittenProofs listeners = new WrittenProofs(run, wave.directory(), keys, path);
        proofs.put(wave, listeners);
        return switch (wave)
        {
            case FIRST -> RunNotice.join(directory, input,
                new MemberReports(input, listeners, threads).write(wave, path), path);
            case SECOND -> new MemberReports(input, listeners, threads).write(wave, path);
            case ORDERS -> new OrderRegister(input, listeners, threads).write(orders(), path);
            case REGULATOR -> new RegulatorReports(input, threads).write(orders(), path);
        };
    }

    private void sign(
        final ReportWave wave, final Path path, final List<ManifestEntry> entries, final ManifestSigner signer)
        throws IOException
    {
        written.put(wave, entries);
        comparable.add(wave);
        reconcile();
        final byte[] manifest = new Manifest(
            Manifest.FORMAT,
            header.runId(),
            header.kind(),
            header.sessionId(),
            header.tradingDate(),
            revisions.get(wave),
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
        final List<ManifestEntry> entries = new ArrayList<>();
        comparable.forEach(wave -> entries.addAll(written.get(wave)));
        final ReconciliationResult result = reconciliation.write(
            directory.path().resolve(RunDirectory.RECONCILIATION), EnumSet.copyOf(comparable), entries);
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
