// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run;

import io.bourse.clearing.PreconditionException;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Only one run at a time works in a base directory, whatever process it lives in.
 */
final class RunLock implements AutoCloseable
{
    private static final String NAME = ".lock";

    private final FileChannel channel;

    private RunLock(final FileChannel channel)
    {
        this.channel = channel;
    }

    static RunLock acquire(final Path baseDir) throws IOException
    {
        Files.createDirectories(baseDir);
        final Path file = baseDir.resolve(NAME);
        final FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = null;
        try
        {
            lock = channel.tryLock();
        }
        catch (final OverlappingFileLockException ex)
        {
            channel.close();
            throw new PreconditionException("another run of this process is working: lock=" + file, ex);
        }
        if (null == lock)
        {
            channel.close();
            throw new PreconditionException("a run of another process is working: lock=" + file);
        }
        return new RunLock(channel);
    }

    @Override
    public void close() throws IOException
    {
        channel.close();
    }
}
