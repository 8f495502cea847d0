// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.storage;

import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Gives files that are mapped with holes in them the blocks they will need. Who writes into a hole on a full disk gets
 * a fault of the memory instead of an error of the file, and an archive writes into one just when it is about to tell
 * that its disk is full.
 */
public final class MappedFiles
{
    private static final int PAGE_LENGTH = 4096;

    private MappedFiles()
    {
    }

    /**
     * Allocates marks, catalogs and votes of a directory, also while they are in use.
     *
     * @param dir that may be missing.
     */
    public static void allocate(final Path dir)
    {
        final String failure = "cannot read the directory: dir=" + dir;
        DiskAccess.list(failure, dir).stream()
            .filter(file -> isMapped(file.getFileName().toString()))
            .forEach(file -> DiskAccess.run(failure, () -> touch(file)));
    }

    private static boolean isMapped(final String name)
    {
        return name.endsWith(".dat") || name.endsWith(".catalog");
    }

    private static void touch(final Path file) throws IOException
    {
        if (Files.size(file) < PAGE_LENGTH)
        {
            return;
        }
        final MappedByteBuffer bytes = IoUtil.mapExistingFile(file.toFile(), file.getFileName().toString());
        try
        {
            final UnsafeBuffer buffer = new UnsafeBuffer(bytes);
            for (int offset = 0; offset < buffer.capacity(); offset += PAGE_LENGTH)
            {
                // Writes what is there, atomically: it does not disturb another user of the file.
                buffer.getAndAddInt(offset, 0);
            }
        }
        finally
        {
            IoUtil.unmap(bytes);
        }
    }
}
