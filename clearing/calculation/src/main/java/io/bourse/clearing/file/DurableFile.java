// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.file;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * Writes a file so that it is either there completely or not at all: into {@code *.tmp}, fsync, rename, fsync of the
 * directory (rules 4.6).
 */
public final class DurableFile
{
    private static final String TEMPORARY = ".tmp";
    private static final int BUFFER_LENGTH = 64 * 1024;

    private DurableFile()
    {
    }

    /**
     * Writes a file.
     *
     * @param file to be created or replaced.
     * @param body writes the contents.
     * @throws IOException when writing fails; the file is then as it was.
     */
    public static void write(final Path file, final Body body) throws IOException
    {
        write(file, body, channel ->
        {
            try (channel)
            {
                channel.force(true);
            }
        });
        syncDirectory(file.toAbsolutePath().getParent());
    }

    /** Writes a file and leaves to another when it is synced and closed; the name of the file is not synced. */
    static void write(final Path file, final Body body, final Sync sync) throws IOException
    {
        final Path temporary = temporary(file);
        final FileChannel channel = FileChannel.open(
            temporary,
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING,
            LinkOption.NOFOLLOW_LINKS);
        try
        {
            final OutputStream out = new KeepOpenStream(Channels.newOutputStream(channel));
            body.writeTo(out);
            out.flush();
            sync.begin(channel);
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
        catch (final IOException | RuntimeException | Error ex)
        {
            channel.close();
            Files.deleteIfExists(temporary);
            throw ex;
        }
    }

    /**
     * Writes a file that is worth nothing after a crash: for who reads it, it is there completely or not at all, but it
     * is not synced.
     *
     * @param file to be created or replaced.
     * @param bytes its contents.
     * @throws IOException when writing fails; the file is then as it was.
     */
    public static void writeUnsynced(final Path file, final byte[] bytes) throws IOException
    {
        write(file, out -> out.write(bytes), FileChannel::close);
    }

    /**
     * Takes a file away, and what a writer that was killed has left of it.
     *
     * @param file that need not be there.
     * @throws IOException when it cannot be taken away.
     */
    public static void delete(final Path file) throws IOException
    {
        Files.deleteIfExists(temporary(file));
        Files.deleteIfExists(file);
    }

    private static Path temporary(final Path file)
    {
        return file.resolveSibling(file.getFileName() + TEMPORARY);
    }

    /**
     * Writes a file of given bytes.
     *
     * @param file to be created or replaced.
     * @param bytes its contents.
     * @throws IOException when writing fails.
     */
    public static void write(final Path file, final byte[] bytes) throws IOException
    {
        write(file, out -> out.write(bytes));
    }

    /**
     * Makes a directory and whatever is missing above it, each with its name synced into its parent: a synced file is
     * of no use in a directory that a power loss takes away.
     *
     * @param directory to be there.
     * @throws IOException when it cannot be made.
     */
    public static void createDirectories(final Path directory) throws IOException
    {
        final Path absolute = directory.toAbsolutePath();
        if (Files.isDirectory(absolute))
        {
            return;
        }
        createDirectories(absolute.getParent());
        Files.createDirectories(absolute);
        syncDirectory(absolute.getParent());
    }

    /**
     * Syncs the names in a directory, after files were moved there.
     *
     * @param directory to be synced.
     * @throws IOException when it cannot be.
     */
    public static void syncDirectory(final Path directory) throws IOException
    {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ))
        {
            channel.force(true);
        }
    }

    /**
     * Contents of a file.
     */
    @FunctionalInterface
    public interface Body
    {
        /**
         * Writes the contents. Closing the stream only flushes it, so that wrappers may be closed.
         *
         * @param out buffered.
         * @throws IOException when writing fails.
         */
        void writeTo(OutputStream out) throws IOException;
    }

    /**
     * Syncs a file that is written, now or later, and closes it.
     */
    @FunctionalInterface
    interface Sync
    {
        void begin(FileChannel channel) throws IOException;
    }

    private static final class KeepOpenStream extends BufferedOutputStream
    {
        KeepOpenStream(final OutputStream out)
        {
            super(out, BUFFER_LENGTH);
        }

        /** The file still has to be synced: only flushes. */
        @Override
        public void close() throws IOException
        {
            flush();
        }
    }

    /**
     * Deletes a file, or a directory with all that is in it; nothing when there is none. Not synced.
     *
     * @param path of it.
     * @throws IOException when something of it stays.
     */
    public static void deleteTree(final Path path) throws IOException
    {
        if (Files.exists(path))
        {
            try (Stream<Path> files = Files.walk(path))
            {
                for (final Path each : files.sorted(Comparator.reverseOrder()).toList())
                {
                    Files.delete(each);
                }
            }
        }
    }
}
