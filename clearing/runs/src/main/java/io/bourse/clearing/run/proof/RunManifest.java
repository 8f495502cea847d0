// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.proof;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.ingest.RunRecord;
import io.bourse.clearing.json.Json;
import io.bourse.clearing.packages.PackageIndex;
import io.bourse.clearing.report.file.Manifest;
import io.bourse.clearing.report.file.ReportWave;
import io.bourse.clearing.run.audit.AuditHead;
import io.bourse.clearing.run.audit.AuditRecord;
import io.bourse.clearing.run.store.ReportStore;
import io.bourse.clearing.run.store.RunDirectory;
import io.bourse.clearing.run.store.RunState;
import io.bourse.clearing.runreport.RunReport;
import io.bourse.clearing.table.ColumnSpec;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableManifest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What is signed of a whole run, when its reports are complete: which run it is, every file with its digest, every wave
 * and how far the audit trail went. Only what changes with the reports may change afterwards.
 *
 * @param format {@link #FORMAT}.
 * @param originalRunId of the run that has cut the stream, whose number the reports have: of a correction another one.
 * @param tradingDate YYYYMMDD.
 * @param number within the date.
 * @param kind I or E.
 * @param cutCursor place of the event stream where the run has cut it, in bytes; of several partitions the sum.
 * @param cutPartitions the cut of several partitions, a vector; null when there is one.
 * @param waves of the reports, in order.
 * @param files of the run directory but for reports, packages, {@code state.json} and the progress, by name.
 * @param trail how far the audit trail went.
 */
@JsonPropertyOrder({"format", "runId", "originalRunId", "tradingDate", "number", "kind", "cutCursor",
    "cutPartitions", "waves", "files", "trail"})
public record RunManifest(
    String format,
    long runId,
    long originalRunId,
    int tradingDate,
    int number,
    String kind,
    long cutCursor,
    @JsonInclude(JsonInclude.Include.NON_NULL) List<RunRecord.Place> cutPartitions,
    List<Wave> waves,
    List<RunState.FileDigest> files,
    Trail trail)
{
    static final String FORMAT = "bourse-run/1";
    public static final String FILE_NAME = "run-manifest.json";
    static final String SIGNATURE_NAME = "run-manifest.json.p7s";
    /** Line of the audit trail with a manifest. */
    static final String COMMAND = "sign run";
    static final String SHA256 = "manifestSha256";
    static final String FILES_SHA256 = "filesSha256";

    /** Not listed: they say how far the run is, or tell it what to do. */
    private static final Set<String> UNLISTED = Set.of(
        RunDirectory.STATE, RunDirectory.PROGRESS, RunDirectory.ABORT, FILE_NAME, SIGNATURE_NAME);
    /** Written again with the reports, or signed for themselves. */
    private static final Set<String> CHANGING = Set.of(
        RunDirectory.TIMINGS, RunReport.FILE_NAME, RunDirectory.RECONCILIATION + "/rec_packages.csv",
        AuditHead.FILE_NAME, AuditHead.SIGNATURE_NAME);
    private static final String COLUMN = ".bin";
    private static final String TEMPORARY = ".tmp";

    /**
     * Reports and packages of a wave.
     *
     * @param name of the wave.
     * @param reportsSha256 of the manifest of its reports.
     * @param packagesSha256 of the index of its packages.
     */
    @JsonPropertyOrder({"name", "reportsSha256", "packagesSha256"})
    record Wave(String name, String reportsSha256, String packagesSha256)
    {
    }

    /**
     * How far the audit trail went.
     *
     * @param lines number of the last line.
     * @param sha256 of the last line.
     */
    @JsonPropertyOrder({"lines", "sha256"})
    record Trail(long lines, String sha256)
    {
    }

    /** What a run has now. */
    static RunManifest of(final RunDirectory run, final AuditRecord head) throws IOException
    {
        final List<Wave> waves = new ArrayList<>();
        for (final ReportWave wave : ReportWave.values())
        {
            waves.add(new Wave(
                wave.directory(),
                Digests.sha256Of(run.reports().resolve(wave.directory()).resolve(Manifest.FILE_NAME)),
                Digests.sha256Of(run.packages().resolve(wave.directory()).resolve(PackageIndex.FILE_NAME))));
        }
        return new RunManifest(FORMAT, run.runId(), run.originalRunId(), run.tradingDate(), run.number(), run.kind(),
            run.state().cut().cursor(), run.state().cut().partitions(), waves, digests(run.path()),
            new Trail(head.seq(), head.sha256()));
    }

    /** A manifest of this format; its signature is not looked at. */
    static RunManifest parse(final byte[] bytes) throws IOException
    {
        final RunManifest manifest = Json.read(bytes, RunManifest.class);
        if (null == manifest || !FORMAT.equals(manifest.format) || null == manifest.waves || null == manifest.files ||
            null == manifest.trail || null == manifest.kind)
        {
            throw new IOException("it is no manifest of a run: format=" + (null == manifest ? null : manifest.format) +
                " wanted=" + FORMAT);
        }
        return manifest;
    }

    /** The manifest of a run that the venue has signed; null when there is none. */
    static RunManifest signed(final RunDirectory run, final ClearingKeys keys) throws IOException
    {
        final byte[] bytes = ReportStore.signed(run.path(), FILE_NAME, SIGNATURE_NAME, keys);
        return null == bytes ? null : parse(bytes);
    }

    /** Whether it says the same, the audit trail left aside. */
    boolean isLike(final RunManifest other)
    {
        return runId == other.runId && originalRunId == other.originalRunId && cutCursor == other.cutCursor &&
            Objects.equals(cutPartitions, other.cutPartitions) && kind.equals(other.kind) &&
            waves.equals(other.waves) && files.equals(other.files);
    }

    static boolean isChanging(final String name)
    {
        return CHANGING.contains(name) || name.startsWith(ReportStore.SUPERSEDED + "/");
    }

    /** Digest of the names and digests of all files that never change. */
    String filesSha256()
    {
        final StringBuilder lines = new StringBuilder();
        files.stream().filter(file -> !isChanging(file.name())).forEach(file ->
            lines.append(file.sha256()).append("  ").append(file.name()).append('\n'));
        return Digests.sha256Of(lines.toString().getBytes(StandardCharsets.UTF_8));
    }

    Map<String, String> byName()
    {
        final Map<String, String> digests = new TreeMap<>();
        files.forEach(file -> digests.put(file.name(), file.sha256()));
        return digests;
    }

    /** Columns have the digests of their tables: who writes the manifest does not read them again. */
    private static List<RunState.FileDigest> digests(final Path run) throws IOException
    {
        final List<RunState.FileDigest> digests = new ArrayList<>();
        for (final String name : names(run))
        {
            if (!isColumn(run.resolve(name)))
            {
                digests.add(new RunState.FileDigest(name, Digests.sha256Of(run.resolve(name))));
            }
            if (name.endsWith("/" + TableManifest.FILE_NAME))
            {
                final String table = name.substring(0, name.lastIndexOf('/') + 1);
                for (final TableManifest.Column column : Table.manifest(run.resolve(table)).columns())
                {
                    final ColumnSpec spec = column.spec();
                    if (!column.isConstant())
                    {
                        digests.add(new RunState.FileDigest(table + spec.fileName(), column.sha256()));
                    }
                }
            }
        }
        digests.sort((a, b) -> a.name().compareTo(b.name()));
        return digests;
    }

    private static boolean isColumn(final Path file)
    {
        return file.toString().endsWith(COLUMN) && Files.exists(file.resolveSibling(TableManifest.FILE_NAME));
    }

    /** Files that a manifest lists, with slashes, in order. */
    static List<String> names(final Path run) throws IOException
    {
        try (Stream<Path> files = Files.walk(run))
        {
            return files.filter(Files::isRegularFile).map(run::relativize).filter(RunManifest::isListed)
                .map(file -> file.toString().replace(file.getFileSystem().getSeparator(), "/")).sorted().toList();
        }
    }

    /** What begins with a dot is scratch of a process at work, or of one that has died. */
    private static boolean isListed(final Path file)
    {
        final String first = file.getName(0).toString();
        return !first.startsWith(".") && !first.endsWith(TEMPORARY) && !UNLISTED.contains(first) &&
            !RunDirectory.REPORTS.equals(first) && !RunDirectory.PACKAGES.equals(first);
    }
}
