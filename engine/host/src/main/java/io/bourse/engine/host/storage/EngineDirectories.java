// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.storage;

import io.bourse.engine.files.OwnDirectory;
import org.agrona.IoUtil;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where things are by default.
 */
public final class EngineDirectories
{
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final long SHARED_MEMORY_MIN = 1024L * 1024 * 1024;

    private EngineDirectories()
    {
    }

    /**
     * Where the archive of an engine or member keeps its recordings.
     *
     * @param dataDir of the engine.
     * @return directory, which need not exist.
     */
    public static Path archiveDir(final Path dataDir)
    {
        return dataDir.resolve("archive");
    }

    /**
     * Where a member keeps its recording log, its vote and its marks.
     *
     * @param dataDir of the member.
     * @return directory, which need not exist.
     */
    public static Path clusterDir(final Path dataDir)
    {
        return dataDir.resolve("cluster");
    }

    /**
     * The media driver's directory that belongs to a data directory: in shared memory where there is enough of it,
     * always the same, so that tools find a running engine by its data directory and a new engine clears what a
     * killed one left.
     *
     * @param dataDir of the engine.
     * @return directory name, in a directory that only this user can enter, or in the data directory.
     * @throws UncheckedIOException when others can use this user's directory in shared memory.
     */
    public static String aeronDirectoryName(final Path dataDir)
    {
        final Path absolute = dataDir.toAbsolutePath().normalize();
        final Path shared = sharedMemoryOrNull();
        if (null != shared)
        {
            final long hash = absolute.toString().chars().asLongStream()
                .reduce(0xcbf2_9ce4_8422_2325L, (sum, c) -> (sum ^ c) * 0x100_0000_01b3L);
            return shared.resolve(Long.toHexString(hash)).toString();
        }
        return absolute.resolve("driver").toString();
    }

    /**
     * Where the components of a data directory keep their counters: beside the directory of the media driver, so that
     * writing them never waits for a disk.
     *
     * @param dataDir of the components.
     * @return directory, which need not exist.
     */
    public static Path countersDir(final Path dataDir)
    {
        return Path.of(aeronDirectoryName(dataDir) + "-counters");
    }

    /**
     * Deletes what processes that were killed have left in shared memory. None may run there any more.
     *
     * @param dataDir of the processes, which need not exist.
     */
    public static void deleteShared(final Path dataDir)
    {
        final String driver = aeronDirectoryName(dataDir);
        IoUtil.delete(new File(driver), true);
        IoUtil.delete(new File(driver + ".lock"), true);
        IoUtil.delete(countersDir(dataDir).toFile(), true);
    }

    /**
     * The directory of this user in shared memory: everything that a venue has there is below it. Made if absent, and
     * checked at every call, since every user of the machine can make names there.
     *
     * @return directory; null where there is too little shared memory.
     * @throws UncheckedIOException when it is a link, another user owns it, or others can use it.
     */
    public static Path sharedMemoryOrNull()
    {
        return isSharedMemoryUsable() ? ownIn(SHARED_MEMORY) : null;
    }

    /**
     * The directory of this user in a place where every user can make names. Made if absent, and checked.
     *
     * @param place that users share.
     * @return directory.
     * @throws UncheckedIOException when it is a link, another user owns it, or others can use it.
     */
    public static Path ownIn(final Path place)
    {
        return DiskAccess.get("this user's directory in shared memory cannot be used",
            () -> OwnDirectory.makeInSharedPlace(place, "bourse"));
    }

    /** Containers often have 64 MiB of it, which the term buffers of one engine do not fit in. */
    private static boolean isSharedMemoryUsable()
    {
        try
        {
            return Files.isDirectory(SHARED_MEMORY) && Files.isWritable(SHARED_MEMORY) &&
                Files.getFileStore(SHARED_MEMORY).getTotalSpace() >= SHARED_MEMORY_MIN;
        }
        catch (final IOException ex)
        {
            return false;
        }
    }
}
