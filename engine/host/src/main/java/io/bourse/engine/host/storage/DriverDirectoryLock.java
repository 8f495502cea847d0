// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.storage;

import io.bourse.engine.files.OwnDirectory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Makes sure that one media driver at a time works in a directory. Every start deletes what is in it, also while
 * another driver uses it: engines on different data directories could delete each other's driver, for example in
 * containers that share their memory. A driver's own heartbeat is no help, it outlasts its process by seconds.
 */
public final class DriverDirectoryLock implements AutoCloseable
{
    private static final int ATTEMPTS = 100;

    private final Path file;
    private final FileChannel channel;

    private DriverDirectoryLock(final Path file, final FileChannel channel)
    {
        this.file = file;
        this.channel = channel;
    }

    /**
     * Takes the lock, a file beside the directory. Both are in a directory that only this user can enter: a driver
     * deletes what it finds under its name, and would follow a link there.
     *
     * @param aeronDirectoryName of the driver; need not exist.
     * @return lock, held until it is closed or the process dies.
     * @throws IllegalStateException when another engine holds it.
     * @throws UncheckedIOException when others can use the directory that both are in.
     */
    public static DriverDirectoryLock acquire(final String aeronDirectoryName)
    {
        final Path file = Path.of(aeronDirectoryName + ".lock").toAbsolutePath();
        return DiskAccess.get("cannot lock the media driver directory: aeronDirectoryName=" + aeronDirectoryName, () ->
        {
            OwnDirectory.make(file.getParent());
            for (int i = 0; i < ATTEMPTS; i++)
            {
                final FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE,
                    StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                if (!DiskAccess.tryLock(channel))
                {
                    channel.close();
                    throw new IllegalStateException("another engine works in this media driver directory, stop it or" +
                        " take another one: aeronDirectoryName=" + aeronDirectoryName);
                }
                if (isStillThere(file, channel))
                {
                    return new DriverDirectoryLock(file, channel);
                }
                channel.close();
            }
            throw new IllegalStateException("the media driver directory cannot be locked: aeronDirectoryName=" +
                aeronDirectoryName);
        });
    }

    /** A former holder deletes the file: what was locked may be a file that no other process will find. */
    private static boolean isStillThere(final Path file, final FileChannel channel) throws IOException
    {
        final String token = ProcessHandle.current().pid() + " " + System.nanoTime();
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(token.getBytes(StandardCharsets.US_ASCII)), 0);
        return Files.exists(file) && token.equals(Files.readString(file, StandardCharsets.US_ASCII));
    }

    @Override
    public void close()
    {
        DiskAccess.run("cannot release the media driver directory: file=" + file, () ->
        {
            Files.deleteIfExists(file);
            channel.close();
        });
    }
}
