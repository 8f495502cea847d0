// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.snapshot;

import io.bourse.engine.client.operator.VenueLimitsSpec;
import io.bourse.engine.core.snapshot.SnapshotSink;
import io.bourse.engine.host.snapshot.SnapshotFileException.Reason;
import io.bourse.engine.protocol.snapshot.MessageHeaderDecoder;
import io.bourse.engine.protocol.snapshot.SnapshotBeginDecoder;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Reads one snapshot file. Nothing of a record is given away before its checksum was found right.
 */
public final class SnapshotFile
{
    private static final int WINDOW_LENGTH = 1024 * 1024;

    private final Path file;
    private final FileChannel channel;
    private final ByteBuffer window = ByteBuffer.allocateDirect(WINDOW_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    private long records;
    private long bytes;

    private SnapshotFile(final Path file, final FileChannel channel)
    {
        this.file = file;
        this.channel = channel;
        window.limit(0);
    }

    /**
     * What a whole file held.
     *
     * @param header of the file.
     * @param records of the core.
     * @param bytes in these records.
     */
    public record Contents(SnapshotHeader header, long records, long bytes)
    {
    }

    /**
     * Reads the header alone.
     *
     * @param file to read.
     * @return its contents; the rest of the file may be bad.
     * @throws SnapshotFileException when it is not the header that was written.
     */
    public static SnapshotHeader header(final Path file)
    {
        return open(file, SnapshotFile::readHeader);
    }

    /**
     * Reads a whole file.
     *
     * @param file to read.
     * @param sink of the records, in the order in which they were written.
     * @return what it held.
     * @throws SnapshotFileException when it is not what was written; records may have been given away by then.
     */
    public static Contents read(final Path file, final SnapshotSink sink)
    {
        return open(file, snapshot -> snapshot.readAll(sink));
    }

    /**
     * Reads what a snapshot holds, without the rest of the file.
     *
     * @param file to read.
     * @return counts by its first record.
     * @throws SnapshotFileException when header or first record are not what was written.
     */
    public static VenueLimitsSpec held(final Path file)
    {
        return open(file, SnapshotFile::readHeld);
    }

    private interface Reading<T>
    {
        T read(SnapshotFile snapshot) throws IOException;
    }

    private static <T> T open(final Path file, final Reading<T> reading)
    {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ))
        {
            final SnapshotFile snapshot = new SnapshotFile(file, channel);
            try
            {
                return reading.read(snapshot);
            }
            finally
            {
                BufferUtil.free(snapshot.window);
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("cannot read the snapshot: file=" + file, ex);
        }
    }

    private Contents readAll(final SnapshotSink sink) throws IOException
    {
        final SnapshotHeader header = readHeader();
        final UnsafeBuffer record = new UnsafeBuffer(window);
        int length = lengthOfNext();
        while (SnapshotFormat.END_MARK != length)
        {
            readRecord(length, record, sink);
            length = lengthOfNext();
        }
        readEnd();
        return new Contents(header, records, bytes);
    }

    private VenueLimitsSpec readHeld() throws IOException
    {
        readHeader();
        final VenueLimitsSpec[] held = new VenueLimitsSpec[1];
        readRecord(lengthOfNext(), new UnsafeBuffer(window), (buffer, offset, length) ->
            held[0] = held(buffer, offset));
        if (null == held[0])
        {
            throw bad(Reason.DAMAGED_RECORD, "it is not the first one of a core");
        }
        return held[0];
    }

    /**
     * What a snapshot holds, by one of its records.
     *
     * @param buffer that holds the record.
     * @param offset of its message header.
     * @return counts; null by all records but the first one.
     */
    public static VenueLimitsSpec held(final DirectBuffer buffer, final int offset)
    {
        final MessageHeaderDecoder header = new MessageHeaderDecoder().wrap(buffer, offset);
        if (SnapshotBeginDecoder.TEMPLATE_ID != header.templateId())
        {
            return null;
        }
        final SnapshotBeginDecoder begin = new SnapshotBeginDecoder().wrapAndApplyHeader(buffer, offset, header);
        return new VenueLimitsSpec(
            begin.orders(), 0, begin.accounts(), begin.instruments(), begin.logins(), begin.exposures());
    }

    private void readRecord(final int length, final UnsafeBuffer record, final SnapshotSink sink) throws IOException
    {
        if (length <= 0 || length > SnapshotSink.MAX_RECORD_LENGTH)
        {
            throw bad(Reason.DAMAGED_RECORD, "length=" + length);
        }
        require(SnapshotFormat.RECORD_PREFIX_LENGTH + length);
        final int offset = window.position() + SnapshotFormat.RECORD_PREFIX_LENGTH;
        final int written = window.getInt(window.position() + Integer.BYTES);
        final int computed = SnapshotFormat.checksum(window, offset, length);
        if (written != computed)
        {
            throw bad(Reason.DAMAGED_RECORD, "length=" + length + " checksum=" + written + " computed=" + computed);
        }
        sink.onRecord(record, offset, length);
        window.position(offset + length);
        records++;
        bytes += length;
    }

    private SnapshotHeader readHeader() throws IOException
    {
        require(SnapshotFormat.HEADER_LENGTH);
        final SnapshotHeader header = SnapshotFormat.decode(window, file);
        window.position(SnapshotFormat.HEADER_LENGTH);
        final long named = SnapshotDirectory.positionOf(file);
        if (named >= 0 && named != header.journalPosition())
        {
            throw bad(Reason.WRONG_NAME, "journalPosition=" + header.journalPosition() + " named=" + named);
        }
        return header;
    }

    private void readEnd() throws IOException
    {
        require(SnapshotFormat.END_LENGTH);
        final int begin = window.position();
        final int contents = begin + SnapshotFormat.END_CONTENTS_OFFSET;
        final long writtenRecords = window.getLong(contents);
        final long writtenBytes = window.getLong(contents + Long.BYTES);
        if (window.getInt(begin + Integer.BYTES) !=
            SnapshotFormat.checksum(window, contents, SnapshotFormat.END_CONTENTS_LENGTH))
        {
            throw bad(Reason.DAMAGED_RECORD, "the end marker does not fit its checksum");
        }
        if (records != writtenRecords || bytes != writtenBytes)
        {
            throw bad(Reason.WRONG_COUNT, "writtenRecords=" + writtenRecords + " bytes=" + bytes + " writtenBytes=" +
                writtenBytes);
        }
        window.position(begin + SnapshotFormat.END_LENGTH);
        if (window.hasRemaining() || channel.position() < channel.size())
        {
            throw bad(Reason.BYTES_BEHIND_END, "length=" + channel.size());
        }
    }

    private int lengthOfNext() throws IOException
    {
        require(SnapshotFormat.RECORD_PREFIX_LENGTH);
        return window.getInt(window.position());
    }

    /** Has at least so many bytes in the window, from its position on. */
    private void require(final int length) throws IOException
    {
        if (window.remaining() >= length)
        {
            return;
        }
        window.compact();
        while (window.position() < length)
        {
            if (channel.read(window) < 0)
            {
                throw bad(Reason.TORN, "fileLength=" + channel.size());
            }
        }
        window.flip();
    }

    private SnapshotFileException bad(final Reason reason, final String facts)
    {
        return new SnapshotFileException(reason, file, "record=" + records + " " + facts);
    }
}
