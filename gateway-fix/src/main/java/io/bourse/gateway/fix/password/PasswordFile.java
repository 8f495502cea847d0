// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.password;

import io.bourse.engine.files.SecretFile;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The file of the passwords of FIX logins. It belongs to its owner alone and is replaced as a whole or not at all. An
 * operator's command and a running gateway may change it: each holds the lock of a file beside it.
 */
public final class PasswordFile
{
    /** Identity of what was read: a file that was replaced has another one. */
    private record Stamp(long size, long modifiedNs, Object key)
    {
    }

    private static final FileAttribute<?> OWNER_ONLY =
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final long LARGEST = 16L << 20;
    /** A lock of a file is the whole process's. */
    private static final Object IN_PROCESS = new Object();

    private final Path path;
    private Stamp stamp;
    private Map<String, PasswordEntry> entries = Map.of();

    /**
     * A file, which need not exist: then no login has a password.
     *
     * @param path of the file; its directory must exist before anything is written.
     */
    public PasswordFile(final Path path)
    {
        this.path = path.toAbsolutePath();
    }

    /**
     * Where it is.
     *
     * @return absolute path.
     */
    public Path path()
    {
        return path;
    }

    /**
     * The passwords as they are now; the file is read again only when it was changed.
     *
     * @return entries by name of the login, unmodifiable.
     * @throws PasswordFileException when the file cannot be read, is damaged, or others than this user can use it.
     */
    public synchronized Map<String, PasswordEntry> entries()
    {
        try
        {
            final Stamp now = stampNow();
            if (!Objects.equals(now, stamp))
            {
                entries = null == now ? Map.of() : Map.copyOf(read());
                stamp = now;
            }
            return entries;
        }
        catch (final IOException ex)
        {
            throw new PasswordFileException("the password file cannot be read: file=" + path, ex);
        }
    }

    /**
     * Changes the passwords: reads what is there, lets it be changed, and replaces the file.
     *
     * @param change of the entries by name; may throw, and then nothing has changed.
     * @throws PasswordFileException when the file cannot be read or written; then nothing has changed.
     */
    public synchronized void update(final Consumer<Map<String, PasswordEntry>> change)
    {
        synchronized (IN_PROCESS)
        {
            try (FileChannel channel = FileChannel.open(lockPath(),
                EnumSet.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), OWNER_ONLY);
                FileLock lock = channel.lock())
            {
                final Map<String, PasswordEntry> changed = new TreeMap<>(entries());
                change.accept(changed);
                replace(PasswordLines.write(changed));
            }
            catch (final IOException ex)
            {
                throw new PasswordFileException("the password file cannot be written, nothing was changed: file=" +
                    path, ex);
            }
        }
    }

    private Map<String, PasswordEntry> read() throws IOException
    {
        if (Files.size(path) > LARGEST)
        {
            throw new PasswordFileException("this is no password file, it is too large: file=" + path);
        }
        final String text = new String(SecretFile.read(path), StandardCharsets.ISO_8859_1);
        return PasswordLines.read(text.lines().toList(), path);
    }

    private Stamp stampNow() throws IOException
    {
        try
        {
            final BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            return new Stamp(attributes.size(), attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS),
                attributes.fileKey());
        }
        catch (final NoSuchFileException ex)
        {
            return null;
        }
    }

    private void replace(final String text) throws IOException
    {
        final Path temporary = path.resolveSibling(path.getFileName() + ".new");
        Files.deleteIfExists(temporary);
        try
        {
            try (FileChannel channel = FileChannel.open(temporary,
                EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), OWNER_ONLY))
            {
                final ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
                while (bytes.hasRemaining())
                {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            Files.move(temporary, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
        finally
        {
            Files.deleteIfExists(temporary);
        }
        // The new name is durable only with its directory.
        try (FileChannel directory = FileChannel.open(path.getParent(), StandardOpenOption.READ))
        {
            directory.force(true);
        }
    }

    private Path lockPath()
    {
        return path.resolveSibling(path.getFileName() + ".lock");
    }

}
