// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.backup;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Copies files that are mostly empty: the segment files of a recording have their full length from the beginning.
 */
final class SparseCopy
{
    private static final int CHUNK_LENGTH = 64 * 1024;

    private SparseCopy()
    {
    }

    /** Copies a file to one that does not exist yet, and syncs it. What is zero is not written. */
    static void copy(final Path from, final Path to) throws IOException
    {
        final ByteBuffer chunk = ByteBuffer.allocateDirect(CHUNK_LENGTH).order(ByteOrder.nativeOrder());
        try (FileChannel in = FileChannel.open(from, StandardOpenOption.READ);
            RandomAccessFile file = new RandomAccessFile(to.toFile(), "rw"))
        {
            file.setLength(in.size());
            final FileChannel out = file.getChannel();
            for (long at = 0; in.read(chunk.clear(), at) > 0; at += chunk.limit())
            {
                chunk.flip();
                if (!isZero(chunk))
                {
                    write(out, chunk, at);
                }
            }
            out.force(true);
        }
    }

    private static boolean isZero(final ByteBuffer chunk)
    {
        int i = 0;
        for (; i <= chunk.limit() - Long.BYTES; i += Long.BYTES)
        {
            if (0 != chunk.getLong(i))
            {
                return false;
            }
        }
        for (; i < chunk.limit(); i++)
        {
            if (0 != chunk.get(i))
            {
                return false;
            }
        }
        return true;
    }

    private static void write(final FileChannel out, final ByteBuffer chunk, final long at) throws IOException
    {
        long position = at;
        while (chunk.hasRemaining())
        {
            position += out.write(chunk, position);
        }
    }
}
