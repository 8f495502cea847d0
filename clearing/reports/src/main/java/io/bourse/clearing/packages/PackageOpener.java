// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.packages;

import io.bourse.clearing.crypto.PackageCipher;
import io.bourse.clearing.crypto.RecipientKey;
import io.bourse.clearing.crypto.TrustedSigner;
import io.bourse.clearing.crypto.WrongKeyException;
import io.bourse.clearing.file.DurableFile;
import io.bourse.clearing.report.file.ReportFinding.Status;
import io.bourse.clearing.report.file.ReportFinding;
import io.bourse.clearing.report.file.RunHeader;
import io.bourse.engine.files.OwnDirectory;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Opens a package: decrypts it, takes its files out, and checks them. Files come to their directory only when
 * everything about them was found good, so that changed files are never used.
 */
public final class PackageOpener
{
    private static final int CHUNK = 64 * 1024;
    private static final long MOST_MANIFEST = 16L << 20;
    private static final long MOST_SIGNATURE = 1L << 20;
    private static final String STAGING = ".opening-";
    private static final String SEPARATOR = "-";
    private static final Pattern LEFTOVER = Pattern.compile("[.]opening-([0-9]{1,18})-[0-9]+");

    private PackageOpener()
    {
    }

    /**
     * Opens a package.
     *
     * @param file package.
     * @param key of the member.
     * @param trusted whose signature is the venue's.
     * @param target directory that the files come to; must not be there.
     * @return findings; if all are good the files are in the directory, else nothing is.
     * @throws IOException when files cannot be read or written.
     */
    public static List<ReportFinding> open(
        final Path file, final RecipientKey key, final TrustedSigner trusted, final Path target)
        throws IOException
    {
        if (Files.exists(target))
        {
            throw new FileAlreadyExistsException("directory is there already, name another: directory=" + target);
        }
        final Path parent = target.toAbsolutePath().getParent();
        Files.createDirectories(parent);
        return inStaging(parent, staging ->
        {
            final List<ReportFinding> findings = take(file, key, trusted, staging);
            if (findings.stream().allMatch(ReportFinding::isOk))
            {
                Files.move(staging, target, StandardCopyOption.ATOMIC_MOVE);
            }
            return findings;
        });
    }

    /**
     * Opens a package to look at it, and leaves no files.
     *
     * @param file package.
     * @param key of the member.
     * @param trusted whose signature is the venue's.
     * @return findings.
     * @throws IOException when files cannot be read or written.
     */
    public static List<ReportFinding> verify(final Path file, final RecipientKey key, final TrustedSigner trusted)
        throws IOException
    {
        return inStaging(
            Path.of(System.getProperty("java.io.tmpdir")), staging -> take(file, key, trusted, staging));
    }

    private static List<ReportFinding> inStaging(final Path parent, final Work work) throws IOException
    {
        removeLeftovers(parent);
        // Files of a package are confidential: a temporary directory is for its owner only.
        final Path staging =
            Files.createTempDirectory(parent, STAGING + ProcessHandle.current().pid() + SEPARATOR);
        try
        {
            return work.in(staging);
        }
        finally
        {
            DurableFile.deleteTree(staging);
        }
    }

    /** A process that was killed leaves what it had decrypted; its number is in the name of the directory. */
    private static void removeLeftovers(final Path parent) throws IOException
    {
        try (Stream<Path> paths = Files.list(parent))
        {
            for (final Path path : paths.toList())
            {
                final Matcher name = LEFTOVER.matcher(path.getFileName().toString());
                if (name.matches() && ProcessHandle.of(Long.parseLong(name.group(1))).isEmpty() &&
                    OwnDirectory.isOwn(path))
                {
                    DurableFile.deleteTree(path);
                }
            }
        }
    }

    private static List<ReportFinding> take(
        final Path file, final RecipientKey key, final TrustedSigner trusted, final Path staging)
        throws IOException
    {
        final String name = file.getFileName().toString();
        if (!Files.isRegularFile(file))
        {
            return List.of(new ReportFinding(Status.MISSING_PACKAGE, name, "there is no such package: file=" + file));
        }
        final List<ReportFinding> findings;
        try
        {
            findings = extract(file, key, trusted, staging);
        }
        catch (final WrongKeyException ex)
        {
            return List.of(new ReportFinding(Status.WRONG_KEY, name, ex.getMessage()));
        }
        catch (final DamagedException ex)
        {
            return List.of(new ReportFinding(Status.CHANGED_PACKAGE, name,
                "package cannot be decrypted to its end, it was changed or cut off; fetch it again: reason=\"" +
                reason(ex.getCause()) + "\""));
        }
        if (!findings.stream().allMatch(ReportFinding::isOk))
        {
            return findings;
        }
        final List<ReportFinding> all = new ArrayList<>(PackageVerifier.verifyOpened(staging, trusted));
        if (all.stream().allMatch(ReportFinding::isOk) && Files.exists(file.resolveSibling(PackageIndex.FILE_NAME)))
        {
            all.addAll(PackageVerifier.verifyBeside(file, trusted));
        }
        return List.copyOf(all);
    }

    private static String reason(final Throwable failure)
    {
        final StringBuilder text = new StringBuilder(String.valueOf(failure.getMessage()));
        for (Throwable cause = failure.getCause(); null != cause; cause = cause.getCause())
        {
            text.append("; ").append(cause.getMessage());
        }
        return text.toString();
    }

    /**
     * Takes files out, after the manifest in front of them was found to be signed by the venue, and none but those that
     * it names, as long as it says: anybody can encrypt to a member.
     */
    private static List<ReportFinding> extract(
        final Path file, final RecipientKey key, final TrustedSigner trusted, final Path staging)
        throws IOException, WrongKeyException
    {
        try (InputStream in = Files.newInputStream(file);
            InputStream decrypted = new DamageStream(begin(in, key)))
        {
            // Not closed with the archive: after its end are bytes that say whether all the others were right.
            final TarArchiveInputStream tar = new TarArchiveInputStream(decrypted);
            take(tar, PackageManifest.FILE_NAME, MOST_MANIFEST, staging);
            take(tar, PackageManifest.SIGNATURE_NAME, MOST_SIGNATURE, staging);
            final List<ReportFinding> findings = new ArrayList<>(PackageVerifier.verifyManifest(staging, trusted));
            if (findings.stream().allMatch(ReportFinding::isOk))
            {
                final PackageManifest manifest =
                    PackageManifest.parse(Files.readAllBytes(staging.resolve(PackageManifest.FILE_NAME)));
                findings.addAll(named(manifest, file.getFileName().toString()));
                if (findings.stream().allMatch(ReportFinding::isOk))
                {
                    takeFiles(tar, manifest, staging);
                }
            }
            final byte[] chunk = new byte[CHUNK];
            for (int read = decrypted.read(chunk); read >= 0; read = decrypted.read(chunk))
            {
                // Reading to the end is what checks.
                continue;
            }
            return findings;
        }
    }

    /** A package of another day, run or member is good in itself: only its name tells that it was exchanged. */
    private static List<ReportFinding> named(final PackageManifest manifest, final String name)
    {
        final String market = manifest.files().isEmpty() ? "" : RunHeader.market(manifest.files().getFirst().name());
        final String signed = PackageWriter.name(manifest.member(), new RunHeader(manifest.runId(), manifest.kind(),
            manifest.sessionId(), manifest.tradingDate(), manifest.revision(), market), manifest.wave());
        return signed.equals(name) ? List.of() : List.of(new ReportFinding(Status.WRONG_PACKAGE, name,
            "package is another than its file is named, fetch it again: signedName=" + signed));
    }

    private static void take(final TarArchiveInputStream tar, final String wanted, final long most, final Path staging)
        throws IOException
    {
        final TarArchiveEntry entry = next(tar);
        if (null == entry || !wanted.equals(entry.getName()) || !isPlain(entry) || entry.getSize() > most)
        {
            throw new DamagedException(new IOException("archive does not begin as that of a package: wanted=" + wanted +
                " entry=" + (null == entry ? "none" : entry.getName() + " bytes=" + entry.getSize())));
        }
        Files.copy(new DamageStream(tar), staging.resolve(wanted));
    }

    private static void takeFiles(
        final TarArchiveInputStream tar, final PackageManifest manifest, final Path staging) throws IOException
    {
        final Map<String, Long> wanted = new TreeMap<>();
        manifest.files().forEach(entry -> wanted.put(entry.name(), entry.bytes()));
        for (TarArchiveEntry entry = next(tar); null != entry; entry = next(tar))
        {
            final Long bytes = wanted.remove(entry.getName());
            if (null == bytes || !isPlain(entry) || entry.getSize() != bytes)
            {
                throw new DamagedException(new IOException("archive has an entry that the manifest has not: name=" +
                    entry.getName() + " bytes=" + entry.getSize() + " signedBytes=" + bytes));
            }
            Files.copy(new DamageStream(tar), staging.resolve(entry.getName()));
        }
    }

    /** A file as it is: one with holes would grow on disk beyond what it is long here. */
    private static boolean isPlain(final TarArchiveEntry entry)
    {
        return entry.isFile() && !entry.isSparse();
    }

    private static InputStream begin(final InputStream in, final RecipientKey key)
        throws DamagedException, WrongKeyException
    {
        try
        {
            return PackageCipher.decrypt(in, key);
        }
        catch (final IOException ex)
        {
            throw new DamagedException(ex);
        }
    }

    private static TarArchiveEntry next(final TarArchiveInputStream tar) throws DamagedException
    {
        try
        {
            return tar.getNextEntry();
        }
        catch (final IOException | RuntimeException ex)
        {
            throw damaged(ex);
        }
    }

    private static DamagedException damaged(final Exception ex)
    {
        return ex instanceof final DamagedException already ? already : new DamagedException(ex);
    }

    /** Work in a directory that goes away. */
    @FunctionalInterface
    private interface Work
    {
        List<ReportFinding> in(Path staging) throws IOException;
    }

    /** What is read is not what was encrypted. */
    private static final class DamagedException extends IOException
    {
        private static final long serialVersionUID = 1L;

        DamagedException(final Throwable cause)
        {
            super(cause);
        }
    }

    /** Tells damage from failures of files that are written. */
    private static final class DamageStream extends FilterInputStream
    {
        DamageStream(final InputStream in)
        {
            super(in);
        }

        @Override
        public int read() throws IOException
        {
            try
            {
                return in.read();
            }
            catch (final IOException | RuntimeException ex)
            {
                throw damaged(ex);
            }
        }

        @Override
        public int read(final byte[] bytes, final int offset, final int length) throws IOException
        {
            try
            {
                return in.read(bytes, offset, length);
            }
            catch (final IOException | RuntimeException ex)
            {
                throw damaged(ex);
            }
        }

        /** What is read from is closed by its opener. */
        @Override
        public void close()
        {
        }
    }
}
