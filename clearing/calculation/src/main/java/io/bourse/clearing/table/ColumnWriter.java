// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.table;

import io.bourse.clearing.file.Digests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Writes one column from front to back, value by value or many at once. A column of more than one block is packed, see
 * {@link Blocks}; one that has the same value in all these rows needs no file at all. Not for several threads at once;
 * columns of one table may be written by different threads.
 */
public final class ColumnWriter implements AutoCloseable
{
    /** On the heap, because a digest of anything else copies. */
    private static final int BUFFER_LENGTH = 1 << 18;
    /** A disk that begins to write after this much has less left to do when the column is sealed. */
    private static final long WRITE_BACK_LENGTH = 16L << 20;

    private final ColumnSpec spec;
    private final Path file;
    private final MessageDigest digest = Digests.sha256();
    private final byte[] bytes = new byte[BUFFER_LENGTH];
    private final MemorySegment segment = MemorySegment.ofArray(bytes);
    private final ColumnBlock block;
    private final AtomicReference<IOException> writeBackFailure = new AtomicReference<>();
    private FileChannel channel;
    private Thread writeBack;
    private long unsynced;
    private int length;
    private int blocks;
    private long[] bases = new long[Long.SIZE];
    private byte[] widths = new byte[Long.SIZE];

    ColumnWriter(final Path directory, final ColumnSpec spec)
    {
        this.spec = spec;
        this.block = ColumnBlock.of(spec.type());
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
        final int unused = Long.SIZE - Byte.SIZE * spec.type().length();
        if (value << unused >> unused != value)
        {
            throw new ArithmeticException("value does not fit its column: column=" + spec.name() + " type=" +
                spec.type() + " row=" + rows() + " value=" + value);
        }
        space(1);
        block.put(value);
    }

    /**
     * Appends values of a column of any type; the fastest way for longs only.
     *
     * @param values of which the first count.
     * @param count of values.
     * @throws UncheckedIOException when the file cannot be written.
     * @throws ArithmeticException when a value does not fit.
     */
    public void putAll(final long[] values, final int count)
    {
        if (ColumnType.LONG == spec.type())
        {
            putAll(ColumnType.LONG, values, count);
            return;
        }
        for (int i = 0; i < count; i++)
        {
            put(values[i]);
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
        putAll(ColumnType.INT, values, count);
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
        putAll(ColumnType.SHORT, values, count);
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
        putAll(ColumnType.BYTE, values, count);
    }

    private void putAll(final ColumnType type, final Object values, final int count)
    {
        if (type != spec.type())
        {
            throw new IllegalArgumentException(
                "values are not of the column's type: column=" + spec + " values=" + type);
        }
        int some;
        for (int done = 0; done < count; done += some)
        {
            some = space(count - done);
            block.putAll(values, done, some);
        }
    }

    /** Space in the block, which is written away when there is none. */
    private int space(final int wanted)
    {
        if (Blocks.ROWS == block.size)
        {
            endBlock();
        }
        return Math.min(wanted, Blocks.ROWS - block.size);
    }

    private void endBlock()
    {
        if (blocks == widths.length)
        {
            bases = Arrays.copyOf(bases, 2 * blocks);
            widths = Arrays.copyOf(widths, 2 * blocks);
        }
        block.measure();
        bases[blocks] = block.base;
        widths[blocks] = (byte)block.width;
        append();
        blocks++;
        block.size = 0;
    }

    private void append()
    {
        final int appended = block.size * block.width;
        if (length + appended > bytes.length)
        {
            flush();
        }
        block.pack(segment, length);
        length += appended;
    }

    private void flush()
    {
        final ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, length);
        digest.update(bytes, 0, length);
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
            throw new UncheckedIOException("column cannot be written: file=" + file + " rows=" + rows(), ex);
        }
        unsynced += length;
        length = 0;
        if (unsynced >= WRITE_BACK_LENGTH && (null == writeBack || !writeBack.isAlive()))
        {
            unsynced = 0;
            writeBack = Thread.ofPlatform().daemon().name("write-back-" + spec.name()).start(this::writeBack);
        }
    }

    private void writeBack()
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
        return (long)blocks * Blocks.ROWS + block.size;
    }

    /** Writes what is left, to be synced; afterwards nothing is appended. */
    TableManifest.Column finish() throws IOException
    {
        final boolean isPacked = blocks > 0;
        if (isPacked)
        {
            endBlock();
            if (isConstant())
            {
                Files.deleteIfExists(file);
                return TableManifest.Column.ofConstant(spec, bases[0]);
            }
            appendEntries();
        }
        else
        {
            block.keep();
            append();
        }
        flush();
        return TableManifest.Column.ofFile(spec, HexFormat.of().formatHex(digest.digest()), isPacked);
    }

    /** Waits until the disk has a finished column. */
    void sync() throws IOException
    {
        awaitWriteBack();
        if (null != writeBackFailure.get())
        {
            throw new IOException("column did not get to the disk: file=" + file, writeBackFailure.get());
        }
        if (null != channel)
        {
            channel.force(true);
        }
    }

    private boolean isConstant()
    {
        for (int i = 0; i < blocks; i++)
        {
            if (0 != widths[i] || bases[i] != bases[0])
            {
                return false;
            }
        }
        return true;
    }

    private void appendEntries()
    {
        for (int i = 0; i < blocks; i++)
        {
            if (length + Long.BYTES > bytes.length)
            {
                flush();
            }
            segment.set(Packing.LONGS, length, bases[i]);
            length += Long.BYTES;
        }
        for (int i = 0; i < blocks; i++)
        {
            if (length == bytes.length)
            {
                flush();
            }
            bytes[length++] = widths[i];
        }
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
