// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.store;

import io.bourse.clearing.LockedException;
import io.bourse.clearing.file.DirectoryLock;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Only one run at a time works in a base directory, one process at the reports of a run, one dry run in its directory.
 */
public final class RunLock implements AutoCloseable
{
    private static final int TRIES = 50;
    private static final long TRY_MS = 10;

    private final DirectoryLock lock;

    private RunLock(final DirectoryLock lock)
    {
        this.lock = lock;
    }

    /**
     * Takes the lock.
     *
     * @throws LockedException when it is taken.
     */
    public static RunLock acquire(final Path directory) throws IOException
    {
        final RunLock lock = tryAcquire(directory);
        if (null == lock)
        {
            throw new LockedException("a run, a dry run or the writing of reports is at work there already, wait for " +
                "it or abort it: lock=" + directory.resolve(DirectoryLock.NAME));
        }
        return lock;
    }

    /** Null when a run is working. */
    public static RunLock tryAcquire(final Path directory) throws IOException
    {
        final IdleStrategy idleStrategy = new SleepingMillisIdleStrategy(TRY_MS);
        DirectoryLock lock = DirectoryLock.tryAcquire(directory);
        // The writer of an answer holds the lock for that moment.
        for (int i = 1; i < TRIES && null == lock; i++)
        {
            idleStrategy.idle();
            lock = DirectoryLock.tryAcquire(directory);
        }
        return null == lock ? null : new RunLock(lock);
    }

    @Override
    public void close() throws IOException
    {
        lock.close();
    }
}
