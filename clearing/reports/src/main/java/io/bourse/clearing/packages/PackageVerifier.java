// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.packages;

import io.bourse.clearing.crypto.CryptoProfile;
import io.bourse.clearing.crypto.SignatureException;
import io.bourse.clearing.crypto.SignatureVerifier;
import io.bourse.clearing.crypto.TrustedSigner;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.report.file.DirectoryVerifier;
import io.bourse.clearing.report.file.Manifest;
import io.bourse.clearing.report.file.ManifestEntry;
import io.bourse.clearing.report.file.ReportFinding.Status;
import io.bourse.clearing.report.file.ReportFinding;
import io.bourse.clearing.report.file.ReportWave;
import io.bourse.clearing.report.file.ReportsVerifier;
import io.bourse.clearing.report.file.RunIdentity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * Checks an opened package against its signed manifest (signature, signer, digest, rows and sum of every file, root
 * over the lines of the clients), and a directory of packages against its signed index. Needs nothing but the directory
 * and the authority's certificate.
 */
public final class PackageVerifier extends DirectoryVerifier
{

    private PackageVerifier(final Path directory, final TrustedSigner trusted)
    {
        super(directory, trusted);
    }

    /**
     * Verifies the files of an opened package.
     *
     * @param directory with the files of one package.
     * @param trusted whose signature is the venue's.
     * @return one finding per file that was looked at and per problem; never empty.
     * @throws IOException when a file that is there cannot be read.
     */
    public static List<ReportFinding> verifyOpened(final Path directory, final TrustedSigner trusted) throws IOException
    {
        final PackageVerifier verifier = new PackageVerifier(directory, trusted);
        verifier.verifyOpened();
        return List.copyOf(verifier.findings);
    }

    /**
     * Verifies a directory of packages as far as that goes without keys: the signature of the index, and that every
     * package is the one of the index.
     *
     * @param directory with index.json.
     * @param trusted whose signature is the venue's.
     * @return one finding per file that was looked at and per problem; never empty.
     * @throws IOException when a file that is there cannot be read.
     */
    public static List<ReportFinding> verifyIndex(final Path directory, final TrustedSigner trusted) throws IOException
    {
        final PackageVerifier verifier = new PackageVerifier(directory, trusted);
        verifier.verifyIndex();
        return List.copyOf(verifier.findings);
    }

    /**
     * Verifies the packages of all waves of a run, as {@link #verifyIndex(Path, TrustedSigner)} does for one. A wave
     * whose index is lost is reported, not passed over.
     *
     * @param packages directory with one directory for each wave.
     * @param reports directory of the run's reports, whose waves must have packages; null to look at packages alone.
     * @param trusted whose signature is the venue's.
     * @return findings, names of files with their wave in front; never empty.
     * @throws IOException when a file that is there cannot be read.
     */
    public static List<ReportFinding> verifyWaves(final Path packages, final Path reports, final TrustedSigner trusted)
        throws IOException
    {
        final List<ReportFinding> findings = new ArrayList<>();
        for (final ReportWave wave : ReportWave.values())
        {
            final Path directory = packages.resolve(wave.directory());
            if (Files.isDirectory(directory) ||
                null != reports && Files.exists(reports.resolve(wave.directory()).resolve(Manifest.SIGNATURE_NAME)))
            {
                verifyIndex(directory, trusted).forEach(finding -> findings.add(finding.below(wave.directory())));
            }
        }
        if (findings.isEmpty())
        {
            findings.add(new ReportFinding(Status.MISSING_PACKAGE, PackageIndex.FILE_NAME,
                "there are no packages of any wave: directory=" + packages));
        }
        return List.copyOf(findings);
    }

    /**
     * Verifies the packages of a run: all waves are there, each of this run, in its own place and of the revision of
     * its reports.
     *
     * @param packages directory with one directory for each wave.
     * @param reports directory of the run's reports.
     * @param identity of the run.
     * @param trusted whose signature is the venue's.
     * @return findings, names of files with their wave in front; never empty.
     * @throws IOException when a file that is there cannot be read.
     */
    public static List<ReportFinding> verifyRun(
        final Path packages, final Path reports, final RunIdentity identity, final TrustedSigner trusted)
        throws IOException
    {
        final List<ReportFinding> findings = new ArrayList<>();
        for (final ReportWave wave : ReportWave.values())
        {
            verifyWave(packages.resolve(wave.directory()), reports.resolve(wave.directory()), identity, trusted)
                .forEach(finding -> findings.add(finding.below(wave.directory())));
        }
        return List.copyOf(findings);
    }

    /**
     * Verifies the packages of one wave of a run.
     *
     * @param directory of the packages, by the name of the wave.
     * @param reports directory of the wave's reports.
     * @param identity of the run.
     * @param trusted whose signature is the venue's.
     * @return findings; never empty.
     * @throws IOException when a file that is there cannot be read.
     */
    public static List<ReportFinding> verifyWave(
        final Path directory, final Path reports, final RunIdentity identity, final TrustedSigner trusted)
        throws IOException
    {
        final PackageVerifier verifier = new PackageVerifier(directory, trusted);
        final PackageIndex index = verifier.verifyIndex();
        if (null != index)
        {
            verifier.verifyIdentity(index, reports, identity);
        }
        return List.copyOf(verifier.findings);
    }

    private void verifyIdentity(final PackageIndex index, final Path reports, final RunIdentity identity)
        throws IOException
    {
        final String difference = identity.differenceFrom(index.runId(), index.kind(), index.tradingDate());
        final String wave = directory.getFileName().toString();
        if (!difference.isEmpty() || !wave.equals(index.wave()))
        {
            add(Status.WRONG_RUN, PackageIndex.FILE_NAME, "packages are of another run or wave: wave=" + index.wave() +
                " wantedWave=" + wave + (difference.isEmpty() ? "" : " " + difference));
        }
        for (final PackageIndex.Entry entry : index.packages())
        {
            if (!identity.isOfMarket(entry.name()))
            {
                add(Status.WRONG_RUN, entry.name(), "package is of another market: wantedMarket=" + identity.market());
            }
        }
        final int revision = revisionOf(reports.resolve(Manifest.FILE_NAME), index.revision());
        if (revision != index.revision())
        {
            add(Status.WRONG_RUN, PackageIndex.FILE_NAME, "packages are of another revision than the reports: " +
                "revision=" + index.revision() + " reportsRevision=" + revision);
        }
    }

    /** Revision of reports; the other one when their manifest cannot be read, which the reports' own findings say. */
    private static int revisionOf(final Path manifest, final int other)
    {
        try
        {
            return Manifest.parse(Files.readAllBytes(manifest)).revision();
        }
        catch (final IOException ex)
        {
            return other;
        }
    }

    /**
     * Verifies the manifest of a package alone: it is there, signed, and can be understood.
     *
     * @param directory with the manifest and its signature.
     * @param trusted whose signature is the venue's.
     * @return findings; never empty.
     * @throws IOException when a file that is there cannot be read.
     */
    static List<ReportFinding> verifyManifest(final Path directory, final TrustedSigner trusted) throws IOException
    {
        final PackageVerifier verifier = new PackageVerifier(directory, trusted);
        verifier.manifestOrNull();
        return List.copyOf(verifier.findings);
    }

    /**
     * Compares a package with the signed index that lies beside it.
     *
     * @param file package.
     * @param trusted whose signature is the venue's.
     * @return findings; never empty.
     * @throws IOException when a file cannot be read.
     */
    static List<ReportFinding> verifyBeside(final Path file, final TrustedSigner trusted) throws IOException
    {
        final PackageVerifier verifier = new PackageVerifier(file.toAbsolutePath().getParent(), trusted);
        final PackageIndex index = verifier.indexOrNull();
        if (null != index)
        {
            final String name = file.getFileName().toString();
            final List<PackageIndex.Entry> entries =
                index.packages().stream().filter(entry -> name.equals(entry.name())).toList();
            if (entries.isEmpty())
            {
                verifier.add(Status.UNLISTED_FILE, name, "package is not in the index beside it");
            }
            else
            {
                verifier.verifyPackage(entries.getFirst());
            }
        }
        return List.copyOf(verifier.findings);
    }

    /** Null when nothing after it can be looked at: nothing is worth anything without the signature. */
    private PackageManifest manifestOrNull() throws IOException
    {
        final byte[] bytes = readOrNull(PackageManifest.FILE_NAME);
        if (null == bytes)
        {
            add(Status.MISSING_MANIFEST, PackageManifest.FILE_NAME, "there is no manifest: directory=" + directory);
            return null;
        }
        verifySignature(bytes, PackageManifest.SIGNATURE_NAME);
        if (!isClean())
        {
            return null;
        }
        try
        {
            return PackageManifest.parse(bytes);
        }
        catch (final IOException ex)
        {
            add(Status.MALFORMED_MANIFEST, PackageManifest.FILE_NAME,
                "manifest cannot be understood: " + ex.getMessage());
            return null;
        }
    }

    private void verifyOpened() throws IOException
    {
        final PackageManifest manifest = manifestOrNull();
        if (null == manifest)
        {
            return;
        }
        add(Status.OK, PackageManifest.FILE_NAME, "manifest is readable: member=" + manifest.member() + " runId=" +
            manifest.runId() + " wave=" + manifest.wave() + " revision=" + manifest.revision());
        final Set<String> unlisted = names(Set.of(PackageManifest.FILE_NAME, PackageManifest.SIGNATURE_NAME));
        for (final ManifestEntry entry : manifest.files())
        {
            unlisted.remove(entry.name());
            findings.addAll(ReportsVerifier.verifyFile(directory, entry));
        }
        unlisted.forEach(name -> add(Status.UNLISTED_FILE, name, "file is not in the manifest"));
        if (isClean())
        {
            verifyStreebog(manifest);
            verifyRoot(manifest);
        }
    }

    private void verifySignature(final byte[] content, final String name) throws IOException
    {
        final byte[] signature = readOrNull(name);
        if (null == signature)
        {
            add(Status.MISSING_SIGNATURE, name, "there is no signature");
            return;
        }
        try
        {
            final X509Certificate signer = SignatureVerifier.verify(content, signature, trusted);
            add(Status.OK, name, "it is signed: signer=\"" + signer.getSubjectX500Principal().getName() +
                "\" profile=" + CryptoProfile.of(signer).label());
        }
        catch (final SignatureException ex)
        {
            add(ex.isUnknownSigner() ? Status.UNKNOWN_SIGNER : Status.BAD_SIGNATURE, name, ex.getMessage());
        }
    }

    private void verifyStreebog(final PackageManifest manifest) throws IOException
    {
        for (final ManifestEntry entry : manifest.files())
        {
            final String signed = manifest.streebog256().get(entry.name());
            final Path file = directory.resolve(entry.name());
            if (null != signed && !signed.equals(Digests.of(file, CryptoProfile.newStreebog256())))
            {
                add(Status.CHANGED_FILE, entry.name(),
                    "file is not the one that was signed: signedStreebog256=" + signed);
            }
        }
    }

    /** The tree is made again from the files, so that every proof that is made from them holds. */
    private void verifyRoot(final PackageManifest manifest) throws IOException
    {
        final byte[] secret = HexFormat.of().parseHex(PackageManifest.Secret.parse(
            Files.readAllBytes(directory.resolve(PackageManifest.SECRET_NAME))).secret());
        final PackageManifest.Proofs made = ClientProofs.of(directory, manifest.proofs().files(), secret).described();
        if (made.equals(manifest.proofs()))
        {
            add(Status.OK, PackageManifest.SECRET_NAME,
                "lines of all clients lead to the root: clients=" + made.clients() + " root=" + made.root());
            return;
        }
        add(Status.WRONG_ROOT, PackageManifest.SECRET_NAME, "lines of the clients lead to another root than was " +
            "signed: root=" + made.root() + " signedRoot=" + manifest.proofs().root() + " clients=" + made.clients() +
            " signedClients=" + manifest.proofs().clients());
    }

    private PackageIndex indexOrNull() throws IOException
    {
        final byte[] bytes = readOrNull(PackageIndex.FILE_NAME);
        if (null == bytes)
        {
            add(Status.MISSING_PACKAGE, PackageIndex.FILE_NAME,
                "there is no index of packages: directory=" + directory);
            return null;
        }
        verifySignature(bytes, PackageIndex.SIGNATURE_NAME);
        try
        {
            return PackageIndex.parse(bytes);
        }
        catch (final IOException ex)
        {
            add(Status.MALFORMED_MANIFEST, PackageIndex.FILE_NAME, "index cannot be understood: " + ex.getMessage());
            return null;
        }
    }

    /** Null when there is none that can be understood. */
    private PackageIndex verifyIndex() throws IOException
    {
        final PackageIndex index = indexOrNull();
        if (null == index)
        {
            return null;
        }
        add(Status.OK, PackageIndex.FILE_NAME, "index is readable: runId=" + index.runId() + " wave=" +
            index.wave() + " packages=" + index.packages().size());
        final Set<String> unlisted = names(Set.of(PackageIndex.FILE_NAME, PackageIndex.SIGNATURE_NAME));
        for (final PackageIndex.Entry entry : index.packages())
        {
            unlisted.remove(entry.name());
            verifyPackage(entry);
        }
        index.missing().forEach(member -> add(Status.MISSING_PACKAGE, member,
            "receiver has no package: there was no certificate to encrypt to when the wave was packed"));
        unlisted.forEach(name -> add(Status.UNLISTED_FILE, name, "package is not in the index"));
        return index;
    }

    private void verifyPackage(final PackageIndex.Entry entry) throws IOException
    {
        final Path file = directory.resolve(entry.name());
        if (!Files.isRegularFile(file))
        {
            add(Status.MISSING_PACKAGE, entry.name(), "package of the index is not there");
            return;
        }
        final String sha256 = Digests.sha256Of(file);
        if (!sha256.equals(entry.sha256()))
        {
            add(Status.CHANGED_PACKAGE, entry.name(), "package is not the one of the index: sha256=" + sha256 +
                " signedSha256=" + entry.sha256());
            return;
        }
        add(Status.OK, entry.name(), "package is as signed: member=" + entry.member() + " profile=" +
            entry.profile() + " bytes=" + entry.bytes());
    }
}
