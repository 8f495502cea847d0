// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session.store;

import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/**
 * The messages of one session on disk, by their numbers, in as many files as they need. On the heap is only every 128th
 * number. Gaps in the numbers are messages that are not stored.
 */
public final class MessageLog implements AutoCloseable
{
    /** Kind of an entry: a message. */
    static final int MESSAGE = 0;
    /** Kind of an entry: what is before it is void, its number is the count of resets so far. */
    static final int RESET = 1;
    /** Kind of an entry: what is known at the beginning of a file, so that those before it can go. */
    static final int MARK = 2;
    /** Kind of an entry: numbers of the process that has the session, of the next messages to and from the client. */
    private static final int NUMBERS = 3;
    /** Kind of an entry: the same while reports of earlier processes have no number yet. */
    private static final int NUMBERS_BEHIND = 4;
    static final String SUFFIX = ".log";
    private static final int FIRST_SEGMENT = 1;

    private final Path directory;
    private final int maxFiles;
    private final ByteBuffer zeros;
    private final List<Path> files = new ArrayList<>();
    private final LogIndex index = new LogIndex();
    private final NumberMarks marks = new NumberMarks();
    private LogSegment tail;
    private int tailOffset;
    private LogSegment reading;
    private int resets;
    private int lastNumber;
    private long lastPosition;
    private int lastK;

    /**
     * Opens what there is.
     *
     * @param directory of the session; exists.
     * @param zeros a buffer of them, shared by all logs of a thread.
     * @param maxFiles to keep; the oldest messages are forgotten beyond.
     * @throws UncheckedIOException when files cannot be read.
     * @throws IllegalStateException when they are damaged otherwise than at their end.
     */
    MessageLog(final Path directory, final ByteBuffer zeros, final int maxFiles)
    {
        this.maxFiles = maxFiles;
        this.directory = directory;
        this.zeros = zeros;
        try (Stream<Path> found = Files.list(directory))
        {
            found.filter((file) -> file.getFileName().toString().endsWith(SUFFIX)).forEach(files::add);
            Collections.sort(files);
            if (!files.isEmpty() && !LogSegment.isBegun(files.getLast()))
            {
                Files.delete(files.removeLast());
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("message log cannot be read: directory=" + directory, ex);
        }
        scan();
    }

    private void scan()
    {
        for (int i = 0; i < files.size(); i++)
        {
            scan(files.get(i), i == files.size() - 1);
        }
    }

    private static int numberOf(final Path file)
    {
        final String name = file.getFileName().toString();
        return Integer.parseInt(name.substring(0, name.length() - SUFFIX.length()));
    }

    private void scan(final Path file, final boolean isLast)
    {
        final LogSegment segment = LogSegment.open(numberOf(file), file);
        int offset = LogSegment.FIRST_OFFSET;
        while (segment.isEntry(offset))
        {
            learn(segment, offset);
            offset = LogSegment.next(offset, segment.entryLength(offset));
        }
        if (isLast)
        {
            segment.cutAt(offset, zeros);
            tail = segment;
            tailOffset = offset;
            if (LogSegment.FIRST_OFFSET == offset && files.size() > 1)
            {
                // The process died before it had begun this file.
                write(MARK, resets, lastPosition, lastK, 0, 0, null, 0);
            }
            return;
        }
        final boolean isWhole = segment.isBlank(offset);
        segment.close();
        if (!isWhole)
        {
            throw new IllegalStateException("message log is damaged, restore the directory of the session stores or " +
                "move that of this session away: file=" + file + " offset=" + offset);
        }
    }

    private void learn(final LogSegment segment, final int offset)
    {
        final UnsafeBuffer buffer = segment.buffer();
        final int number = buffer.getInt(offset + LogSegment.NUMBER_OFFSET);
        final long position = buffer.getLong(offset + LogSegment.POSITION_OFFSET);
        switch (buffer.getInt(offset + LogSegment.KIND_OFFSET))
        {
            case RESET ->
            {
                resets = number;
                lastNumber = 0;
                index.clear();
                marks.clear();
            }
            case MARK -> resets = number;
            case NUMBERS -> marks.add(number, typeAt(buffer, offset), false, lastNumber + 1);
            case NUMBERS_BEHIND -> marks.add(number, typeAt(buffer, offset), true, lastNumber + 1);
            default ->
            {
                lastNumber = number;
                index.add(number, segment.number(), offset);
            }
        }
        if (position > 0)
        {
            lastPosition = position;
            lastK = buffer.getInt(offset + LogSegment.K_OFFSET);
        }
    }

    private static int typeAt(final UnsafeBuffer buffer, final int offset)
    {
        return buffer.getInt(offset + LogSegment.TYPE_OFFSET);
    }

    /** Number of the last message stored since the last reset, 0 for none. */
    int lastNumber()
    {
        return lastNumber;
    }

    /** How often the numbers have begun again. */
    int resets()
    {
        return resets;
    }

    /** Transaction of the last report of the event stream that is, or was before a reset, stored; 0 for none. */
    public long lastPosition()
    {
        return lastPosition;
    }

    /** Whether a report was stored, in this life or a former one. */
    public boolean has(final long position, final int k)
    {
        return position < lastPosition || position == lastPosition && k <= lastK;
    }

    /** What is known of the numbers of the process that has the session. */
    NumberMarks marks()
    {
        return marks;
    }

    /** Keeps what the process that has the session has said of its numbers, with a command at a position. */
    void mark(final long position, final int nextSender, final int nextTarget, final boolean isBehind)
    {
        append(isBehind ? NUMBERS_BEHIND : NUMBERS, nextSender, position, 0, 0, nextTarget, null, 0);
    }

    /**
     * Stores a message.
     *
     * @param number of it, above all stored ones.
     * @param position of the command whose report it is, 0 when the event stream does not know it.
     * @param k its number within the transaction, from 1.
     * @param timeNs sending time.
     * @param msgType packed, see {@link FrameEncoder#pack}.
     * @param body bytes.
     * @param length of the body.
     * @throws UncheckedIOException when the disk is full.
     */
    void append(
        final int number,
        final long position,
        final int k,
        final long timeNs,
        final int msgType,
        final byte[] body,
        final int length)
    {
        append(MESSAGE, number, position, k, timeNs, msgType, body, length);
    }

    /** Makes all messages void and begins anew; what was reported of the event stream stays known. */
    void reset(final long timeNs)
    {
        if (null == tail)
        {
            return;
        }
        append(RESET, resets + 1, lastPosition, lastK, timeNs, 0, null, 0);
        keep(1);
    }

    /** Makes the messages from a number on void, as if they and their reports had never been stored. */
    void cut(final int number)
    {
        final LogCursor cursor = new LogCursor();
        if (lastNumber < number || !seek(cursor, number))
        {
            return;
        }
        close();
        while (numberOf(files.getLast()) > cursor.segment)
        {
            delete(files.removeLast());
        }
        try (LogSegment last = LogSegment.open(cursor.segment, files.getLast()))
        {
            last.cutAt(cursor.offset, zeros);
        }
        index.clear();
        marks.clear();
        lastNumber = 0;
        lastPosition = 0;
        lastK = 0;
        scan();
    }

    private static void delete(final Path file)
    {
        try
        {
            Files.delete(file);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("message log cannot be deleted: file=" + file, ex);
        }
    }

    private void keep(final int count)
    {
        if (files.size() > count)
        {
            closeReading();
        }
        while (files.size() > count)
        {
            delete(files.removeFirst());
            index.dropBefore(numberOf(files.getFirst()));
        }
    }

    private void append(
        final int kind,
        final int number,
        final long position,
        final int k,
        final long timeNs,
        final int msgType,
        final byte[] body,
        final int bodyLength)
    {
        if (bodyLength > LogSegment.MAX_BODY)
        {
            throw new IllegalArgumentException("message is too long to be stored: length=" + bodyLength +
                " max=" + LogSegment.MAX_BODY);
        }
        final int length = LogSegment.BODY_OFFSET + bodyLength;
        if (null == tail || !tail.reserve(tailOffset, length, zeros))
        {
            addSegment();
            tail.reserve(tailOffset, length, zeros);
        }
        write(kind, number, position, k, timeNs, msgType, body, bodyLength);
    }

    /** Where there is space. */
    private void write(
        final int kind,
        final int number,
        final long position,
        final int k,
        final long timeNs,
        final int msgType,
        final byte[] body,
        final int bodyLength)
    {
        final int length = LogSegment.BODY_OFFSET + bodyLength;
        final UnsafeBuffer buffer = tail.buffer();
        buffer.putInt(tailOffset + LogSegment.NUMBER_OFFSET, number);
        buffer.putInt(tailOffset + LogSegment.K_OFFSET, k);
        buffer.putLong(tailOffset + LogSegment.POSITION_OFFSET, position);
        buffer.putLong(tailOffset + LogSegment.TIME_OFFSET, timeNs);
        buffer.putInt(tailOffset + LogSegment.TYPE_OFFSET, msgType);
        buffer.putInt(tailOffset + LogSegment.KIND_OFFSET, kind);
        if (bodyLength > 0)
        {
            buffer.putBytes(tailOffset + LogSegment.BODY_OFFSET, body, 0, bodyLength);
        }
        tail.commit(tailOffset, length);
        learn(tail, tailOffset);
        tailOffset = LogSegment.next(tailOffset, length);
    }

    private void addSegment()
    {
        final int number = null == tail ? FIRST_SEGMENT : tail.number() + 1;
        final LogSegment added =
            LogSegment.create(number, directory.resolve(String.format("%010d%s", number, SUFFIX)), zeros);
        if (null != tail)
        {
            tail.close();
        }
        tail = added;
        tailOffset = LogSegment.FIRST_OFFSET;
        files.add(added.file());
        write(MARK, resets, lastPosition, lastK, 0, 0, null, 0);
        keep(maxFiles);
    }

    /**
     * Finds the first stored message from a number on.
     *
     * @param cursor set to it.
     * @param number wanted.
     * @return false when there is none.
     */
    public boolean seek(final LogCursor cursor, final int number)
    {
        final int at = index.floor(number);
        if (at < 0)
        {
            return false;
        }
        cursor.segment = index.segment(at);
        cursor.offset = index.offset(at);
        while (read(cursor) && cursor.number < number)
        {
            cursor.offset = LogSegment.next(cursor.offset, cursor.length);
        }
        return cursor.length > 0 && cursor.number >= number;
    }

    /** Moves to the next stored message; false after the last. */
    public boolean next(final LogCursor cursor)
    {
        cursor.offset = LogSegment.next(cursor.offset, cursor.length);
        return read(cursor);
    }

    private boolean read(final LogCursor cursor)
    {
        boolean isThere = readEntry(cursor);
        while (isThere && MESSAGE != cursor.kind())
        {
            cursor.offset = LogSegment.next(cursor.offset, cursor.length);
            isThere = readEntry(cursor);
        }
        return isThere;
    }

    private boolean readEntry(final LogCursor cursor)
    {
        LogSegment segment = segment(cursor.segment);
        int length = segment.entryLength(cursor.offset);
        if (0 == length && segment != tail)
        {
            cursor.segment++;
            cursor.offset = LogSegment.FIRST_OFFSET;
            segment = segment(cursor.segment);
            length = segment.entryLength(cursor.offset);
        }
        cursor.length = length;
        if (length > 0)
        {
            cursor.wrap(segment.buffer());
        }
        return length > 0;
    }

    private LogSegment segment(final int number)
    {
        if (number == tail.number())
        {
            return tail;
        }
        if (null == reading || number != reading.number())
        {
            closeReading();
            reading = LogSegment.open(number, files.get(number - numberOf(files.getFirst())));
        }
        return reading;
    }

    /** Gives back what reading old messages needed. */
    public void closeReading()
    {
        CloseHelper.quietClose(reading);
        reading = null;
    }

    @Override
    public void close()
    {
        closeReading();
        CloseHelper.quietClose(tail);
        tail = null;
    }
}
