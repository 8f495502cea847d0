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
import java.nio.file.Files;
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
    /** A file of a page or less takes no more room than none that is worth a special case. */
    private static final int SHORT_LENGTH = 4096;
    /** A disk that is told to write after this much has less left to do when the column is sealed. */
    private static final long WRITE_BACK_LENGTH = 64L << 20;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfShort SHORT =
        ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final ColumnSpec spec;
    private final Path file;
    private final MessageDigest digest = Digests.sha256();
    private final byte[] bytes = new byte[BUFFER_LENGTH];
    private final ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    private final MemorySegment segment = MemorySegment.ofArray(bytes);
    private final AtomicReference<IOException> writeBackFailure = new AtomicReference<>();
    private FileChannel channel;
    private Thread writeBack;
    /** Whether all values so far are {@link #constant}; then nothing of them is in the buffer or the file. */
    private boolean isConstant = true;
    private long constant;
    private long unsynced;
    private long rows;

    ColumnWriter(final Path directory, final ColumnSpec spec)
    {
        this.spec = spec;
        this.file = directory.resolve(spec.fileName());
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
        if (isConstant && isRun(value))
        {
            fitting(value);
            rows++;
            return;
        }
        endRun();
        append(value);
        rows++;
    }

    private void append(final long value)
    {
        if (buffer.remaining() < spec.type().length())
        {
            flush();
        }
        switch (spec.type())
        {
            case LONG -> buffer.putLong(value);
            case INT -> buffer.putInt((int)fitting(value));
            case SHORT -> buffer.putShort((short)fitting(value));
            default -> buffer.put((byte)fitting(value));
        }
    }

    private long fitting(final long value)
    {
        final int unused = Long.SIZE - Byte.SIZE * spec.type().length();
        if (value << unused >> unused != value)
        {
            throw new ArithmeticException("value does not fit its column: column=" + spec.name() + " type=" +
                spec.type() + " row=" + rows + " value=" + value);
        }
        return value;
    }

    /** Whether the column still has one value if this one comes to it. */
    private boolean isRun(final long value)
    {
        if (0 == rows)
        {
            constant = value;
        }
        return value == constant;
    }

    private boolean isRun(final long[] values, final int count)
    {
        if (0 == count || !isRun(values[0]))
        {
            return 0 == count;
        }
        final long wanted = constant;
        long differing = 0;
        for (int i = 0; i < count; i++)
        {
            differing |= values[i] ^ wanted;
        }
        return 0 == differing;
    }

    private boolean isRun(final int[] values, final int count)
    {
        if (0 == count || !isRun(values[0]))
        {
            return 0 == count;
        }
        final int wanted = (int)constant;
        int differing = 0;
        for (int i = 0; i < count; i++)
        {
            differing |= values[i] ^ wanted;
        }
        return 0 == differing;
    }

    private boolean isRun(final short[] values, final int count)
    {
        if (0 == count || !isRun(values[0]))
        {
            return 0 == count;
        }
        final short wanted = (short)constant;
        int differing = 0;
        for (int i = 0; i < count; i++)
        {
            differing |= values[i] ^ wanted;
        }
        return 0 == differing;
    }

    private boolean isRun(final byte[] values, final int count)
    {
        if (0 == count || !isRun(values[0]))
        {
            return 0 == count;
        }
        final byte wanted = (byte)constant;
        int differing = 0;
        for (int i = 0; i < count; i++)
        {
            differing |= values[i] ^ wanted;
        }
        return 0 == differing;
    }

    /** Writes what was only counted as long as all values were the same. */
    private void endRun()
    {
        if (isConstant)
        {
            isConstant = false;
            for (long row = 0; row < rows; row++)
            {
                append(constant);
            }
        }
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
        if (isConstant && isRun(values, count))
        {
            rows += count;
            return;
        }
        endRun();
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
        if (isConstant && isRun(values, count))
        {
            rows += count;
            return;
        }
        endRun();
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
        if (isConstant && isRun(values, count))
        {
            rows += count;
            return;
        }
        endRun();
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
        if (isConstant && isRun(values, count))
        {
            rows += count;
            return;
        }
        endRun();
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
            if (null == channel)
            {
                channel = FileChannel.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
            }
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
        if (isConstant && rows * spec.type().length() > SHORT_LENGTH)
        {
            Files.deleteIfExists(file);
            return TableManifest.Column.ofConstant(spec, constant);
        }
        endRun();
        flush();
        awaitWriteBack();
        if (null != writeBackFailure.get())
        {
            throw new IOException("column did not get to the disk: file=" + file, writeBackFailure.get());
        }
        channel.force(true);
        return TableManifest.Column.ofFile(spec, HexFormat.of().formatHex(digest.digest()));
    }

    @Override
    public void close() throws IOException
    {
        awaitWriteBack();
        if (null != channel)
        {
            channel.close();
        }
    }
}
