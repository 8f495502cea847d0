// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session.store;

import org.agrona.concurrent.UnsafeBuffer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The next numbers of a session, in a small mapped file: they survive the death of the process.
 *
 * <pre>
 *   0 magic | 8 version | 16 nextSender 4 | 20 validFrom 4 | 24 nextTarget 4 | 28 limit 4 |
 *   32 creationTimeMs | 40 resets | 48 askedPosition | 56 firstNumber 4 | 60 place 4 | 64
 * </pre>
 */
final class SessionNumbers implements AutoCloseable
{
    static final String FILE_NAME = "numbers";
    static final int SENDER_OFFSET = 16;
    private static final int LENGTH = 64;
    private static final long MAGIC = 0x424F_5552_5345_464EL;
    private static final long VERSION = 1;
    private static final int VALID_FROM_OFFSET = 20;
    private static final int TARGET_OFFSET = 24;
    private static final int LIMIT_OFFSET = 28;
    private static final int CREATION_OFFSET = 32;
    private static final int RESETS_OFFSET = 40;
    private static final int ASKED_OFFSET = 48;
    private static final int FIRST_OFFSET = 56;
    private static final int PLACE_OFFSET = 60;

    private final MappedByteBuffer mapping;
    private final UnsafeBuffer buffer;

    SessionNumbers(final Path directory, final long nowMs)
    {
        final Path file = directory.resolve(FILE_NAME);
        try (FileChannel channel = FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE))
        {
            if (channel.size() < LENGTH)
            {
                // An ordinary write first: it says so when the disk is full.
                channel.write(ByteBuffer.allocate(LENGTH), 0);
            }
            mapping = channel.map(FileChannel.MapMode.READ_WRITE, 0, LENGTH);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("sequence numbers of a FIX session cannot be opened: file=" + file, ex);
        }
        buffer = new UnsafeBuffer(mapping);
        if (0 == buffer.getLong(0))
        {
            buffer.putLong(8, VERSION, ByteOrder.LITTLE_ENDIAN);
            begin(nowMs, 0);
            buffer.putLong(0, MAGIC, ByteOrder.LITTLE_ENDIAN);
        }
        if (!isOurs(buffer))
        {
            throw new IllegalStateException(
                "not sequence numbers of this version, move the directory of the session away: file=" + file);
        }
    }

    private static boolean isOurs(final UnsafeBuffer buffer)
    {
        return MAGIC == buffer.getLong(0, ByteOrder.LITTLE_ENDIAN) &&
            VERSION == buffer.getLong(8, ByteOrder.LITTLE_ENDIAN);
    }

    /** Numbers in a file, whether a gateway works with it or not; empty when it is none of ours. */
    static Optional<StoredSession> read(final byte[] file)
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(file);
        return LENGTH == file.length && isOurs(buffer) ?
            Optional.of(new StoredSession(
                buffer.getInt(SENDER_OFFSET, ByteOrder.LITTLE_ENDIAN),
                buffer.getInt(TARGET_OFFSET, ByteOrder.LITTLE_ENDIAN),
                buffer.getLong(CREATION_OFFSET, ByteOrder.LITTLE_ENDIAN))) : Optional.empty();
    }

    /** Both numbers are 1 again. */
    void begin(final long nowMs, final long resets)
    {
        nextSender(1);
        nextTarget(1);
        validFrom(0);
        buffer.putLong(CREATION_OFFSET, nowMs, ByteOrder.LITTLE_ENDIAN);
        buffer.putLongOrdered(RESETS_OFFSET, resets);
    }

    int nextSender()
    {
        return buffer.getInt(SENDER_OFFSET);
    }

    void nextSender(final int number)
    {
        buffer.putIntOrdered(SENDER_OFFSET, number);
    }

    /** Messages with numbers below it are not sent again under these: another process may have used them since. */
    int validFrom()
    {
        return buffer.getInt(VALID_FROM_OFFSET);
    }

    void validFrom(final int number)
    {
        buffer.putIntOrdered(VALID_FROM_OFFSET, number);
    }

    int nextTarget()
    {
        return buffer.getInt(TARGET_OFFSET);
    }

    void nextTarget(final int number)
    {
        buffer.putIntOrdered(TARGET_OFFSET, number);
    }

    /** Numbers from it on were never written to a client; 0 when that is not known, as after an older program. */
    int limit()
    {
        return buffer.getInt(LIMIT_OFFSET);
    }

    void limit(final int number)
    {
        buffer.putIntOrdered(LIMIT_OFFSET, number);
    }

    long creationTimeMs()
    {
        return buffer.getLong(CREATION_OFFSET);
    }

    long resets()
    {
        return buffer.getLong(RESETS_OFFSET);
    }

    /** Journal position of the last command of an operator that let the numbers begin again; 0 for none. */
    long askedPosition()
    {
        return buffer.getLong(ASKED_OFFSET);
    }

    void askedPosition(final long position)
    {
        buffer.putLongOrdered(ASKED_OFFSET, position);
    }

    /** First number of this process while reports of before wait for one; 0 when none does. */
    int first()
    {
        return buffer.getInt(FIRST_OFFSET);
    }

    void first(final int number)
    {
        buffer.putIntOrdered(FIRST_OFFSET, number);
    }

    /**
     * Of the next report that gets a number: its place among those that are set aside, or the negated number that it
     * had before another process came; 0 when it is not known yet what the client lacks.
     */
    int place()
    {
        return buffer.getInt(PLACE_OFFSET);
    }

    void place(final int ofReport)
    {
        buffer.putIntOrdered(PLACE_OFFSET, ofReport);
    }

    /** Leaves the unmapping to the collector: a late write into unmapped memory would end the process. */
    @Override
    public void close()
    {
        mapping.force();
    }
}
