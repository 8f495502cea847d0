// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.storage;

import io.bourse.engine.files.OwnDirectory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Makes sure that one engine at a time works on a data directory. The operating system gives the lock back when the
 * process dies, however it dies.
 */
public final class DataDirectoryLock implements AutoCloseable
{
    private static final String FILE_NAME = "engine.lock";

    private final FileChannel channel;

    private DataDirectoryLock(final FileChannel channel)
    {
        this.channel = channel;
    }

    /**
     * Takes the lock, creating the directory for its owner alone if there is none.
     *
     * @param dataDir to lock.
     * @return lock, held until it is closed.
     * @throws IllegalStateException when another engine holds it, or the directory is that of a backup.
     */
    public static DataDirectoryLock acquire(final Path dataDir)
    {
        if (BackupMark.isSet(dataDir))
        {
            throw new IllegalStateException("this is the directory of a backup, or of a member that was not copied to" +
                " the end; make a venue from a backup with bourse restore: dataDir=" + dataDir);
        }
        return acquireAny(dataDir);
    }

    /**
     * The same, whatever the directory is of.
     *
     * @param dataDir to lock.
     * @return lock, held until it is closed.
     * @throws IllegalStateException when another process holds it.
     * @throws UncheckedIOException when another user owns the directory, or others can use it.
     */
    public static DataDirectoryLock acquireAny(final Path dataDir)
    {
        final Path file = dataDir.resolve(FILE_NAME);
        return DiskAccess.get("cannot lock the data directory: dataDir=" + dataDir, () ->
        {
            OwnDirectory.make(dataDir);
            final FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ,
                StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
            if (!DiskAccess.tryLock(channel))
            {
                final String holder = read(channel);
                channel.close();
                throw new IllegalStateException("another engine runs on this data directory, stop it first: dataDir=" +
                    dataDir + " holderPid=" + holder);
            }
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(Long.toString(ProcessHandle.current().pid()).getBytes(
                StandardCharsets.US_ASCII)), 0);
            return new DataDirectoryLock(channel);
        });
    }

    private static String read(final FileChannel channel) throws IOException
    {
        final ByteBuffer text = ByteBuffer.allocate(20);
        channel.read(text, 0);
        return new String(text.array(), 0, text.position(), StandardCharsets.US_ASCII);
    }

    @Override
    public void close()
    {
        DiskAccess.run("cannot release the data directory", channel::close);
    }
}
