// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report.file;

import io.bourse.clearing.crypto.SignatureException;
import io.bourse.clearing.crypto.SignatureVerifier;
import io.bourse.clearing.crypto.TrustedSigner;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.report.file.ReportFinding.Status;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Checks a directory of reports against its signed manifest: signature and signer, every file's digest, its row count
 * and its sum. Needs nothing but the directory and the authority's certificate.
 */
public final class ReportsVerifier extends DirectoryVerifier
{
    private static final String TRAILER = "end of the file";
    private static final String MANIFEST = "manifest";

    private RunIdentity identity;
    private ReportWave wave;

    private ReportsVerifier(final Path directory, final TrustedSigner trusted)
    {
        super(directory, trusted);
    }

    /**
     * Verifies a directory, or all waves in it.
     *
     * @param directory with manifest, signature and reports, or with directories of waves that have them.
     * @param trusted whose signature is the venue's.
     * @return one finding per file that was looked at and per problem; all well when every one is
     *     {@link ReportFinding#isOk()}. Never empty.
     * @throws IOException when a file that is there cannot be read.
     */
    public static List<ReportFinding> verify(final Path directory, final TrustedSigner trusted) throws IOException
    {
        final List<ReportFinding> findings = new ArrayList<>();
        for (final ReportWave wave : ReportWave.values())
        {
            final Path waveDirectory = directory.resolve(wave.directory());
            if (Files.isDirectory(waveDirectory) && Files.notExists(directory.resolve(Manifest.FILE_NAME)))
            {
                verifyOne(waveDirectory, null, null, trusted)
                    .forEach(finding -> findings.add(finding.below(wave.directory())));
            }
        }
        return findings.isEmpty() ? verifyOne(directory, null, null, trusted) : List.copyOf(findings);
    }

    /**
     * Verifies the reports of a run: all waves are there, each of this run and in its own place.
     *
     * @param directory of the waves.
     * @param identity of the run.
     * @param trusted whose signature is the venue's.
     * @return findings, names of files with their wave in front; never empty.
     * @throws IOException when a file that is there cannot be read.
     */
    public static List<ReportFinding> verifyRun(
        final Path directory, final RunIdentity identity, final TrustedSigner trusted) throws IOException
    {
        final List<ReportFinding> findings = new ArrayList<>();
        for (final ReportWave wave : ReportWave.values())
        {
            verifyOne(directory.resolve(wave.directory()), identity, wave, trusted)
                .forEach(finding -> findings.add(finding.below(wave.directory())));
        }
        return List.copyOf(findings);
    }

    /**
     * Verifies one wave of a run.
     *
     * @param directory of the wave, by its name.
     * @param identity of the run.
     * @param trusted whose signature is the venue's.
     * @return findings; never empty.
     * @throws IOException when a file that is there cannot be read.
     */
    public static List<ReportFinding> verifyWave(
        final Path directory, final RunIdentity identity, final TrustedSigner trusted) throws IOException
    {
        return verifyOne(directory, identity, ReportWave.of(directory.getFileName().toString()), trusted);
    }

    private static List<ReportFinding> verifyOne(
        final Path directory, final RunIdentity identity, final ReportWave wave, final TrustedSigner trusted)
        throws IOException
    {
        final ReportsVerifier verifier = new ReportsVerifier(directory, trusted);
        verifier.identity = identity;
        verifier.wave = wave;
        verifier.verify();
        return List.copyOf(verifier.findings);
    }

    /**
     * Verifies one file.
     *
     * @param directory of the file.
     * @param entry of a manifest whose signature was found good.
     * @return findings about it, never empty.
     * @throws IOException when the file is there and cannot be read.
     */
    public static List<ReportFinding> verifyFile(final Path directory, final ManifestEntry entry) throws IOException
    {
        final ReportsVerifier verifier = new ReportsVerifier(directory, null);
        verifier.verifyFile(entry);
        return List.copyOf(verifier.findings);
    }

    /**
     * Whether all is well.
     *
     * @param findings of {@link #verify(Path, TrustedSigner)}.
     * @return true if every finding is good.
     */
    public static boolean isClean(final List<ReportFinding> findings)
    {
        return findings.stream().allMatch(ReportFinding::isOk);
    }

    private void verify() throws IOException
    {
        final byte[] bytes = readOrNull(Manifest.FILE_NAME);
        if (null == bytes)
        {
            add(Status.MISSING_MANIFEST, Manifest.FILE_NAME, "there is no manifest: directory=" + directory);
            return;
        }
        verifySignature(bytes);
        final Manifest manifest;
        try
        {
            manifest = Manifest.parse(bytes);
        }
        catch (final IOException ex)
        {
            add(Status.MALFORMED_MANIFEST, Manifest.FILE_NAME, "manifest cannot be understood: " + ex.getMessage());
            return;
        }
        add(Status.OK, Manifest.FILE_NAME,
            "manifest is readable: runId=" + manifest.runId() + " files=" + manifest.files().size());
        if (null != identity)
        {
            verifyIdentity(manifest);
        }
        final Set<String> unlisted = names(Set.of(Manifest.FILE_NAME, Manifest.SIGNATURE_NAME));
        for (final ManifestEntry entry : manifest.files())
        {
            unlisted.remove(entry.name());
            verifyFile(entry);
        }
        for (final String name : unlisted)
        {
            add(Status.UNLISTED_FILE, name, "file is not in the manifest");
        }
    }

    /** A wave may be good and of another run, or of another wave of the run. */
    private void verifyIdentity(final Manifest manifest)
    {
        final String difference =
            identity.differenceFrom(manifest.runId(), manifest.kind(), manifest.tradingDate());
        if (!difference.isEmpty())
        {
            add(Status.WRONG_RUN, Manifest.FILE_NAME, "reports are of another run: " + difference);
        }
        for (final ManifestEntry entry : manifest.files())
        {
            if (null == entry.type() || wave != entry.type().wave())
            {
                add(Status.WRONG_RUN, entry.name(), "report is of another wave: wave=" + wave.directory());
            }
            if (!identity.isOfMarket(entry.name()))
            {
                add(Status.WRONG_RUN, entry.name(), "report is of another market: wantedMarket=" + identity.market());
            }
        }
    }

    private void verifySignature(final byte[] manifest) throws IOException
    {
        final byte[] signature = readOrNull(Manifest.SIGNATURE_NAME);
        if (null == signature)
        {
            add(Status.MISSING_SIGNATURE, Manifest.SIGNATURE_NAME, "there is no signature of the manifest");
            return;
        }
        try
        {
            final X509Certificate signer = SignatureVerifier.verify(manifest, signature, trusted);
            add(Status.OK, Manifest.SIGNATURE_NAME,
                "manifest is signed: signer=\"" + signer.getSubjectX500Principal().getName() + "\"");
        }
        catch (final SignatureException ex)
        {
            add(ex.isUnknownSigner() ? Status.UNKNOWN_SIGNER : Status.BAD_SIGNATURE,
                Manifest.SIGNATURE_NAME, ex.getMessage());
        }
    }

    private void verifyFile(final ManifestEntry entry) throws IOException
    {
        final Path file = directory.resolve(entry.name());
        if (!Files.isRegularFile(file))
        {
            add(Status.MISSING_FILE, entry.name(), "file of the manifest is not there");
            return;
        }
        final long bytes = Files.size(file);
        final String sha256 = Digests.sha256Of(file);
        if (bytes != entry.bytes() || !sha256.equals(entry.sha256()))
        {
            add(Status.CHANGED_FILE, entry.name(), "file is not the one that was signed: bytes=" + bytes +
                " signedBytes=" + entry.bytes() + " sha256=" + sha256 + " signedSha256=" + entry.sha256());
            return;
        }
        if (entry.name().endsWith(ReportFileWriter.SUFFIX) || isXml(entry))
        {
            verifyContents(entry, file);
            return;
        }
        add(Status.OK, entry.name(), "file is as signed: bytes=" + bytes);
    }

    private void verifyContents(final ManifestEntry entry, final Path file) throws IOException
    {
        final CsvReader.Summary summary;
        try (InputStream in = CsvReader.open(file))
        {
            summary = isXml(entry) ? XmlReader.read(in, sumColumn(entry), row -> { }) :
                CsvReader.read(in, sumColumn(entry), row -> { });
        }
        catch (final IOException ex)
        {
            add(Status.MALFORMED_FILE, entry.name(), "file is not a report: " + ex.getMessage());
            return;
        }
        final String rows = Long.toString(summary.rows());
        final boolean sound =
            same(Status.ROW_COUNT_MISMATCH, entry, TRAILER, "rows", rows, summary.claimedRows()) &
            same(Status.ROW_COUNT_MISMATCH, entry, MANIFEST, "rows", rows, Long.toString(entry.rows())) &
            same(Status.SUM_MISMATCH, entry, TRAILER, "sum", summary.sum(), summary.claimedSum()) &
            same(Status.SUM_MISMATCH, entry, MANIFEST, "sum", summary.sum(), entry.sum()) &
            same(Status.MALFORMED_FILE, entry, TRAILER, "sha256", summary.sha256(), summary.claimedSha256());
        if (sound)
        {
            add(Status.OK, entry.name(), "file is as signed: rows=" + rows + " sum=" + summary.sum());
        }
    }

    private static boolean isXml(final ManifestEntry entry)
    {
        return entry.name().endsWith(ReportFileWriter.XML_SUFFIX);
    }

    private static String sumColumn(final ManifestEntry entry)
    {
        final ReportType type = entry.type();
        return null == type ? "" : type.sumColumn();
    }

    private boolean same(
        final Status status,
        final ManifestEntry entry,
        final String where,
        final String what,
        final String counted,
        final String claimed)
    {
        if (counted.equals(claimed))
        {
            return true;
        }
        add(status, entry.name(), "the " + where + " claims another " + what + " than the file has: " + what + "=" +
            counted + " claimed=" + claimed);
        return false;
    }
}
