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
    /** A disk that is told to write after this much has less left to do when the column is sealed. */
    private static final long WRITE_BACK_LENGTH = 16L << 20;

    private final ColumnSpec spec;
    private final Path file;
    private final MessageDigest digest = Digests.sha256();
    private final byte[] bytes = new byte[BUFFER_LENGTH];
    private final MemorySegment segment = MemorySegment.ofArray(bytes);
    private final Packing packing = new Packing();
    private final long[] block = new long[Blocks.ROWS];
    private final AtomicReference<IOException> writeBackFailure = new AtomicReference<>();
    private FileChannel channel;
    private Thread writeBack;
    private long unsynced;
    private int length;
    private int inBlock;
    private int blocks;
    private long[] bases = new long[Long.SIZE];
    private byte[] widths = new byte[Long.SIZE];

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
        final int unused = Long.SIZE - Byte.SIZE * spec.type().length();
        if (value << unused >> unused != value)
        {
            throw new ArithmeticException("value does not fit its column: column=" + spec.name() + " type=" +
                spec.type() + " row=" + rows() + " value=" + value);
        }
        room(1);
        block[inBlock++] = value;
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
        int some;
        for (int done = 0; done < count; done += some)
        {
            some = room(count - done);
            System.arraycopy(values, done, block, inBlock, some);
            inBlock += some;
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
        int some;
        for (int done = 0; done < count; done += some)
        {
            some = room(count - done);
            for (int i = 0; i < some; i++)
            {
                block[inBlock + i] = values[done + i];
            }
            inBlock += some;
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
        int some;
        for (int done = 0; done < count; done += some)
        {
            some = room(count - done);
            for (int i = 0; i < some; i++)
            {
                block[inBlock + i] = values[done + i];
            }
            inBlock += some;
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
        int some;
        for (int done = 0; done < count; done += some)
        {
            some = room(count - done);
            for (int i = 0; i < some; i++)
            {
                block[inBlock + i] = values[done + i];
            }
            inBlock += some;
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

    /** Room in the block, which is written away when there is none. */
    private int room(final int wanted)
    {
        if (Blocks.ROWS == inBlock)
        {
            endBlock();
        }
        return Math.min(wanted, Blocks.ROWS - inBlock);
    }

    private void endBlock()
    {
        if (blocks == widths.length)
        {
            bases = Arrays.copyOf(bases, 2 * blocks);
            widths = Arrays.copyOf(widths, 2 * blocks);
        }
        final long base = Packing.base(block, inBlock);
        final int width = Packing.width(block, inBlock, base);
        final boolean isNarrow = width < spec.type().length();
        bases[blocks] = isNarrow ? base : 0;
        widths[blocks] = (byte)(isNarrow ? width : spec.type().length());
        append(bases[blocks], widths[blocks]);
        blocks++;
        inBlock = 0;
    }

    private void append(final long base, final int width)
    {
        if (length + inBlock * width > bytes.length)
        {
            flush();
        }
        packing.pack(block, inBlock, base, width, segment, length);
        length += inBlock * width;
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
        return (long)blocks * Blocks.ROWS + inBlock;
    }

    TableManifest.Column seal() throws IOException
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
            append(0, spec.type().length());
        }
        flush();
        awaitWriteBack();
        if (null != writeBackFailure.get())
        {
            throw new IOException("column did not get to the disk: file=" + file, writeBackFailure.get());
        }
        channel.force(true);
        return TableManifest.Column.ofFile(spec, HexFormat.of().formatHex(digest.digest()), isPacked);
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
            segment.set(LongColumn.LAYOUT, length, bases[i]);
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
