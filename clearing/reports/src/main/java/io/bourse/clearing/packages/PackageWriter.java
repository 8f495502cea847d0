// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.packages;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.crypto.ClearingKeys;
import io.bourse.clearing.crypto.CryptoProfile;
import io.bourse.clearing.crypto.ManifestSigner;
import io.bourse.clearing.crypto.PackageCipher;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.file.UnsyncedFiles;
import io.bourse.clearing.ledger.Workers;
import io.bourse.clearing.report.file.ManifestEntry;
import io.bourse.clearing.report.file.RunHeader;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;

/**
 * Makes the packages of one wave of reports: for each member an archive (tar) of its files with a manifest and the
 * manifest's signature, encrypted to the member's certificate. A file belongs to the member that its name begins with.
 * Members are done by several threads, each by one; nothing of a file is held in memory but a chunk.
 */
public final class PackageWriter
{
    /** What a package's name ends with. */
    public static final String SUFFIX = ".pkg.p7m";

    private static final String NO_SUM = "0.00";
    private static final int HEXADECIMAL = 16;
    private static final int FILE_MODE = 0100644;

    private final RunHeader run;
    private final String wave;
    private final ClearingKeys keys;
    private final int threads;
    private final Map<String, String> failures = new TreeMap<>();
    private WrittenProofs written;

    /**
     * Packages of one wave.
     *
     * @param run that the reports are of.
     * @param wave short name of the part of the reports, in names of files.
     * @param keys that sign, and certificates of the members.
     * @param threads 1 or more.
     */
    public PackageWriter(final RunHeader run, final String wave, final ClearingKeys keys, final int threads)
    {
        this.run = run;
        this.wave = wave;
        this.keys = keys;
        this.threads = threads;
    }

    /**
     * Takes the proofs of reports that were written just now; they need not be read for them again.
     *
     * @param proofs of this wave, of any revision; null for none.
     * @return this.
     */
    public PackageWriter proofs(final WrittenProofs proofs)
    {
        written = proofs;
        return this;
    }

    /**
     * Writes all packages and their signed index. A receiver whose certificate cannot be used gets none and is named in
     * the index; the others have theirs.
     *
     * @param reports directory of the files.
     * @param entries files that are to be packed.
     * @param directory of the packages; made if it is not there.
     * @param previous index of packages of the same files that are there already, signed by the venue; those that are
     *     as they were, and for the certificate of now, stay. Null for none.
     * @return index of what there is now.
     * @throws IOException when a file cannot be read or written.
     */
    public PackageIndex write(
        final Path reports, final List<ManifestEntry> entries, final Path directory, final PackageIndex previous)
        throws IOException
    {
        DurableFile.createDirectories(directory);
        final Map<String, PackageIndex.Entry> kept = new TreeMap<>();
        if (null != previous)
        {
            for (final PackageIndex.Entry entry : previous.packages())
            {
                if (isGood(entry, directory))
                {
                    kept.put(entry.member(), entry);
                }
            }
        }
        Files.deleteIfExists(directory.resolve(PackageIndex.SIGNATURE_NAME));
        final Map<String, List<ManifestEntry>> byMember = byMember(entries);
        final List<PackageIndex.Entry> packages = new ArrayList<>(kept.values());
        packages.addAll(made(reports, byMember, kept.keySet(), directory));
        packages.sort(Comparator.comparing(PackageIndex.Entry::name));
        final PackageIndex index = new PackageIndex(PackageIndex.FORMAT, run.runId(), run.kind(), run.tradingDate(),
            wave, run.revision(), packages, List.copyOf(failures.keySet()));
        final byte[] bytes = index.toBytes();
        DurableFile.write(directory.resolve(PackageIndex.FILE_NAME), bytes);
        DurableFile.write(directory.resolve(PackageIndex.SIGNATURE_NAME), keys.signer().sign(bytes));
        return index;
    }

    private static Map<String, List<ManifestEntry>> byMember(final List<ManifestEntry> entries)
    {
        final Map<String, List<ManifestEntry>> byMember = new TreeMap<>();
        for (final ManifestEntry entry : entries)
        {
            byMember.computeIfAbsent(entry.member(), member -> new ArrayList<>()).add(entry);
        }
        return byMember;
    }

    /** A large package that is begun last would keep one thread alone. */
    private static List<Map.Entry<String, List<ManifestEntry>>> largestFirst(
        final Map<String, List<ManifestEntry>> byMember)
    {
        return byMember.entrySet().stream().sorted(Comparator.comparingLong(
            (Map.Entry<String, List<ManifestEntry>> member) ->
                -member.getValue().stream().mapToLong(ManifestEntry::bytes).sum())).toList();
    }

    private List<PackageIndex.Entry> made(
        final Path reports,
        final Map<String, List<ManifestEntry>> byMember,
        final Set<String> kept,
        final Path directory) throws IOException
    {
        try (UnsyncedFiles files = new UnsyncedFiles(directory))
        {
            final List<PackageIndex.Entry> packages = Workers.run(threads, tasks(reports, byMember, kept, files));
            files.sync();
            return packages;
        }
        catch (final UncheckedIOException ex)
        {
            throw ex.getCause();
        }
    }

    private List<Callable<PackageIndex.Entry>> tasks(
        final Path reports,
        final Map<String, List<ManifestEntry>> byMember,
        final Set<String> kept,
        final UnsyncedFiles files)
    {
        final List<Callable<PackageIndex.Entry>> tasks = new ArrayList<>();
        for (final Map.Entry<String, List<ManifestEntry>> member : largestFirst(byMember))
        {
            if (!kept.contains(member.getKey()))
            {
                try
                {
                    final X509Certificate recipient = keys.members().certificate(member.getKey());
                    final ManifestSigner signer = keys.signer(CryptoProfile.of(recipient));
                    tasks.add(() -> write(member.getKey(), recipient, signer, reports, member.getValue(), files));
                }
                catch (final IOException | PreconditionException ex)
                {
                    // One member must not cost the others their reports: who is named, and the run is not complete.
                    failures.put(member.getKey(), ex.getMessage());
                }
            }
        }
        return tasks;
    }

    /**
     * Receivers that {@link #write} could not encrypt to.
     *
     * @return reasons by member, unmodifiable.
     */
    public Map<String, String> failures()
    {
        return Collections.unmodifiableMap(failures);
    }

    /**
     * Reads the reports and makes the proofs of all packages, for a writer that is to be called with them.
     *
     * @param reports directory of the files.
     * @param entries files that are to be packed.
     * @return proofs of this run and revision.
     * @throws IOException when a file cannot be read.
     */
    public WrittenProofs read(final Path reports, final List<ManifestEntry> entries) throws IOException
    {
        final WrittenProofs proofs = new WrittenProofs(run, wave, keys, reports);
        final List<Callable<Void>> tasks = new ArrayList<>();
        for (final Map.Entry<String, List<ManifestEntry>> member : largestFirst(byMember(entries)))
        {
            tasks.add(() ->
            {
                proofs.end(member.getKey(), member.getValue());
                return null;
            });
        }
        try
        {
            Workers.run(threads, tasks);
            return proofs;
        }
        catch (final UncheckedIOException ex)
        {
            throw ex.getCause();
        }
    }

    /**
     * Whether all packages of an index are there, as they were, and for the certificates that their receivers have now.
     *
     * @param index whose signature was found good.
     * @param directory of the packages.
     * @return true if nothing has to be packed.
     * @throws IOException when a package cannot be read.
     */
    public boolean isComplete(final PackageIndex index, final Path directory) throws IOException
    {
        if (!index.missing().isEmpty() || index.revision() != run.revision())
        {
            return false;
        }
        for (final PackageIndex.Entry entry : index.packages())
        {
            if (!isGood(entry, directory))
            {
                return false;
            }
        }
        return true;
    }

    /**
     * Whether packages of an index were made of given files: their manifests, which are the same whenever a package is
     * made, name the digests of the files.
     *
     * @param index whose signature was found good, of the revision of this run.
     * @param reports directory of the files.
     * @param entries the files.
     * @return true if every package of the index would be made with the same contents again.
     * @throws IOException when a file cannot be read.
     */
    public boolean isOf(final PackageIndex index, final Path reports, final List<ManifestEntry> entries)
        throws IOException
    {
        final Map<String, List<ManifestEntry>> byMember = byMember(entries);
        final List<Callable<Boolean>> tasks = new ArrayList<>();
        for (final PackageIndex.Entry entry : index.packages())
        {
            final List<ManifestEntry> files = byMember.get(entry.member());
            if (null == files)
            {
                return false;
            }
            tasks.add(() -> isOf(entry, reports, files));
        }
        try
        {
            return !Workers.run(threads, tasks).contains(false);
        }
        catch (final UncheckedIOException ex)
        {
            throw ex.getCause();
        }
    }

    private boolean isOf(final PackageIndex.Entry entry, final Path reports, final List<ManifestEntry> files)
        throws IOException
    {
        final byte[] manifest = manifest(entry.member(), CryptoProfile.named(entry.profile()), reports, files,
            secretFile(entry.member())).toBytes();
        return Digests.sha256Of(manifest).equals(entry.manifestSha256());
    }

    private boolean isGood(final PackageIndex.Entry entry, final Path directory) throws IOException
    {
        final Path file = directory.resolve(entry.name());
        return entry.name().equals(name(entry.member(), run, wave)) && isForNow(entry) && Files.isRegularFile(file) &&
            Digests.sha256Of(file).equals(entry.sha256());
    }

    /** A certificate that has expired or was damaged since does not take a package away from its receiver. */
    private boolean isForNow(final PackageIndex.Entry entry)
    {
        try
        {
            return keys.members().certificate(entry.member()).getSerialNumber().toString(HEXADECIMAL)
                .equals(entry.recipientSerial());
        }
        catch (final IOException | PreconditionException ex)
        {
            // Who has to be packed for again is named then.
            return true;
        }
    }

    /**
     * Name of a package.
     *
     * @param member it is for.
     * @param run that it is of.
     * @param wave short name of the part of the reports.
     * @return for instance {@code AA_20261121_E_000000002_r1_w1.pkg.p7m}, of several markets
     *     {@code AA_20261121_E_000000002_currencies_r1_w1.pkg.p7m}.
     */
    public static String name(final String member, final RunHeader run, final String wave)
    {
        return member + "_" + run.tradingDate() + "_" + run.kind() + "_" + run.serial() + "_r" + run.revision() + "_" +
            wave + SUFFIX;
    }

    private PackageIndex.Entry write(
        final String member,
        final X509Certificate recipient,
        final ManifestSigner signer,
        final Path reports,
        final List<ManifestEntry> entries,
        final UnsyncedFiles packages) throws IOException
    {
        final CryptoProfile profile = CryptoProfile.of(recipient);
        final byte[] secret = secretFile(member);
        final byte[] manifest = manifest(member, profile, reports, entries, secret).toBytes();
        final byte[] signature = signer.sign(manifest);
        final String name = name(member, run, wave);
        final MessageDigest digest = Digests.sha256();
        packages.write(name, out ->
        {
            try (OutputStream encrypted = PackageCipher.encrypt(new DigestOutputStream(out, digest), recipient);
                TarArchiveOutputStream tar = new TarArchiveOutputStream(encrypted))
            {
                tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
                tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
                put(tar, PackageManifest.FILE_NAME, manifest);
                put(tar, PackageManifest.SIGNATURE_NAME, signature);
                put(tar, PackageManifest.SECRET_NAME, secret);
                for (final ManifestEntry entry : entries)
                {
                    put(tar, entry, reports.resolve(entry.name()));
                }
            }
        });
        return new PackageIndex.Entry(
            name,
            member,
            profile.label(),
            recipient.getSerialNumber().toString(HEXADECIMAL),
            Files.size(packages.directory().resolve(name)),
            HexFormat.of().formatHex(digest.digest()),
            Digests.sha256Of(manifest));
    }

    private PackageManifest manifest(
        final String member,
        final CryptoProfile profile,
        final Path reports,
        final List<ManifestEntry> entries,
        final byte[] secret) throws IOException
    {
        final List<ManifestEntry> files = new ArrayList<>(entries);
        files.add(new ManifestEntry(PackageManifest.SECRET_NAME, secret.length, 0, NO_SUM, Digests.sha256Of(secret)));
        files.sort((a, b) -> a.name().compareTo(b.name()));
        final Map<String, String> streebog = new TreeMap<>();
        if (CryptoProfile.GOST == profile)
        {
            for (final ManifestEntry entry : entries)
            {
                streebog.put(
                    entry.name(), Digests.of(reports.resolve(entry.name()), CryptoProfile.newStreebog256()));
            }
        }
        return new PackageManifest(
            PackageManifest.FORMAT,
            member,
            run.runId(),
            run.kind(),
            run.sessionId(),
            run.tradingDate(),
            wave,
            run.revision(),
            profile.label(),
            files,
            streebog,
            proofs(member, reports, entries));
    }

    private byte[] secretFile(final String member) throws IOException
    {
        return new PackageManifest.Secret(HexFormat.of().formatHex(secret(member))).toBytes();
    }

    private byte[] secret(final String member) throws IOException
    {
        return PackageSecret.of(keys, run, wave, member);
    }

    /** What was found while the reports were written; else they are read. */
    private PackageManifest.Proofs proofs(
        final String member, final Path reports, final List<ManifestEntry> entries) throws IOException
    {
        final PackageManifest.Proofs known = null == written ? null : written.of(member, run);
        return null != known ? known : ClientProofs.of(
            reports, entries.stream().map(ManifestEntry::name).toList(), secret(member)).described();
    }

    private static void put(final TarArchiveOutputStream tar, final String name, final byte[] bytes) throws IOException
    {
        tar.putArchiveEntry(entry(name, bytes.length));
        tar.write(bytes);
        tar.closeArchiveEntry();
    }

    private static void put(final TarArchiveOutputStream tar, final ManifestEntry file, final Path path)
        throws IOException
    {
        tar.putArchiveEntry(entry(file.name(), file.bytes()));
        try (InputStream in = Files.newInputStream(path))
        {
            in.transferTo(tar);
        }
        tar.closeArchiveEntry();
    }

    /** Nothing in the archive depends on when, where and by whom it was made. */
    private static TarArchiveEntry entry(final String name, final long length)
    {
        final TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setSize(length);
        entry.setModTime(0L);
        entry.setMode(FILE_MODE);
        entry.setIds(0, 0);
        entry.setNames("", "");
        return entry;
    }
}
