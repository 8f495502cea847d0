// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.net;

import java.io.File;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.file.Path;

import org.agrona.BitUtil;
import org.agrona.BufferUtil;
import org.agrona.DirectBuffer;
import org.agrona.IoUtil;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The last packets that were sent, by number, in a ring of bytes: the oldest go when their bytes, or their places in
 * the index, are needed. Allocates nothing after it was made; for one thread.
 * <p>
 * In a mapped file the packets outlive the process, not the machine: the next publisher finds them again and goes on
 * with the next number. If it begins with another one, they are dropped at its first packet.
 * <pre>
 *   0         8          16       24       32      40     64
 *   +---------+----------+--------+--------+-------+------+--------------------------+-----------+
 *   | magic   | capacity | slots  | first  | last  | free | slots x {position, size} | ring      |
 *   +---------+----------+--------+--------+-------+------+--------------------------+-----------+
 * </pre>
 */
public final class PacketHistory implements AutoCloseable
{
    /** Smallest capacity in bytes: some packets of the largest size that a feed sends. */
    public static final int MIN_CAPACITY = 16 * 1024;

    /** Largest capacity in bytes. */
    public static final int MAX_CAPACITY = 1024 * 1024 * 1024;

    /** Packets kept at most, per byte of capacity: no feed has packets of less on average. */
    public static final int BYTES_PER_SLOT = 64;
    private static final long MAGIC = 0x4849_5354_0000_0001L;
    private static final int CAPACITY_OFFSET = 8;
    private static final int SLOTS_OFFSET = 16;
    private static final int FIRST_OFFSET = 24;
    private static final int LAST_OFFSET = 32;
    private static final int HEADER_LENGTH = 64;
    private static final int SLOT_LENGTH = 16;

    private final UnsafeBuffer buffer;
    private final MappedByteBuffer mapped;
    private final int capacity;
    private final int slots;
    private final int ringOffset;
    private long first;
    private long last;
    private long endPosition;
    private boolean isClosed;

    private PacketHistory(final ByteBuffer memory, final MappedByteBuffer mapped, final int capacity)
    {
        buffer = new UnsafeBuffer(memory);
        this.mapped = mapped;
        this.capacity = capacity;
        slots = slots(capacity);
        ringOffset = HEADER_LENGTH + slots * SLOT_LENGTH;
        if (!resume())
        {
            buffer.putLong(CAPACITY_OFFSET, capacity);
            buffer.putLong(SLOTS_OFFSET, slots);
            clear();
            buffer.putLongRelease(0, MAGIC);
        }
    }

    /**
     * The capacity that memory of a size allows.
     *
     * @param bytes that may be taken.
     * @return largest capacity that is not above it, or the smallest or largest there is.
     */
    public static int capacityFor(final long bytes)
    {
        return (int)Long.highestOneBit(Math.max(MIN_CAPACITY, Math.min(MAX_CAPACITY, bytes)));
    }

    /**
     * A history in memory, empty.
     *
     * @param capacity bytes of packets to keep: a power of two, {@link #MIN_CAPACITY} to {@link #MAX_CAPACITY}.
     * @return history.
     * @throws IllegalArgumentException if the capacity is not such a number.
     */
    public static PacketHistory inMemory(final int capacity)
    {
        checkCapacity(capacity);
        return new PacketHistory(BufferUtil.allocateDirectAligned(length(capacity), 64), null, capacity);
    }

    /**
     * A history in a file, with what an earlier process of the same capacity left there.
     *
     * @param path of the file; made when it is not there.
     * @param capacity bytes of packets to keep: a power of two, {@link #MIN_CAPACITY} to {@link #MAX_CAPACITY}.
     * @return history.
     * @throws IllegalArgumentException if the capacity is not such a number.
     */
    public static PacketHistory inFile(final Path path, final int capacity)
    {
        checkCapacity(capacity);
        final File file = path.toFile();
        final int length = length(capacity);
        if (file.exists() && file.length() != length)
        {
            IoUtil.delete(file, false);
        }
        IoUtil.ensureDirectoryExists(file.getAbsoluteFile().getParentFile(), "packet history");
        final MappedByteBuffer memory = file.exists() ?
            IoUtil.mapExistingFile(file, "packet history") : IoUtil.mapNewFile(file, length, false);
        return new PacketHistory(memory, memory, capacity);
    }

    /**
     * Keeps a packet. The first one may have any number; if a later one is not the successor of the last, all before
     * it are dropped.
     *
     * @param msgSeqNum its number, from 1.
     * @param source that holds it.
     * @param length of it in bytes, from 1 to the capacity.
     */
    public void append(final long msgSeqNum, final DirectBuffer source, final int offset, final int length)
    {
        if (0 != last && msgSeqNum != last + 1)
        {
            clear();
        }
        final long position = endPosition;
        final long newEnd = position + length;
        long newFirst = 0 == last ? msgSeqNum : first;
        while (newFirst < msgSeqNum &&
            (newFirst <= msgSeqNum - slots || position(newFirst) < newEnd - capacity))
        {
            newFirst++;
        }
        // What is about to be overwritten is given up first, so that a file is right whenever the process ends.
        first = newFirst;
        buffer.putLongRelease(FIRST_OFFSET, first);

        final int at = (int)(position & (capacity - 1));
        final int head = Math.min(length, capacity - at);
        buffer.putBytes(ringOffset + at, source, offset, head);
        if (head < length)
        {
            buffer.putBytes(ringOffset, source, offset + head, length - head);
        }
        final int slot = slotOffset(msgSeqNum);
        buffer.putLong(slot, position);
        buffer.putInt(slot + 8, length);
        endPosition = newEnd;
        last = msgSeqNum;
        buffer.putLongRelease(LAST_OFFSET, msgSeqNum);
    }

    /**
     * Copies a packet.
     *
     * @param msgSeqNum its number.
     * @param destination to copy to.
     * @param offset to copy to.
     * @return length of the packet in bytes, 0 if it is not kept.
     */
    public int copy(final long msgSeqNum, final MutableDirectBuffer destination, final int offset)
    {
        final int length = length(msgSeqNum);
        if (0 < length)
        {
            final int at = (int)(position(msgSeqNum) & (capacity - 1));
            final int head = Math.min(length, capacity - at);
            destination.putBytes(offset, buffer, ringOffset + at, head);
            if (head < length)
            {
                destination.putBytes(offset + head, buffer, ringOffset, length - head);
            }
        }
        return length;
    }

    /**
     * Length of a packet.
     *
     * @param msgSeqNum its number.
     * @return bytes, 0 if it is not kept.
     */
    public int length(final long msgSeqNum)
    {
        return 0 == last || msgSeqNum < first || msgSeqNum > last ? 0 : buffer.getInt(slotOffset(msgSeqNum) + 8);
    }

    /**
     * Number of the oldest packet kept.
     *
     * @return number, 0 if there is none.
     */
    public long firstMsgSeqNum()
    {
        return 0 == last ? 0 : first;
    }

    /**
     * Number of the newest packet kept.
     *
     * @return number, 0 if there is none.
     */
    public long lastMsgSeqNum()
    {
        return last;
    }

    /**
     * Drops the newest packets: the next one has to follow the number given.
     *
     * @param msgSeqNum of the last one to be kept; nothing happens if it is not kept now.
     */
    public void dropAfter(final long msgSeqNum)
    {
        if (0 < length(msgSeqNum))
        {
            endPosition = position(msgSeqNum) + length(msgSeqNum);
            last = msgSeqNum;
            buffer.putLongRelease(LAST_OFFSET, msgSeqNum);
        }
    }

    /**
     * What has this number stays, and what is older; without it nothing does.
     *
     * @param msgSeqNum after which the feed goes on.
     */
    public void goOnAfter(final long msgSeqNum)
    {
        if (0 < length(msgSeqNum))
        {
            dropAfter(msgSeqNum);
        }
        else
        {
            clear();
        }
    }

    /**
     * Drops all packets: numbers begin again.
     */
    public void clear()
    {
        buffer.putLongRelease(LAST_OFFSET, 0);
        buffer.putLong(FIRST_OFFSET, 0);
        first = 0;
        last = 0;
        endPosition = 0;
    }

    @Override
    public void close()
    {
        if (!isClosed && null != mapped)
        {
            IoUtil.unmap(mapped);
        }
        isClosed = true;
        last = 0;
        buffer.wrap(0, 0);
    }

    private boolean resume()
    {
        if (MAGIC != buffer.getLongAcquire(0) || capacity != buffer.getLong(CAPACITY_OFFSET) ||
            slots != buffer.getLong(SLOTS_OFFSET))
        {
            return false;
        }
        last = buffer.getLongAcquire(LAST_OFFSET);
        first = buffer.getLong(FIRST_OFFSET);
        if (first < 1 || first > last || last - first >= slots)
        {
            return false;
        }
        endPosition = position(last) + buffer.getInt(slotOffset(last) + 8);
        return isWhole();
    }

    private boolean isWhole()
    {
        long expected = position(first);
        for (long msgSeqNum = first; msgSeqNum <= last; msgSeqNum++)
        {
            final int length = buffer.getInt(slotOffset(msgSeqNum) + 8);
            if (length < 1 || length > capacity || position(msgSeqNum) != expected)
            {
                return false;
            }
            expected += length;
        }
        return expected == endPosition && endPosition - position(first) <= capacity;
    }

    private long position(final long msgSeqNum)
    {
        return buffer.getLong(slotOffset(msgSeqNum));
    }

    private int slotOffset(final long msgSeqNum)
    {
        return HEADER_LENGTH + (int)(msgSeqNum & (slots - 1)) * SLOT_LENGTH;
    }

    private static int slots(final int capacity)
    {
        return capacity / BYTES_PER_SLOT;
    }

    private static int length(final int capacity)
    {
        return HEADER_LENGTH + slots(capacity) * SLOT_LENGTH + capacity;
    }

    private static void checkCapacity(final int capacity)
    {
        if (capacity < MIN_CAPACITY || capacity > MAX_CAPACITY || !BitUtil.isPowerOfTwo(capacity))
        {
            throw new IllegalArgumentException("Capacity of a packet history must be a power of two: capacity=" +
                capacity + " min=" + MIN_CAPACITY + " max=" + MAX_CAPACITY);
        }
    }
}
