// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.snapshot;

import io.bourse.engine.host.storage.DiskAccess;
import org.agrona.CloseHelper;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Writes one snapshot file. Under its own name there is never anything but a whole file: it is written under a
 * temporary one, synced, renamed, and then the directory is synced.
 */
final class SnapshotFileWriter implements AutoCloseable
{
    private final Path temporary;
    private final Path file;
    private final FileChannel channel;
    private long records;
    private long bytes;
    private boolean isComplete;

    SnapshotFileWriter(final Path directory, final SnapshotHeader header) throws IOException
    {
        Files.createDirectories(directory);
        file = directory.resolve(SnapshotDirectory.nameOf(header.journalPosition()));
        temporary = SnapshotDirectory.temporaryOf(file);
        channel = FileChannel.open(temporary, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE);
        final ByteBuffer buffer = ByteBuffer.allocate(SnapshotFormat.HEADER_LENGTH);
        SnapshotFormat.encode(header, buffer);
        writeAll(buffer);
    }

    /**
     * Writes records in sequence, each after its length and the field of its checksum.
     *
     * @param chunk from 0 to its limit; checksums are filled in.
     */
    void write(final ByteBuffer chunk) throws IOException
    {
        chunk.order(ByteOrder.LITTLE_ENDIAN);
        int offset = 0;
        while (offset < chunk.limit())
        {
            final int length = chunk.getInt(offset);
            final int contents = offset + SnapshotFormat.RECORD_PREFIX_LENGTH;
            chunk.putInt(offset + Integer.BYTES, SnapshotFormat.checksum(chunk, contents, length));
            offset = contents + length;
            records++;
            bytes += length;
        }
        writeAll(chunk.duplicate().position(0));
    }

    /** Writes the end marker and brings everything to the disk. */
    void finish() throws IOException
    {
        final ByteBuffer end = ByteBuffer.allocate(SnapshotFormat.END_LENGTH);
        SnapshotFormat.encodeEnd(records, bytes, end);
        writeAll(end.position(0));
        channel.force(true);
        channel.close();
    }

    /** Gives the finished file its name. */
    void name() throws IOException
    {
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        isComplete = true;
        DiskAccess.force(file.getParent());
    }

    private void writeAll(final ByteBuffer buffer) throws IOException
    {
        while (buffer.hasRemaining())
        {
            channel.write(buffer);
        }
    }

    long records()
    {
        return records;
    }

    long bytes()
    {
        return bytes;
    }

    /** Leaves nothing of a file that was not completed. */
    @Override
    public void close()
    {
        CloseHelper.quietClose(channel);
        if (!isComplete)
        {
            CloseHelper.quietClose(() -> Files.deleteIfExists(temporary));
        }
    }
}
