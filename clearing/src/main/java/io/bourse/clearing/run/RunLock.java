// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.file.DirectoryLock;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Only one run at a time works in a base directory.
 */
final class RunLock implements AutoCloseable
{
    private final DirectoryLock lock;

    private RunLock(final DirectoryLock lock)
    {
        this.lock = lock;
    }

    static RunLock acquire(final Path baseDir) throws IOException
    {
        final DirectoryLock lock = DirectoryLock.tryAcquire(baseDir);
        if (null == lock)
        {
            throw new PreconditionException(
                "a run is working already, wait for it or abort it: lock=" + baseDir.resolve(DirectoryLock.NAME));
        }
        return new RunLock(lock);
    }

    @Override
    public void close() throws IOException
    {
        lock.close();
    }
}
