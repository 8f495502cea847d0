// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher;

import java.io.File;
import java.nio.MappedByteBuffer;
import java.nio.file.Path;

import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * How far a feed has come, in a small mapped file: written after each send, it outlives the process, so the next one
 * knows what has left for certain. Two slots are written in turn and each ends with a check word, so that a process
 * that dies while it writes leaves the slot before it. For one thread.
 * <pre>
 *   0          64                                                              128
 *   +----------+-----------+----------+----------+----------+------------------+----------
 *   | magic    | sequence  | cursor   | time     | number   | check            | same again
 *   +----------+-----------+----------+----------+----------+------------------+----------
 * </pre>
 */
public final class FeedMark implements AutoCloseable
{
    private static final long MAGIC = 0x4D41_524B_0000_0001L;
    private static final int LENGTH = 192;
    private static final int SLOT_OFFSET = 64;
    private static final int SLOT_LENGTH = 64;
    private static final int CURSOR_OFFSET = 8;
    private static final int TIME_OFFSET = 16;
    private static final int NUMBER_OFFSET = 24;
    private static final int CHECK_OFFSET = 32;

    private final MappedByteBuffer mapped;
    private final UnsafeBuffer buffer;
    private long sequence;
    private long cursor;
    private long timeNs;
    private long number;
    private boolean isClosed;

    /**
     * Opens a mark, or makes an empty one.
     *
     * @param path of the file; made when it is not there.
     */
    public FeedMark(final Path path)
    {
        final File file = path.toFile();
        if (file.exists() && LENGTH != file.length())
        {
            IoUtil.delete(file, false);
        }
        IoUtil.ensureDirectoryExists(file.getAbsoluteFile().getParentFile(), "feed mark");
        mapped = file.exists() ? IoUtil.mapExistingFile(file, "feed mark") : IoUtil.mapNewFile(file, LENGTH);
        buffer = new UnsafeBuffer(mapped);
        if (MAGIC == buffer.getLong(0))
        {
            read(SLOT_OFFSET);
            read(SLOT_OFFSET + SLOT_LENGTH);
        }
        else
        {
            buffer.setMemory(0, LENGTH, (byte)0);
            buffer.putLongRelease(0, MAGIC);
        }
    }

    /**
     * Whether something was ever marked.
     *
     * @return true if the values mean something.
     */
    public boolean isPresent()
    {
        return 0 != sequence;
    }

    /**
     * Up to where everything has left.
     *
     * @return cursor after the last transaction.
     */
    public long cursor()
    {
        return cursor;
    }

    /**
     * Time of matching of the transaction before the cursor: distinguishes another event stream from this one.
     *
     * @return nanoseconds since the Unix epoch.
     */
    public long timeNs()
    {
        return timeNs;
    }

    /**
     * Number of the last packet.
     *
     * @return number.
     */
    public long number()
    {
        return number;
    }

    /**
     * Writes the mark.
     *
     * @param newCursor after the last transaction of which everything has left.
     * @param newTimeNs time of matching of that transaction.
     * @param newNumber of the last packet.
     */
    public void put(final long newCursor, final long newTimeNs, final long newNumber)
    {
        sequence++;
        cursor = newCursor;
        timeNs = newTimeNs;
        number = newNumber;
        final int slot = SLOT_OFFSET + (int)(sequence & 1) * SLOT_LENGTH;
        buffer.putLong(slot, sequence);
        buffer.putLong(slot + CURSOR_OFFSET, newCursor);
        buffer.putLong(slot + TIME_OFFSET, newTimeNs);
        buffer.putLong(slot + NUMBER_OFFSET, newNumber);
        buffer.putLongRelease(slot + CHECK_OFFSET, check(sequence, newCursor, newTimeNs, newNumber));
    }

    @Override
    public void close()
    {
        if (!isClosed)
        {
            isClosed = true;
            buffer.wrap(0, 0);
            IoUtil.unmap(mapped);
        }
    }

    private void read(final int slot)
    {
        final long slotSequence = buffer.getLong(slot);
        final long slotCursor = buffer.getLong(slot + CURSOR_OFFSET);
        final long slotTimeNs = buffer.getLong(slot + TIME_OFFSET);
        final long slotNumber = buffer.getLong(slot + NUMBER_OFFSET);
        final long check = check(slotSequence, slotCursor, slotTimeNs, slotNumber);
        if (slotSequence > sequence && check == buffer.getLong(slot + CHECK_OFFSET))
        {
            sequence = slotSequence;
            cursor = slotCursor;
            timeNs = slotTimeNs;
            number = slotNumber;
        }
    }

    private static long check(final long sequence, final long cursor, final long timeNs, final long number)
    {
        return ~(sequence ^ Long.rotateLeft(cursor, 16) ^ Long.rotateLeft(timeNs, 32) ^ Long.rotateLeft(number, 48));
    }
}
