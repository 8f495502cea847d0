// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.clearing.ClearingException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.file.DurableFile;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An ingest has one writer, whatever process it lives in.
 */
final class IngestLock implements AutoCloseable
{
    private static final String NAME = ".lock";
    private static final int TRIES = 10;
    private static final long TRY_MS = 2;
    /** A file lock is of the whole process, and goes when anybody in it closes the file: so it is asked here first. */
    private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;

    private IngestLock(final Path file, final FileChannel channel)
    {
        this.file = file;
        this.channel = channel;
    }

    /** Takes the lock, or returns null when somebody has it. */
    static IngestLock tryAcquire(final Path directory)
    {
        try
        {
            DurableFile.createDirectories(directory);
            final Path file = directory.toRealPath().resolve(NAME);
            if (!HELD_HERE.add(file))
            {
                return null;
            }
            final FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            final FileLock lock = channel.tryLock();
            if (null == lock)
            {
                channel.close();
                HELD_HERE.remove(file);
                return null;
            }
            return new IngestLock(file, channel);
        }
        catch (final IOException ex)
        {
            throw new ClearingException(ClearingException.EXIT_IO,
                "the ingest cannot be locked: directory=" + directory + " reason=\"" + ex + "\"", ex);
        }
    }

    static IngestLock acquire(final Path directory)
    {
        final IdleStrategy idleStrategy = new SleepingMillisIdleStrategy(TRY_MS);
        IngestLock lock = tryAcquire(directory);
        // Whoever asks whether the lock is held has it for that moment.
        for (int i = 1; i < TRIES && null == lock; i++)
        {
            idleStrategy.idle();
            lock = tryAcquire(directory);
        }
        if (null == lock)
        {
            throw new PreconditionException("another tailer writes this ingest, stop it first: lock=" +
                directory.resolve(NAME));
        }
        return lock;
    }

    /** Whether somebody writes the ingest now. */
    static boolean isHeld(final Path directory)
    {
        if (!Files.exists(directory.resolve(NAME)))
        {
            return false;
        }
        final IngestLock lock = tryAcquire(directory);
        if (null != lock)
        {
            lock.close();
        }
        return null == lock;
    }

    @Override
    public void close()
    {
        try
        {
            channel.close();
        }
        catch (final IOException ex)
        {
            throw new ClearingException(ClearingException.EXIT_IO, "lock cannot be closed: lock=" + file, ex);
        }
        finally
        {
            HELD_HERE.remove(file);
        }
    }
}
