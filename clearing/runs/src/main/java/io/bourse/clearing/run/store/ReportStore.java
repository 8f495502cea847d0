// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.store;

import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.crypto.SignatureException;
import io.bourse.clearing.crypto.SignatureVerifier;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.packages.PackageIndex;
import io.bourse.clearing.packages.PackageWriter;
import io.bourse.clearing.report.file.Manifest;
import io.bourse.clearing.report.file.ManifestEntry;
import io.bourse.clearing.report.file.ReportWave;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Where reports and packages of a run lie, wave by wave, and what of them can be trusted. Revisions that were replaced
 * are kept in {@code superseded}: members may have them.
 */
public record ReportStore(RunDirectory directory)
{
    public static final String SUPERSEDED = "superseded";
    private static final String STAGING = ".reports-";
    private static final Pattern REVISION = Pattern.compile("([a-z0-9]+)_r([0-9]{1,9})");

    /** Directory of the reports of a wave. */
    public Path reports(final ReportWave wave)
    {
        return directory.reports().resolve(wave.directory());
    }

    /** Directory of the packages of a wave. */
    public Path packages(final ReportWave wave)
    {
        return directory.packages().resolve(wave.directory());
    }

    /** Manifest of a wave that the venue has signed; null when there is none, or none that is as it was. */
    public Manifest manifest(final ReportWave wave, final ClearingKeys keys) throws IOException
    {
        final byte[] bytes = signed(reports(wave), Manifest.FILE_NAME, Manifest.SIGNATURE_NAME, keys);
        try
        {
            final Manifest manifest = null == bytes ? null : Manifest.parse(bytes);
            return null != manifest && manifest.runId() == directory.originalRunId() ? manifest : null;
        }
        catch (final IOException ex)
        {
            // Signed by an older version: it is written again.
            return null;
        }
    }

    /** Index of the packages of a wave that the venue has signed; null as for the manifest. */
    public PackageIndex index(final ReportWave wave, final ClearingKeys keys) throws IOException
    {
        final byte[] bytes =
            signed(packages(wave), PackageIndex.FILE_NAME, PackageIndex.SIGNATURE_NAME, keys);
        try
        {
            final PackageIndex index = null == bytes ? null : PackageIndex.parse(bytes);
            return null != index && index.runId() == directory.originalRunId() ? index : null;
        }
        catch (final IOException ex)
        {
            // Signed by another version: it is packed again, as another revision if that one is known.
            return null;
        }
    }

    /** Revision of the packages of a wave whose index this or an earlier version has signed; 0 for none. */
    public int packedRevision(final ReportWave wave, final ClearingKeys keys) throws IOException
    {
        final byte[] bytes =
            signed(packages(wave), PackageIndex.FILE_NAME, PackageIndex.SIGNATURE_NAME, keys);
        return null == bytes ? 0 : PackageIndex.revision(bytes, directory.originalRunId());
    }

    /** Whether there is a package of a wave, signed for or not: a member may have fetched it. */
    public boolean hasPackages(final ReportWave wave) throws IOException
    {
        final Path path = packages(wave);
        if (!Files.isDirectory(path))
        {
            return false;
        }
        try (Stream<Path> names = Files.list(path))
        {
            return names.anyMatch(name -> name.getFileName().toString().endsWith(PackageWriter.SUFFIX));
        }
    }

    /** Whether waves have a manifest and its signature; what is in them is not looked at. */
    public boolean areSigned(final Set<ReportWave> waves)
    {
        return waves.stream().map(this::reports).allMatch(path ->
            Files.exists(path.resolve(Manifest.FILE_NAME)) && Files.exists(path.resolve(Manifest.SIGNATURE_NAME)));
    }

    /** Whether every receiver of waves has a package; signatures are not looked at. */
    public boolean arePacked(final Set<ReportWave> waves) throws IOException
    {
        for (final ReportWave wave : waves)
        {
            final Path index = packages(wave).resolve(PackageIndex.FILE_NAME);
            if (!Files.exists(index) || !isWhole(index))
            {
                return false;
            }
        }
        return true;
    }

    private static boolean isWhole(final Path index) throws IOException
    {
        final byte[] bytes = Files.readAllBytes(index);
        try
        {
            return PackageIndex.parse(bytes).missing().isEmpty();
        }
        catch (final IOException ex)
        {
            // Of another version: it is packed again.
            return false;
        }
    }

    /** Bytes of a file that the venue has signed; null when they are not there or not signed. */
    public static byte[] signed(
        final Path path, final String name, final String signature, final ClearingKeys keys) throws IOException
    {
        if (!Files.exists(path.resolve(name)) || !Files.exists(path.resolve(signature)))
        {
            return null;
        }
        final byte[] bytes = Files.readAllBytes(path.resolve(name));
        try
        {
            SignatureVerifier.verify(bytes, Files.readAllBytes(path.resolve(signature)), keys.trustedSigner());
            return bytes;
        }
        catch (final SignatureException ex)
        {
            // Damaged, or of keys that are no longer the venue's: it could not be verified, so it is made again.
            return null;
        }
    }

    /** Whether the files of a wave are those that were signed. */
    public boolean areThere(final ReportWave wave, final List<ManifestEntry> files) throws IOException
    {
        for (final ManifestEntry entry : files)
        {
            final Path file = reports(wave).resolve(entry.name());
            if (!Files.exists(file) || Files.size(file) != entry.bytes() ||
                !Digests.sha256Of(file).equals(entry.sha256()))
            {
                return false;
            }
        }
        return true;
    }

    /** Revision of a wave that has to be written from the beginning: after those that were replaced. */
    public int nextRevision(final ReportWave wave) throws IOException
    {
        final Path superseded = directory.file(SUPERSEDED);
        int last = directory.firstRevision() - 1;
        if (Files.isDirectory(superseded))
        {
            try (Stream<Path> names = Files.list(superseded))
            {
                for (final Path path : names.toList())
                {
                    final Matcher name = REVISION.matcher(path.getFileName().toString());
                    if (name.matches() && wave.directory().equals(name.group(1)))
                    {
                        last = Math.max(last, Integer.parseInt(name.group(2)));
                    }
                }
            }
        }
        return last + 1;
    }

    /** Last revision of any wave that may have left the house; 0 for none. */
    public int lastRevision(final ClearingKeys keys) throws IOException
    {
        int last = 0;
        for (final ReportWave wave : ReportWave.values())
        {
            final Manifest manifest = manifest(wave, keys);
            last = Math.max(last, null == manifest ? nextRevision(wave) - 1 : manifest.revision());
            last = Math.max(last, packedRevision(wave, keys));
        }
        return last;
    }

    /** An empty directory to write a wave into that was there before. */
    public Path newStaging(final ReportWave wave) throws IOException
    {
        final Path staging = directory.file(STAGING + wave.directory());
        DurableFile.deleteTree(staging);
        DurableFile.createDirectories(staging);
        return staging;
    }

    /** Puts what was written aside into the place of a wave. */
    public void replace(final ReportWave wave, final Path staging) throws IOException
    {
        DurableFile.deleteTree(reports(wave));
        DurableFile.createDirectories(directory.reports());
        Files.move(staging, reports(wave), StandardCopyOption.ATOMIC_MOVE);
        DurableFile.syncDirectory(directory.reports());
    }

    /** Puts the reports of a wave aside, under a revision. */
    public void supersedeReports(final ReportWave wave, final int revision) throws IOException
    {
        supersede(reports(wave), wave, revision, RunDirectory.REPORTS);
    }

    /** Puts the packages of a wave aside, under a revision. */
    public void supersedePackages(final ReportWave wave, final int revision) throws IOException
    {
        supersede(packages(wave), wave, revision, RunDirectory.PACKAGES);
    }

    private void supersede(final Path path, final ReportWave wave, final int revision, final String name)
        throws IOException
    {
        if (!Files.exists(path))
        {
            return;
        }
        final Path target = directory.file(SUPERSEDED).resolve(wave.directory() + "_r" + revision);
        DurableFile.createDirectories(target);
        DurableFile.deleteTree(target.resolve(name));
        Files.move(path, target.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        DurableFile.syncDirectory(target);
        DurableFile.syncDirectory(path.toAbsolutePath().getParent());
    }
}
