// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.clearing.ClearingException;
import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.file.DirectoryLock;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * An ingest has one writer, whatever process it lives in.
 */
record IngestLock(Path directory, DirectoryLock lock) implements AutoCloseable
{
    private static final int TRIES = 10;
    private static final long TRY_MS = 2;

    /** Takes the lock, or returns null when it is taken. */
    static IngestLock tryAcquire(final Path directory)
    {
        try
        {
            final DirectoryLock lock = DirectoryLock.tryAcquire(directory);
            return null == lock ? null : new IngestLock(directory, lock);
        }
        catch (final IOException ex)
        {
            throw failed(directory, ex);
        }
    }

    private static ClearingException failed(final Path directory, final IOException ex)
    {
        return new ClearingException(ClearingException.EXIT_IO,
            "the ingest cannot be locked: directory=" + directory + " reason=\"" + ex + "\"", ex);
    }

    static IngestLock acquire(final Path directory)
    {
        final IdleStrategy idleStrategy = new SleepingMillisIdleStrategy(TRY_MS);
        IngestLock lock = tryAcquire(directory);
        // A check whether the lock is held takes it for that moment.
        for (int i = 1; i < TRIES && null == lock; i++)
        {
            idleStrategy.idle();
            lock = tryAcquire(directory);
        }
        if (null == lock)
        {
            throw new PreconditionException("another tailer writes this ingest, stop it first: lock=" +
                directory.resolve(DirectoryLock.NAME) + " holderPid=" + DirectoryLock.holderPid(directory));
        }
        lock.lock.noteHolder();
        return lock;
    }

    /** Whether a process writes the ingest now. */
    static boolean isHeld(final Path directory)
    {
        if (!Files.exists(directory.resolve(DirectoryLock.NAME)))
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
            lock.close();
        }
        catch (final IOException ex)
        {
            throw failed(directory, ex);
        }
    }
}
