// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session.store;

import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;

/**
 * A small file beside the stores of the sessions: the journal position up to which every report has been handed to the
 * stores, and which starts of a gateway have had the sessions. It is also their lock. Memory-mapped, so that it costs
 * nothing to keep and survives the death of the process.
 *
 * <pre>
 *   0        8        16               24      32
 *   | magic  | version| handedPosition | epoch | owner | ... 64
 * </pre>
 */
public final class HandedMark implements AutoCloseable
{
    public static final String FILE_NAME = "handed.mark";
    static final long MAGIC = 0x424F_5552_5345_4658L;
    static final long VERSION = 2;
    static final int VERSION_OFFSET = 8;
    static final int POSITION_OFFSET = 16;
    static final int FILE_LENGTH = 64;
    static final int EPOCH_OFFSET = 24;
    private static final int OWNER_OFFSET = 32;
    /** Of stores that never had the sessions; 0: not known, because the file is lost or of an older program. */
    public static final long NO_EPOCH = 1;

    private final FileChannel channel;
    private final MappedByteBuffer mapped;
    private final UnsafeBuffer buffer;

    public HandedMark(final Path directory)
    {
        final Path file = directory.resolve(FILE_NAME);
        FileChannel opened = null;
        boolean isMade = false;
        try
        {
            // A process that died in its very first moment leaves nothing in the file, or only zeros: then nothing had
            // been handed over, and the stores know themselves what they have.
            boolean isNew = !Files.exists(file) || 0 == Files.size(file);
            if (!isNew && FILE_LENGTH != Files.size(file))
            {
                throw new IllegalStateException("handed mark has the wrong length, restore or remove it together " +
                    "with the session stores beside it: file=" + file + " length=" + Files.size(file));
            }
            opened = FileChannel.open(
                file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.CREATE);
            requireAlone(opened, file);
            if (isNew)
            {
                // An ordinary write first: it says so when the disk is full.
                opened.write(ByteBuffer.allocate(FILE_LENGTH), 0);
            }
            mapped = opened.map(FileChannel.MapMode.READ_WRITE, 0, FILE_LENGTH);
            mapped.order(ByteOrder.nativeOrder());
            buffer = new UnsafeBuffer(mapped);
            isNew |= 0 == buffer.getLong(0) && 0 == buffer.getLong(POSITION_OFFSET);
            if (isNew)
            {
                buffer.putLong(VERSION_OFFSET, VERSION, ByteOrder.LITTLE_ENDIAN);
                buffer.putLong(EPOCH_OFFSET, hasStores(directory) ? 0 : NO_EPOCH);
                buffer.putLong(0, MAGIC, ByteOrder.LITTLE_ENDIAN);
                mapped.force();
            }
            isMade = true;
        }
        catch (final IOException e)
        {
            throw new UncheckedIOException("handed mark cannot be opened: file=" + file, e);
        }
        finally
        {
            if (!isMade)
            {
                CloseHelper.quietClose(opened);
            }
        }
        channel = opened;
        if (MAGIC != buffer.getLong(0, ByteOrder.LITTLE_ENDIAN) ||
            VERSION != buffer.getLong(VERSION_OFFSET, ByteOrder.LITTLE_ENDIAN))
        {
            CloseHelper.quietClose(channel);
            throw new IllegalStateException(
                "not a handed mark of this version, move it away together with the session stores: file=" + file);
        }
    }

    private static boolean hasStores(final Path directory) throws IOException
    {
        try (Stream<Path> files = Files.list(directory))
        {
            return files.anyMatch((file) -> Files.exists(file.resolve(SessionNumbers.FILE_NAME)));
        }
    }

    /** Two gateways on the same stores would number reports twice. The lock ends with the process in any case. */
    private static void requireAlone(final FileChannel channel, final Path file) throws IOException
    {
        if (!isAlone(channel))
        {
            throw new IllegalStateException("another FIX gateway works with these session stores, stop it or give" +
                " this one a store directory of its own: file=" + file);
        }
    }

    private static boolean isAlone(final FileChannel channel) throws IOException
    {
        try
        {
            return null != channel.tryLock();
        }
        catch (final OverlappingFileLockException ex)
        {
            return false;
        }
    }

    public long position()
    {
        return buffer.getLongVolatile(POSITION_OFFSET);
    }

    public void position(final long handedPosition)
    {
        buffer.putLongOrdered(POSITION_OFFSET, handedPosition);
    }

    /** A start of a gateway has the sessions from here on in the event stream, with these stores or others. */
    public void owner(final long epoch)
    {
        buffer.putLongOrdered(OWNER_OFFSET, epoch);
    }

    /** The process is a standby. */
    public void standBy()
    {
        if (0 == buffer.getLong(EPOCH_OFFSET))
        {
            buffer.putLongOrdered(EPOCH_OFFSET, NO_EPOCH);
        }
    }

    /** Whether the last start that had the sessions had them with other stores. */
    public boolean isOfOthers()
    {
        final long epoch = buffer.getLong(EPOCH_OFFSET);
        return 0 != epoch && 0 != buffer.getLong(OWNER_OFFSET) && epoch != buffer.getLong(OWNER_OFFSET);
    }

    /** A start with these stores has the sessions. */
    public void own(final long epoch)
    {
        owner(epoch);
        buffer.putLongOrdered(EPOCH_OFFSET, epoch);
    }

    /** Leaves the unmapping to the collector: a late write into unmapped memory would end the process. */
    @Override
    public void close()
    {
        mapped.force();
        CloseHelper.quietClose(channel);
    }
}
