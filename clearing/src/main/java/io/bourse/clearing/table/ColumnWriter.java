// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.table;

import io.bourse.clearing.file.Digests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Writes one column from front to back, value by value or many at once. Not for several threads at once; columns of one
 * table may be written by different threads.
 */
public final class ColumnWriter implements AutoCloseable
{
    /** A multiple of every width. On the heap, because a digest of anything else copies. */
    private static final int BUFFER_LENGTH = 1 << 18;
    /** A disk that is told to write after this much has less left to do when the column is sealed. */
    private static final long WRITE_BACK_LENGTH = 64L << 20;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfShort SHORT =
        ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final ColumnSpec spec;
    private final Path file;
    private final FileChannel channel;
    private final MessageDigest digest = Digests.sha256();
    private final byte[] bytes = new byte[BUFFER_LENGTH];
    private final ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    private final MemorySegment segment = MemorySegment.ofArray(bytes);
    private final AtomicReference<IOException> writeBackFailure = new AtomicReference<>();
    private Thread writeBack;
    private long unsynced;
    private long rows;

    ColumnWriter(final Path directory, final ColumnSpec spec) throws IOException
    {
        this.spec = spec;
        this.file = directory.resolve(spec.fileName());
        this.channel = FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
    }

    /**
     * Appends a value, whatever the width of the column.
     *
     * @param value that fits the column.
     * @throws ArithmeticException when it does not fit.
     * @throws UncheckedIOException when the file cannot be written.
     */
    public void put(final long value)
    {
        if (buffer.remaining() < spec.type().length())
        {
            flush();
        }
        switch (spec.type())
        {
            case LONG -> buffer.putLong(value);
            case INT -> buffer.putInt(fitting(value, (int)value));
            case SHORT -> buffer.putShort((short)fitting(value, (short)value));
            default -> buffer.put((byte)fitting(value, (byte)value));
        }
        rows++;
    }

    private int fitting(final long value, final int narrowed)
    {
        if (value != narrowed)
        {
            throw new ArithmeticException("value does not fit its column: column=" + spec.name() + " type=" +
                spec.type() + " row=" + rows + " value=" + value);
        }
        return narrowed;
    }

    /**
     * Appends values of a column of longs.
     *
     * @param values of which the first count.
     * @param count of values.
     * @throws UncheckedIOException when the file cannot be written.
     */
    public void putAll(final long[] values, final int count)
    {
        require(ColumnType.LONG);
        for (int done = 0; done < count;)
        {
            final int some = room(count - done);
            MemorySegment.copy(values, done, segment, LONG, buffer.position(), some);
            done += advance(some);
        }
    }

    /**
     * Appends values of a column of ints.
     *
     * @param values of which the first count.
     * @param count of values.
     * @throws UncheckedIOException when the file cannot be written.
     */
    public void putAll(final int[] values, final int count)
    {
        require(ColumnType.INT);
        for (int done = 0; done < count;)
        {
            final int some = room(count - done);
            MemorySegment.copy(values, done, segment, INT, buffer.position(), some);
            done += advance(some);
        }
    }

    /**
     * Appends values of a column of shorts.
     *
     * @param values of which the first count.
     * @param count of values.
     * @throws UncheckedIOException when the file cannot be written.
     */
    public void putAll(final short[] values, final int count)
    {
        require(ColumnType.SHORT);
        for (int done = 0; done < count;)
        {
            final int some = room(count - done);
            MemorySegment.copy(values, done, segment, SHORT, buffer.position(), some);
            done += advance(some);
        }
    }

    /**
     * Appends values of a column of bytes.
     *
     * @param values of which the first count.
     * @param count of values.
     * @throws UncheckedIOException when the file cannot be written.
     */
    public void putAll(final byte[] values, final int count)
    {
        require(ColumnType.BYTE);
        for (int done = 0; done < count;)
        {
            final int some = room(count - done);
            System.arraycopy(values, done, bytes, buffer.position(), some);
            done += advance(some);
        }
    }

    private void require(final ColumnType type)
    {
        if (type != spec.type())
        {
            throw new IllegalArgumentException(
                "values are not of the column's type: column=" + spec + " values=" + type);
        }
    }

    private int room(final int wanted)
    {
        if (buffer.remaining() < spec.type().length())
        {
            flush();
        }
        return Math.min(wanted, buffer.remaining() / spec.type().length());
    }

    private int advance(final int values)
    {
        buffer.position(buffer.position() + values * spec.type().length());
        rows += values;
        return values;
    }

    private void flush()
    {
        buffer.flip();
        digest.update(bytes, 0, buffer.limit());
        try
        {
            while (buffer.hasRemaining())
            {
                channel.write(buffer);
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("column cannot be written: file=" + file + " rows=" + rows, ex);
        }
        unsynced += buffer.limit();
        buffer.clear();
        if (unsynced >= WRITE_BACK_LENGTH && (null == writeBack || !writeBack.isAlive()))
        {
            unsynced = 0;
            writeBack = Thread.ofPlatform().daemon().name("write-back-" + spec.name()).start(this::sync);
        }
    }

    private void sync()
    {
        try
        {
            channel.force(false);
        }
        catch (final IOException ex)
        {
            // The system tells of a failed write-back only once: sealing has to know.
            writeBackFailure.compareAndSet(null, ex);
        }
    }

    private void awaitWriteBack()
    {
        boolean isInterrupted = false;
        while (null != writeBack)
        {
            try
            {
                writeBack.join();
                writeBack = null;
            }
            catch (final InterruptedException ex)
            {
                isInterrupted = true;
            }
        }
        if (isInterrupted)
        {
            Thread.currentThread().interrupt();
        }
    }

    long rows()
    {
        return rows;
    }

    TableManifest.Column seal() throws IOException
    {
        flush();
        awaitWriteBack();
        if (null != writeBackFailure.get())
        {
            throw new IOException("column did not get to the disk: file=" + file, writeBackFailure.get());
        }
        channel.force(true);
        return new TableManifest.Column(spec, HexFormat.of().formatHex(digest.digest()));
    }

    @Override
    public void close() throws IOException
    {
        awaitWriteBack();
        channel.close();
    }
}
