// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.bench;

import com.sun.management.OperatingSystemMXBean;
import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.crypto.CryptoProfile;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.packages.PackageWriter;
import io.bourse.clearing.packages.WrittenProofs;
import io.bourse.clearing.report.file.Manifest;
import io.bourse.clearing.report.file.ManifestEntry;
import io.bourse.clearing.report.file.ReportWave;
import io.bourse.clearing.report.file.RunHeader;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * Packs the reports of a run once more for members of one profile after the other: what signing and encrypting cost
 * alone. Keys are made before the clock runs; packages are deleted.
 *
 * @param reports directory of the waves.
 * @param header of the run.
 * @param workDirectory for keys and packages; is not there before and not afterwards.
 * @param threads 1 or more.
 */
record PackageProfiles(Path reports, RunHeader header, Path workDirectory, int threads)
{
    /** The default, and the one that is compared with it. */
    private static final List<CryptoProfile> PROFILES = List.of(CryptoProfile.ECDSA, CryptoProfile.GOST);

    private static final OperatingSystemMXBean SYSTEM =
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    /** Packs every wave that was written. */
    List<BenchFigures.Packing> measure() throws IOException
    {
        final List<BenchFigures.Packing> packings = new ArrayList<>();
        for (final ReportWave wave : ReportWave.values())
        {
            final Path directory = reports.resolve(wave.directory());
            final Path manifest = directory.resolve(Manifest.FILE_NAME);
            if (Files.exists(manifest))
            {
                final List<ManifestEntry> files = Manifest.parse(Files.readAllBytes(manifest)).files();
                final WrittenProofs proofs = proofs(wave, directory, files);
                for (final CryptoProfile profile : PROFILES)
                {
                    packings.add(pack(wave, profile, directory, files, proofs));
                }
            }
        }
        return List.copyOf(packings);
    }

    /** A run makes them while it writes. Salts are of keys that are gone then: these packages cannot be opened. */
    private WrittenProofs proofs(final ReportWave wave, final Path directory, final List<ManifestEntry> files)
        throws IOException
    {
        try
        {
            return new PackageWriter(header, wave.directory(), keys(CryptoProfile.ECDSA, files), threads)
                .read(directory, files);
        }
        finally
        {
            DurableFile.deleteTree(workDirectory);
        }
    }

    private BenchFigures.Packing pack(
        final ReportWave wave,
        final CryptoProfile profile,
        final Path directory,
        final List<ManifestEntry> files,
        final WrittenProofs proofs) throws IOException
    {
        try
        {
            final ClearingKeys keys = keys(profile, files);
            final PackageWriter writer =
                new PackageWriter(header, wave.directory(), keys, threads).proofs(proofs);
            final long beginNs = System.nanoTime();
            final long beginCpuNs = SYSTEM.getProcessCpuTime();
            final int packages = writer
                .write(directory, files, workDirectory.resolve("packages"), null).packages().size();
            return new BenchFigures.Packing(
                wave.name(),
                profile.label(),
                packages,
                files.stream().mapToLong(ManifestEntry::bytes).sum(),
                System.nanoTime() - beginNs,
                SYSTEM.getProcessCpuTime() - beginCpuNs);
        }
        finally
        {
            DurableFile.deleteTree(workDirectory);
        }
    }

    private ClearingKeys keys(final CryptoProfile profile, final List<ManifestEntry> files) throws IOException
    {
        Files.createDirectories(workDirectory);
        final ClearingKeys keys = ClearingKeys.openDemo(workDirectory.resolve("keys"));
        keys.signer(profile);
        final TreeSet<String> members = new TreeSet<>();
        files.forEach(file -> members.add(file.member()));
        for (final String member : members)
        {
            keys.members().issue(member, profile);
        }
        return keys;
    }
}
