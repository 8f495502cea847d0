// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import org.agrona.BufferUtil;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * When the venue's engine thread was away, by its own meter: a mapped file that grows while the venue runs. All
 * processes of a machine have the same clock. A gap is written before anything that waited for it is answered.
 *
 * <p>Longs in the order of the machine: count, capacity, limit, 0, and for each gap its begin and its end.
 */
final class VenueGaps implements AutoCloseable
{
    private static final int HEADER_LENGTH = 32;
    private static final int CAPACITY_OFFSET = 8;
    private static final int GAP_LENGTH = 16;
    private static final int END_OFFSET = 8;

    private final Gaps gaps = new Gaps();
    private final MappedByteBuffer mapping;
    private final UnsafeBuffer buffer;

    /**
     * Maps a file.
     *
     * @param file that the venue writes.
     * @throws IOException when it is not there, or is no such file.
     */
    VenueGaps(final Path file) throws IOException
    {
        if (!Files.exists(file) || Files.size(file) < HEADER_LENGTH)
        {
            throw new IOException("the venue writes no gaps of its engine: file=" + file +
                "; switch its meter on, or name no file in the plan");
        }
        mapping = IoUtil.mapExistingFile(file.toFile(), "gaps of the engine's thread");
        buffer = new UnsafeBuffer(mapping);
        final long most = (buffer.capacity() - HEADER_LENGTH) / GAP_LENGTH;
        if (buffer.getLong(CAPACITY_OFFSET) != most)
        {
            close();
            throw new IOException("the file is not one of gaps: file=" + file + " length=" + Files.size(file));
        }
    }

    /** Gaps so far. */
    long count()
    {
        return buffer.getLongVolatile(0);
    }

    /** Whether no more will be written. */
    boolean isFull()
    {
        return count() == buffer.getLong(CAPACITY_OFFSET);
    }

    /**
     * How long the venue's thread was away while something that is answered now was there.
     *
     * @param dueNs moment when it began.
     * @return time in the gaps that ended later.
     */
    long awaySinceNs(final long dueNs)
    {
        final long count = count();
        for (long i = gaps.count(); i < count; i++)
        {
            final int offset = HEADER_LENGTH + (int)i * GAP_LENGTH;
            gaps.add(buffer.getLong(offset), buffer.getLong(offset + END_OFFSET));
        }
        return gaps.awaySinceNs(dueNs);
    }

    @Override
    public void close()
    {
        BufferUtil.free(mapping);
    }
}
