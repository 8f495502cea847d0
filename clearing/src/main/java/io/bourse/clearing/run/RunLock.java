// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.LockedException;
import io.bourse.clearing.file.DirectoryLock;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Only one run at a time works in a base directory, one process at the reports of a run, one dry run in its directory.
 */
final class RunLock implements AutoCloseable
{
    private final DirectoryLock lock;

    private RunLock(final DirectoryLock lock)
    {
        this.lock = lock;
    }

    /**
     * Takes the lock.
     *
     * @throws LockedException when somebody has it.
     */
    static RunLock acquire(final Path directory) throws IOException
    {
        final DirectoryLock lock = DirectoryLock.tryAcquire(directory);
        if (null == lock)
        {
            throw new LockedException("a run, a dry run or the writing of reports is at work there already, wait for " +
                "it or abort it: lock=" + directory.resolve(DirectoryLock.NAME));
        }
        return new RunLock(lock);
    }

    @Override
    public void close() throws IOException
    {
        lock.close();
    }
}
