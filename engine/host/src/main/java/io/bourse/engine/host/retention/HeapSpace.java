// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.retention;

import io.bourse.engine.host.storage.DiskAccess;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Whether a second core has space beside the one that trades: an allocation that fails may fail on any thread.
 */
public final class HeapSpace
{
    /** A core takes several times the bytes of its snapshot: pools, tables, and tables that grow are there twice. */
    private static final long BYTES_PER_SNAPSHOT_BYTE = 12;
    private static final long MIN_BYTES = 64L * 1024 * 1024;

    private HeapSpace()
    {
    }

    /**
     * Refuses to make a core of a snapshot where there is too little heap.
     *
     * @param file of the snapshot.
     * @throws IllegalStateException when there is.
     */
    static void requireForCoreOf(final Path file)
    {
        DiskAccess.run("cannot read the snapshot: file=" + file, () -> requireForCoreOf(file, Files.size(file)));
    }

    /**
     * Refuses to make a core of a snapshot where there is too little heap.
     *
     * @param file of the snapshot.
     * @param snapshotBytes that it holds.
     * @throws IllegalStateException when there is.
     */
    public static void requireForCoreOf(final Path file, final long snapshotBytes)
    {
        require(file, snapshotBytes, Runtime.getRuntime().maxMemory() - usedBytes());
    }

    static void require(final Path file, final long snapshotBytes, final long freeBytes)
    {
        final long neededBytes = Math.max(MIN_BYTES, snapshotBytes * BYTES_PER_SNAPSHOT_BYTE);
        if (freeBytes < neededBytes)
        {
            throw new IllegalStateException("there is too little heap to check the snapshots that a purge would rest" +
                " on, so nothing is removed; give the process more (-Xmx): file=" + file + " snapshotBytes=" +
                snapshotBytes + " freeHeapBytes=" + freeBytes + " neededHeapBytes=" + neededBytes);
        }
    }

    /** Without what is in eden: most of that is garbage, and a collection of it is short. */
    private static long usedBytes()
    {
        long usedBytes = 0;
        for (final MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans())
        {
            if (MemoryType.HEAP == pool.getType() && !pool.getName().contains("Eden"))
            {
                usedBytes += pool.getUsage().getUsed();
            }
        }
        return usedBytes;
    }
}
