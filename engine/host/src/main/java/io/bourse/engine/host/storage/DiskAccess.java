// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.storage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/**
 * Work on files that is needed to go on: when the disk refuses, the caller fails with what it was about to do.
 */
public final class DiskAccess
{
    private DiskAccess()
    {
    }

    /** Work without a result. */
    @FunctionalInterface
    public interface Task
    {
        void run() throws IOException;
    }

    /**
     * Work with a result.
     *
     * @param <T> type of the result.
     */
    @FunctionalInterface
    public interface Query<T>
    {
        T get() throws IOException;
    }

    /**
     * Does something.
     *
     * @param failure what to say when it fails, with the file.
     * @param task to do.
     * @throws UncheckedIOException when the disk refuses.
     */
    public static void run(final String failure, final Task task)
    {
        get(failure, () ->
        {
            task.run();
            return null;
        });
    }

    /**
     * Finds something out, or makes something.
     *
     * @param <T> type of the result.
     * @param failure what to say when it fails, with the file.
     * @param query to ask.
     * @return result.
     * @throws UncheckedIOException when the disk refuses.
     */
    public static <T> T get(final String failure, final Query<T> query)
    {
        try
        {
            return query.get();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(failure, ex);
        }
    }

    /**
     * Lists a directory.
     *
     * @param failure what to say when it fails, with the directory.
     * @param directory to list.
     * @return what is in it, in no order; empty when there is no such directory.
     * @throws UncheckedIOException when the disk refuses.
     */
    public static List<Path> list(final String failure, final Path directory)
    {
        return Files.isDirectory(directory) ? get(failure, () ->
        {
            try (Stream<Path> files = Files.list(directory))
            {
                return files.toList();
            }
        }) : List.of();
    }

    /**
     * Locks a file against other processes and against this one.
     *
     * @param channel of the file.
     * @return false when it is locked already.
     */
    static boolean tryLock(final FileChannel channel) throws IOException
    {
        try
        {
            return null != channel.tryLock();
        }
        catch (final OverlappingFileLockException ex)
        {
            // Held by this very process: the same refusal.
            return false;
        }
    }

    /**
     * Makes what was written outlive a loss of power; of a directory, the names in it.
     *
     * @param file that was written, or directory.
     * @throws IOException when the disk refuses.
     */
    public static void force(final Path file) throws IOException
    {
        final StandardOpenOption option = Files.isDirectory(file) ? StandardOpenOption.READ : StandardOpenOption.WRITE;
        try (FileChannel channel = FileChannel.open(file, option))
        {
            channel.force(true);
        }
    }

    /**
     * Writes a file atomically: no reader sees half of it, not even after a loss of power.
     *
     * @param file to write; one that is there is replaced.
     * @param draft beside it, which gets its name in the end.
     * @param text of the file.
     * @throws IOException when the disk refuses.
     */
    public static void replace(final Path file, final Path draft, final String text) throws IOException
    {
        Files.writeString(draft, text, StandardCharsets.UTF_8);
        force(draft);
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
