// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.core;

import io.bourse.engine.core.snapshot.SnapshotSink;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Writes the records of a snapshot to a file, each after its length, and reads them back, a mebibyte at a time.
 */
final class RecordFile implements SnapshotSink, AutoCloseable
{
    private static final int CHUNK_LENGTH = 1024 * 1024;

    private final ByteBuffer bytes = ByteBuffer.allocateDirect(CHUNK_LENGTH);
    private final UnsafeBuffer chunk = new UnsafeBuffer(bytes);
    private final FileChannel channel;
    private int position;
    private long records;

    private RecordFile(final FileChannel channel)
    {
        this.channel = channel;
    }

    /** A file to write to; what was in it is gone. */
    static RecordFile create(final Path file) throws IOException
    {
        return new RecordFile(FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
            StandardOpenOption.TRUNCATE_EXISTING));
    }

    /** A file to read from. */
    static RecordFile open(final Path file) throws IOException
    {
        return new RecordFile(FileChannel.open(file, StandardOpenOption.READ));
    }

    @Override
    public void onRecord(final DirectBuffer buffer, final int offset, final int length)
    {
        if (position + Integer.BYTES + length > CHUNK_LENGTH)
        {
            flush();
        }
        chunk.putInt(position, length);
        chunk.putBytes(position + Integer.BYTES, buffer, offset, length);
        position += Integer.BYTES + length;
        records++;
    }

    /** Hands what was written to the system. */
    void flush()
    {
        try
        {
            bytes.position(0).limit(position);
            while (bytes.hasRemaining())
            {
                channel.write(bytes);
            }
            position = 0;
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot write the snapshot", ex);
        }
    }

    /** Waits until the disk has it. */
    void force() throws IOException
    {
        channel.force(true);
    }

    /** Gives all records to a sink. */
    void forEach(final SnapshotSink sink) throws IOException
    {
        bytes.clear();
        while (channel.read(bytes) >= 0 || bytes.position() > 0)
        {
            final int end = bytes.position();
            int offset = 0;
            while (offset + Integer.BYTES <= end && offset + Integer.BYTES + chunk.getInt(offset) <= end)
            {
                final int length = chunk.getInt(offset);
                if (length <= 0 || length > SnapshotSink.MAX_RECORD_LENGTH)
                {
                    throw new IOException("no record: record=" + records + " length=" + length);
                }
                sink.onRecord(chunk, offset + Integer.BYTES, length);
                records++;
                offset += Integer.BYTES + length;
            }
            if (0 == offset)
            {
                throw new IOException("the file ends within a record: record=" + records);
            }
            bytes.limit(end).position(offset);
            bytes.compact();
        }
    }

    long records()
    {
        return records;
    }

    @Override
    public void close() throws IOException
    {
        channel.close();
    }
}
