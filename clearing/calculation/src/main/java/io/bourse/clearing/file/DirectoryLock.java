// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.file;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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

    private static final String UNKNOWN = "unknown";

    /** A file lock is of the whole process, and goes when anybody in it closes the file: so it is asked here first. */
    private static final Set<Path> HELD_HERE = ConcurrentHashMap.newKeySet();

    private static final Logger LOGGER = LoggerFactory.getLogger(DirectoryLock.class);

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
     * @return null when it is held, by this process or another.
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

    /** Writes down for those who are kept out which process has the lock. On a full disk it stays without. */
    public void noteHolder()
    {
        final byte[] pid = Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII);
        try
        {
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(pid), 0);
        }
        catch (final IOException ex)
        {
            LOGGER.debug("holder of a lock cannot be noted: reason=\"{}\"", ex.toString());
        }
    }

    /**
     * The process that has noted last that it has the lock of a directory, for the message of a process that does not
     * get it.
     *
     * @param directory that is owned.
     * @return its id, or "unknown" when none has noted any.
     */
    public static String holderPid(final Path directory)
    {
        try
        {
            final Path file = directory.toRealPath().resolve(NAME);
            // Reading closes the file too: not while this process has the lock, nor comes to have it.
            if (!HELD_HERE.add(file))
            {
                return Long.toString(ProcessHandle.current().pid());
            }
            try
            {
                final String pid = Files.readString(file, StandardCharsets.US_ASCII);
                return pid.isEmpty() ? UNKNOWN : pid;
            }
            finally
            {
                HELD_HERE.remove(file);
            }
        }
        catch (final IOException ex)
        {
            return UNKNOWN;
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
