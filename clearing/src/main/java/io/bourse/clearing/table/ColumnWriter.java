// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.table;

import io.bourse.clearing.file.Digests;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * Writes one column from front to back. Not for several threads at once; columns of one table may be written by
 * different threads.
 */
public final class ColumnWriter implements AutoCloseable
{
    private static final int BUFFER_LENGTH = 1 << 20;

    private final ColumnSpec spec;
    private final Path file;
    private final FileChannel channel;
    private final MessageDigest digest = Digests.sha256();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
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

    private void flush()
    {
        buffer.flip();
        digest.update(buffer.duplicate());
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
        buffer.clear();
    }

    long rows()
    {
        return rows;
    }

    TableManifest.Column seal() throws IOException
    {
        flush();
        channel.force(true);
        return new TableManifest.Column(spec, HexFormat.of().formatHex(digest.digest()));
    }

    @Override
    public void close() throws IOException
    {
        channel.close();
    }
}
