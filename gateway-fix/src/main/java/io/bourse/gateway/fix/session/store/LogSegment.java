// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session.store;

import org.agrona.BufferUtil;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * One mapped file of a message log. Entries follow each other, each at a multiple of 8; an entry exists when its length
 * is written, which happens last.
 *
 * <pre>
 *   file    | magic 8 | version 8 | entry | entry | ... | zeros
 *   entry   0 length 4 | 4 crc 4 | 8 number 4 | 12 k 4 | 16 position 8 | 24 sendingTimeNs 8 | 32 type 4 | 36 kind 4 |
 *           40 body
 * </pre>
 *
 * <p>A chunk is written with zeros before it is used. That takes its blocks from the file system by an ordinary write,
 * which says so when the disk is full; a first touch through the mapping would end the process instead.
 */
public final class LogSegment implements AutoCloseable
{
    static final int LENGTH = 4 * 1024 * 1024;
    static final int FIRST_OFFSET = 16;
    static final int NUMBER_OFFSET = 8;
    static final int K_OFFSET = 12;
    static final int POSITION_OFFSET = 16;
    static final int TIME_OFFSET = 24;
    static final int TYPE_OFFSET = 32;
    static final int KIND_OFFSET = 36;
    static final int BODY_OFFSET = 40;
    /** Longest body of an entry. */
    static final int MAX_BODY = 1024 * 1024;
    public static final int CHUNK_LENGTH = 64 * 1024;
    private static final int CRC_OFFSET = 4;
    private static final int ALIGNMENT = 8;
    private static final long MAGIC = 0x424F_5552_5345_464CL;
    private static final long VERSION = 1;

    private final int number;
    private final Path file;
    private final FileChannel channel;
    private final MappedByteBuffer mapping;
    private final ByteBuffer checkView;
    private final UnsafeBuffer buffer;
    private final CRC32C crc = new CRC32C();
    private int writableEnd;

    private LogSegment(final int number, final Path file, final FileChannel channel) throws IOException
    {
        this.number = number;
        this.file = file;
        this.channel = channel;
        mapping = channel.map(FileChannel.MapMode.READ_WRITE, 0, LENGTH);
        checkView = mapping.duplicate();
        buffer = new UnsafeBuffer(mapping);
    }

    /** A new file, with its first chunk. */
    static LogSegment create(final int number, final Path file, final ByteBuffer zeros)
    {
        FileChannel channel = null;
        try
        {
            channel = FileChannel.open(
                file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
            writeZeros(channel, 0, CHUNK_LENGTH, zeros);
            final LogSegment segment = new LogSegment(number, file, channel);
            segment.writableEnd = CHUNK_LENGTH;
            segment.buffer.putLong(8, VERSION, ByteOrder.LITTLE_ENDIAN);
            segment.buffer.putLong(0, MAGIC, ByteOrder.LITTLE_ENDIAN);
            return segment;
        }
        catch (final IOException ex)
        {
            CloseHelper.quietClose(channel);
            throw diskFull(file, ex);
        }
    }

    /** A file of an earlier process; nothing can be appended before {@link #cutAt}. */
    static LogSegment open(final int number, final Path file)
    {
        FileChannel channel = null;
        try
        {
            channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
            final LogSegment segment = new LogSegment(number, file, channel);
            if (MAGIC != segment.buffer.getLong(0, ByteOrder.LITTLE_ENDIAN) ||
                VERSION != segment.buffer.getLong(8, ByteOrder.LITTLE_ENDIAN))
            {
                segment.close();
                throw new IllegalStateException(
                    "not a message log of this version, move the directory of its session away: file=" + file);
            }
            return segment;
        }
        catch (final IOException ex)
        {
            CloseHelper.quietClose(channel);
            throw new UncheckedIOException("message log cannot be opened: file=" + file, ex);
        }
    }

    /** Whether a file was made by {@link #create} to the end; a death in between leaves one that was not. */
    static boolean isBegun(final Path file) throws IOException
    {
        final ByteBuffer head = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ))
        {
            return Long.BYTES == channel.read(head, 0) && 0 != head.getLong(0);
        }
    }

    /** The last messages of a file that another process may write to. */
    static List<StoredMessage> last(final Path file, final int limit) throws IOException
    {
        final byte[] bytes = Files.readAllBytes(file);
        final UnsafeBuffer entries = new UnsafeBuffer(bytes);
        final CRC32C crc = new CRC32C();
        final ArrayDeque<StoredMessage> last = new ArrayDeque<>();
        int offset = FIRST_OFFSET;
        int length = lengthAt(entries, offset);
        while (length >= BODY_OFFSET && length <= bytes.length - offset)
        {
            crc.reset();
            crc.update(bytes, offset + NUMBER_OFFSET, length - NUMBER_OFFSET);
            if (entries.getInt(offset + CRC_OFFSET) != (int)crc.getValue())
            {
                break;
            }
            if (MessageLog.MESSAGE == entries.getInt(offset + KIND_OFFSET))
            {
                last.addLast(message(entries, offset, length));
            }
            if (last.size() > limit)
            {
                last.removeFirst();
            }
            offset = next(offset, length);
            length = lengthAt(entries, offset);
        }
        return List.copyOf(last);
    }

    private static int lengthAt(final UnsafeBuffer entries, final int offset)
    {
        return offset + BODY_OFFSET > entries.capacity() ? 0 : entries.getInt(offset);
    }

    private static StoredMessage message(final UnsafeBuffer entries, final int offset, final int length)
    {
        final int type = entries.getInt(offset + TYPE_OFFSET);
        final char first = (char)(type & 0xFF);
        final char second = (char)(type >>> Byte.SIZE & 0xFF);
        return new StoredMessage(entries.getInt(offset + NUMBER_OFFSET), entries.getLong(offset + TIME_OFFSET),
            0 == second ? String.valueOf(first) : String.valueOf(first) + second,
            entries.getStringWithoutLengthAscii(offset + BODY_OFFSET, length - BODY_OFFSET));
    }

    int number()
    {
        return number;
    }

    Path file()
    {
        return file;
    }

    UnsafeBuffer buffer()
    {
        return buffer;
    }

    /** Whether a whole, undamaged entry begins here. */
    boolean isEntry(final int offset)
    {
        if (offset + BODY_OFFSET > LENGTH)
        {
            return false;
        }
        final int length = buffer.getInt(offset);
        return length >= BODY_OFFSET && length <= LENGTH - offset &&
            checksum(offset, length) == buffer.getInt(offset + CRC_OFFSET);
    }

    /** Whether nothing was ever written here. */
    boolean isBlank(final int offset)
    {
        return offset + Integer.BYTES > LENGTH || 0 == buffer.getInt(offset);
    }

    /** Length of an entry that is there; 0 when none is. */
    int entryLength(final int offset)
    {
        return offset + BODY_OFFSET > LENGTH ? 0 : buffer.getIntVolatile(offset);
    }

    static int next(final int offset, final int length)
    {
        return offset + (length + ALIGNMENT - 1 & -ALIGNMENT);
    }

    /** Forgets what is after a place, for instance an entry that was not finished, and gets ready to append there. */
    void cutAt(final int offset, final ByteBuffer zeros)
    {
        try
        {
            writableEnd = Math.min(LENGTH, (offset / CHUNK_LENGTH + 1) * CHUNK_LENGTH);
            writeZeros(channel, offset, writableEnd, zeros);
        }
        catch (final IOException ex)
        {
            throw diskFull(file, ex);
        }
    }

    /** Makes sure that an entry fits; false when the segment is full. */
    boolean reserve(final int offset, final int length, final ByteBuffer zeros)
    {
        final int end = next(offset, length) + ALIGNMENT;
        if (end > LENGTH)
        {
            return false;
        }
        while (end > writableEnd)
        {
            try
            {
                writeZeros(channel, writableEnd, writableEnd + CHUNK_LENGTH, zeros);
            }
            catch (final IOException ex)
            {
                throw diskFull(file, ex);
            }
            writableEnd += CHUNK_LENGTH;
        }
        return true;
    }

    /** The entry is complete. */
    void commit(final int offset, final int length)
    {
        buffer.putInt(offset + CRC_OFFSET, checksum(offset, length));
        buffer.putIntOrdered(offset, length);
    }

    private int checksum(final int offset, final int length)
    {
        crc.reset();
        checkView.limit(offset + length).position(offset + NUMBER_OFFSET);
        crc.update(checkView);
        checkView.clear();
        return (int)crc.getValue();
    }

    private static void writeZeros(
        final FileChannel channel,
        final int begin,
        final int end,
        final ByteBuffer zeros) throws IOException
    {
        int position = begin;
        while (position < end)
        {
            zeros.clear().limit(Math.min(zeros.capacity(), end - position));
            position += channel.write(zeros, position);
        }
        zeros.clear();
    }

    private static UncheckedIOException diskFull(final Path file, final IOException ex)
    {
        return new UncheckedIOException("the FIX gateway has no space for the messages that it must be able to send " +
            "again, it stops: free space, then start it again: file=" + file, ex);
    }

    /** Nothing may be read or written any more. */
    @Override
    public void close()
    {
        CloseHelper.quietClose(channel);
        BufferUtil.free(mapping);
    }
}
