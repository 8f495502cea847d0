// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host;

import java.io.IOException;
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
     * The media driver's directory that belongs to a data directory: in shared memory where there is enough of it,
     * always the same, so that tools find a running engine by its data directory and a new engine clears what a
     * killed one left.
     *
     * @param dataDir of the engine.
     * @return directory name.
     */
    public static String aeronDirectoryName(final Path dataDir)
    {
        final Path absolute = dataDir.toAbsolutePath().normalize();
        if (isSharedMemoryUsable())
        {
            final long hash = absolute.toString().chars().asLongStream()
                .reduce(0xcbf2_9ce4_8422_2325L, (sum, c) -> (sum ^ c) * 0x100_0000_01b3L);
            return SHARED_MEMORY.resolve("bourse-" + System.getProperty("user.name") + "-" +
                Long.toHexString(hash)).toString();
        }
        return absolute.resolve("driver").toString();
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
