// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.storage;

import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The free space under a data directory. An engine stops while it still has some, because a full disk also damages
 * marks, catalogs, and the logs that would explain it.
 */
public final class StorageSpace
{
    /** Free bytes that an engine keeps by default. */
    public static final long MIN_FREE_BYTES_DEFAULT = 256L * 1024 * 1024;

    private final Path dataDir;
    private final FileStore store;
    private final long minFreeBytes;

    /**
     * Space of a data directory.
     *
     * @param dataDir that exists.
     * @param minFreeBytes to keep free while the engine runs; twice as much is needed to start. 0 asks for nothing.
     */
    public StorageSpace(final Path dataDir, final long minFreeBytes)
    {
        this.dataDir = dataDir;
        this.minFreeBytes = minFreeBytes;
        store = DiskAccess.get("the free space of the data directory cannot be read: dataDir=" + dataDir,
            () -> Files.getFileStore(dataDir));
    }

    /**
     * Refuses to start where the engine would soon have to stop.
     *
     * @throws StorageException when there is too little space.
     */
    public void requireForStart()
    {
        require(2 * minFreeBytes, "too little free space to start, free some first");
    }

    /**
     * Refuses to go on before the disk is full.
     *
     * @throws StorageException when there is too little space.
     */
    public void requireToGoOn()
    {
        require(minFreeBytes, "the disk is nearly full, the engine stops before it is; free space and start it again");
    }

    private void require(final long bytes, final String message)
    {
        if (0 == bytes)
        {
            return;
        }
        DiskAccess.run("the free space of the disk cannot be read: dataDir=" + dataDir, () ->
        {
            final long freeBytes = store.getUsableSpace();
            if (freeBytes < bytes)
            {
                throw new StorageException(message + ": dataDir=" + dataDir + " disk=" + store + " freeBytes=" +
                    freeBytes + " neededBytes=" + bytes);
            }
        });
    }
}
