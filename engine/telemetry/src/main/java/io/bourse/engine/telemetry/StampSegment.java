// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * One mapped file of stamps that is being written. Its blocks are on the disk before anyone writes to it: a mapped
 * write for which the disk has no space would take the whole process down.
 */
final class StampSegment
{
    private static final int CHUNK_LENGTH = 64 * 1024;
    private static final int PAGE_LENGTH = 4096;

    private final Path file;
    private final MappedByteBuffer mapping;
    private final UnsafeBuffer buffer;
    private final int recordLength;
    private final int capacity;
    private int tradingDate;
    private int count;
    private long lost;
    /** Records that were read here; of the reading thread. */
    private int readCount;
    /** Worst of the clock while this file was the current one, null before; of the same thread. */
    private ClockReading clock;

    private StampSegment(final Path file, final MappedByteBuffer mapping, final int recordLength)
    {
        this.file = file;
        this.mapping = mapping;
        this.recordLength = recordLength;
        buffer = new UnsafeBuffer(mapping);
        capacity = (buffer.capacity() - SegmentHeader.LENGTH) / recordLength;
    }

    /** Makes a file; takes milliseconds. */
    static StampSegment create(
        final Path file,
        final StampKind kind,
        final String component,
        final int gatewayId,
        final int partition,
        final int length,
        final long nowNs) throws IOException
    {
        try (FileChannel channel = FileChannel.open(
            file, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE))
        {
            final ByteBuffer zeros = ByteBuffer.allocate(CHUNK_LENGTH);
            for (long position = 0; position < length; position += zeros.position())
            {
                zeros.clear().limit((int)Math.min(CHUNK_LENGTH, length - position));
                channel.write(zeros, position);
            }
            final StampSegment segment = new StampSegment(
                file, channel.map(FileChannel.MapMode.READ_WRITE, 0, length), kind.recordLength());
            segment.describe(kind, component, gatewayId, partition, nowNs);
            return segment;
        }
        catch (final IOException | RuntimeException ex)
        {
            Files.deleteIfExists(file);
            throw ex;
        }
    }

    private void describe(
        final StampKind kind, final String component, final int gatewayId, final int partition, final long nowNs)
    {
        // The first write to a page is a fault: better here than in the component's thread.
        for (int offset = PAGE_LENGTH; offset < buffer.capacity(); offset += PAGE_LENGTH)
        {
            buffer.putByte(offset, (byte)0);
        }
        final byte[] name = component.getBytes(StandardCharsets.US_ASCII);
        buffer.putInt(SegmentHeader.VERSION_OFFSET, SegmentHeader.VERSION, SegmentHeader.ORDER);
        buffer.putInt(SegmentHeader.KIND_OFFSET, kind.code(), SegmentHeader.ORDER);
        buffer.putInt(SegmentHeader.RECORD_LENGTH_OFFSET, recordLength, SegmentHeader.ORDER);
        buffer.putInt(SegmentHeader.PARTITION_OFFSET, partition, SegmentHeader.ORDER);
        buffer.putInt(SegmentHeader.GATEWAY_ID_OFFSET, gatewayId, SegmentHeader.ORDER);
        buffer.putLong(SegmentHeader.CREATED_OFFSET, nowNs, SegmentHeader.ORDER);
        buffer.putLong(SegmentHeader.PID_OFFSET, ProcessHandle.current().pid(), SegmentHeader.ORDER);
        buffer.putByte(SegmentHeader.NAME_LENGTH_OFFSET, (byte)name.length);
        buffer.putBytes(SegmentHeader.NAME_OFFSET, name);
        buffer.putLongRelease(0, SegmentHeader.MAGIC);
    }

    /** Takes the file into use. */
    void begin(final int date)
    {
        tradingDate = date;
        buffer.putIntRelease(SegmentHeader.TRADING_DATE_OFFSET, date);
    }

    int tradingDate()
    {
        return tradingDate;
    }

    boolean isFull()
    {
        return count == capacity;
    }

    boolean isEmpty()
    {
        return 0 == count;
    }

    UnsafeBuffer buffer()
    {
        return buffer;
    }

    int nextOffset()
    {
        return SegmentHeader.LENGTH + count * recordLength;
    }

    /** The record at {@link #nextOffset()} is complete. Its mark goes last: readers believe nothing without it. */
    void commit()
    {
        buffer.putLongRelease(nextOffset(), count + 1);
        count++;
    }

    /** Gives the records that are complete and were not given yet; for one thread, which may be another one. */
    void readNew(final RequestLatencies latencies)
    {
        while (readCount < capacity)
        {
            final int offset = SegmentHeader.LENGTH + readCount * recordLength;
            if (buffer.getLongVolatile(offset) != readCount + 1)
            {
                return;
            }
            latencies.record(buffer, offset);
            readCount++;
        }
    }

    /** Another look at the machine's clock, which counts while the file is the current one; for the same thread. */
    void onClock(final ClockReading reading)
    {
        if (null != clock)
        {
            clock = clock.worst(reading);
        }
        else if (0 != buffer.getIntVolatile(SegmentHeader.TRADING_DATE_OFFSET))
        {
            clock = reading;
        }
        SegmentHeader.clock(buffer, null == clock ? reading : clock);
    }

    void onLost()
    {
        lost++;
        buffer.putLong(SegmentHeader.LOST_OFFSET, lost, SegmentHeader.ORDER);
    }

    /** Unmaps the file and cuts off what was not used; an unused file goes away. */
    void close() throws IOException
    {
        final int length = nextOffset();
        final boolean isUnused = isEmpty() && 0 == lost;
        BufferUtil.free(mapping);
        if (isUnused)
        {
            Files.deleteIfExists(file);
            return;
        }
        if (!isFull())
        {
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE))
            {
                channel.truncate(length);
            }
        }
    }
}
