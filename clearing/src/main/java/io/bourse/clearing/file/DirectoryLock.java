// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A directory has one owner, whatever process it lives in.
 */
public final class DirectoryLock implements AutoCloseable
{
    /** Name of the file that is locked. */
    public static final String NAME = ".lock";

    /** A file lock is of the whole process, and goes when anybody in it closes the file: so it is asked here first. */
    private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

    private final Path file;
    private final FileChannel channel;

    private DirectoryLock(final Path file, final FileChannel channel)
    {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Takes the lock. The directory is made if it is not there.
     *
     * @param directory to be owned.
     * @return null when somebody has it, of this process or of another.
     * @throws IOException when the file cannot be made or locked.
     */
    public static DirectoryLock tryAcquire(final Path directory) throws IOException
    {
        DurableFile.createDirectories(directory);
        final Path file = directory.toRealPath().resolve(NAME);
        if (!HELD_HERE.add(file))
        {
            return null;
        }
        FileChannel channel = null;
        boolean isLocked = false;
        try
        {
            channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            isLocked = null != channel.tryLock();
            return isLocked ? new DirectoryLock(file, channel) : null;
        }
        finally
        {
            if (!isLocked)
            {
                release(file, channel);
            }
        }
    }

    private static void release(final Path file, final FileChannel channel) throws IOException
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
            HELD_HERE.remove(file);
        }
    }

    @Override
    public void close() throws IOException
    {
        release(file, channel);
    }
}
