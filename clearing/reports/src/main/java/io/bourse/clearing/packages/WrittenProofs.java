// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.packages;

import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.report.file.LineListener;
import io.bourse.clearing.report.file.LineListeners;
import io.bourse.clearing.report.file.ManifestEntry;
import io.bourse.clearing.report.file.ReportType;
import io.bourse.clearing.report.file.RunHeader;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Makes the hash trees of a wave's packages while its reports are written, so that no one has to read and decompress
 * them again. What is kept of a member's lines goes when the last of its files is written; a root is left.
 */
public final class WrittenProofs implements LineListeners
{
    private final RunHeader run;
    private final String wave;
    private final ClearingKeys keys;
    private final Path directory;
    private final Map<String, Map<String, LineChain>> chains = new ConcurrentHashMap<>();
    private final Map<String, PackageManifest.Proofs> proofs = new ConcurrentHashMap<>();

    /**
     * Listens to one wave.
     *
     * @param run that the reports are of.
     * @param wave short name of the part of the reports.
     * @param keys with the secret of the proofs.
     * @param directory that the reports are written to.
     */
    public WrittenProofs(final RunHeader run, final String wave, final ClearingKeys keys, final Path directory)
    {
        this.run = run;
        this.wave = wave;
        this.keys = keys;
        this.directory = directory;
    }

    @Override
    public LineListener of(final String member, final ReportType type)
    {
        if (type.isXml() || !ReportLines.hasClients(type))
        {
            return null;
        }
        final String name = run.reportName(member, type);
        final LineChain chain = new LineChain(name);
        final Map<String, LineChain> ofMember = chains.computeIfAbsent(member, code -> new TreeMap<>());
        synchronized (ofMember)
        {
            ofMember.put(name, chain);
        }
        return chain::line;
    }

    /** XML has no listener for its lines; it is read. */
    @Override
    public void end(final String member, final List<ManifestEntry> files) throws IOException
    {
        final Map<String, LineChain> written = chains.remove(member);
        proofs.put(member, ClientProofs.of(
            directory,
            files.stream().map(ManifestEntry::name).toList(),
            PackageSecret.of(keys, run, wave, member),
            null == written ? Map.of() : written).described());
    }

    /** Proofs of a member's files as they were written, if it was of this run and revision; else null. */
    PackageManifest.Proofs of(final String member, final RunHeader header)
    {
        return run.equals(header) ? proofs.get(member) : null;
    }
}
