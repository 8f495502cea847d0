// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.packages;

import io.bourse.clearing.crypto.PackageCipher;
import io.bourse.clearing.crypto.RecipientKey;
import io.bourse.clearing.crypto.TrustedSigner;
import io.bourse.clearing.crypto.WrongKeyException;
import io.bourse.clearing.report.Finding;
import io.bourse.clearing.report.Finding.Status;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Opens a package: decrypts it, takes its files out, and checks them. Files come to their directory only when
 * everything about them was found good, so that nobody works with what was changed.
 */
public final class PackageOpener
{
    private static final int CHUNK = 64 * 1024;
    private static final String STAGING = ".opening-";

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
    public static List<Finding> open(
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
            final List<Finding> findings = take(file, key, trusted, staging);
            if (findings.stream().allMatch(Finding::isOk))
            {
                Files.move(staging, target, StandardCopyOption.ATOMIC_MOVE);
            }
            return findings;
        });
    }

    /**
     * Opens a package to look at it, and leaves nothing behind.
     *
     * @param file package.
     * @param key of the member.
     * @param trusted whose signature is the venue's.
     * @return findings.
     * @throws IOException when files cannot be read or written.
     */
    public static List<Finding> verify(final Path file, final RecipientKey key, final TrustedSigner trusted)
        throws IOException
    {
        return inStaging(
            Path.of(System.getProperty("java.io.tmpdir")), staging -> take(file, key, trusted, staging));
    }

    private static List<Finding> inStaging(final Path parent, final Work work) throws IOException
    {
        // Files of a package are confidential: a temporary directory is for its owner only.
        final Path staging = Files.createTempDirectory(parent, STAGING);
        try
        {
            return work.in(staging);
        }
        finally
        {
            if (Files.exists(staging))
            {
                try (Stream<Path> files = Files.walk(staging))
                {
                    for (final Path path : files.sorted(Comparator.reverseOrder()).toList())
                    {
                        Files.delete(path);
                    }
                }
            }
        }
    }

    private static List<Finding> take(
        final Path file, final RecipientKey key, final TrustedSigner trusted, final Path staging)
        throws IOException
    {
        final String name = file.getFileName().toString();
        if (!Files.isRegularFile(file))
        {
            return List.of(new Finding(Status.MISSING_PACKAGE, name, "there is no such package: file=" + file));
        }
        try
        {
            extract(file, key, staging);
        }
        catch (final WrongKeyException ex)
        {
            return List.of(new Finding(Status.WRONG_KEY, name, ex.getMessage()));
        }
        catch (final DamagedException ex)
        {
            return List.of(new Finding(Status.CHANGED_PACKAGE, name,
                "package cannot be decrypted to its end, it was changed or cut off; fetch it again: reason=\"" +
                reason(ex.getCause()) + "\""));
        }
        return PackageVerifier.verifyOpened(staging, trusted);
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

    private static void extract(final Path file, final RecipientKey key, final Path staging)
        throws IOException, WrongKeyException
    {
        try (InputStream in = Files.newInputStream(file);
            InputStream decrypted = new DamageStream(begin(in, key)))
        {
            // Not closed with the archive: behind its end are bytes that say whether all the others were right.
            final TarArchiveInputStream tar = new TarArchiveInputStream(decrypted);
            final Set<String> names = new HashSet<>();
            final byte[] chunk = new byte[CHUNK];
            for (TarArchiveEntry entry = next(tar); null != entry; entry = next(tar))
            {
                if (!entry.isFile() || !PackageManifest.isSafe(entry.getName()) || !names.add(entry.getName()))
                {
                    throw new DamagedException(new IOException("archive has an entry that no package has: name=" +
                        entry.getName()));
                }
                Files.copy(new DamageStream(tar), staging.resolve(entry.getName()));
            }
            for (int read = decrypted.read(chunk); read >= 0; read = decrypted.read(chunk))
            {
                // Reading to the end is what checks.
                continue;
            }
        }
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
        List<Finding> in(Path staging) throws IOException;
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

        /** What is read from is closed by whoever opened it. */
        @Override
        public void close()
        {
        }
    }
}
