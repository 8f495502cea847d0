// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Only one at a time appends to a file, whatever thread or process it is; others wait. What is locked is a file of its
 * own beside it: the lock of a process on a file goes when anybody in the process closes that file, and those who read
 * the appended one do so all the time.
 */
public final class AppendLock implements AutoCloseable
{
    private static final String SUFFIX = ".lock";
    /** A file lock is of the whole process: so threads of this one ask here first. */
    private static final Map<Path, ReentrantLock> THREADS = new ConcurrentHashMap<>();

    private final ReentrantLock threads;
    private final FileChannel channel;

    private AppendLock(final ReentrantLock threads, final FileChannel channel)
    {
        this.threads = threads;
        this.channel = channel;
    }

    /**
     * Takes the lock, as soon as it is free.
     *
     * @param file to be appended to, which need not be there; its directory is made if it is not there.
     * @return lock, to be closed by the thread that took it.
     * @throws IOException when the file beside it cannot be made or locked.
     */
    public static AppendLock acquire(final Path file) throws IOException
    {
        final Path directory = file.toAbsolutePath().getParent();
        DurableFile.createDirectories(directory);
        final Path locked = directory.toRealPath().resolve(file.getFileName() + SUFFIX);
        final ReentrantLock threads = THREADS.computeIfAbsent(locked, path -> new ReentrantLock());
        threads.lock();
        FileChannel channel = null;
        boolean isLocked = false;
        try
        {
            channel = FileChannel.open(locked, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            channel.lock();
            isLocked = true;
            return new AppendLock(threads, channel);
        }
        finally
        {
            if (!isLocked)
            {
                release(threads, channel);
            }
        }
    }

    private static void release(final ReentrantLock threads, final FileChannel channel) throws IOException
    {
        try
        {
            if (null != channel)
            {
                channel.close();
            }
        }
        finally
        {
            threads.unlock();
        }
    }

    @Override
    public void close() throws IOException
    {
        release(threads, channel);
    }
}
