// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.table;

import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.file.DurableFile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A table that grows at its end for as long as a session lasts and can be taken up again at any {@link Growth} it has
 * had. It is read with {@link Table#open(Path, TableSpec, long)}. One thread writes it.
 */
public final class GrowingTable implements AutoCloseable
{
    /** File of the digests of all full chunks. */
    static final String CHUNKS_FILE = "chunks.bin";
    private static final HexFormat HEX = HexFormat.of();

    private final Path directory;
    private final TableSpec spec;
    private final ColumnType[] types;
    private final FileChannel[] channels;
    private final FileChannel chunks;
    /** The chunk that is not full yet. */
    private final ByteBuffer[] buffers;
    private final ChunkDigest digest = new ChunkDigest();
    private final ByteBuffer entry;
    private byte[] chain = ChunkDigest.emptyChain();
    private long fullChunks;
    private int chunkRows;
    private int flushedRows;

    private GrowingTable(final Path directory, final TableSpec spec) throws IOException
    {
        this.directory = directory;
        this.spec = spec;
        final int columns = spec.columns().size();
        types = new ColumnType[columns];
        channels = new FileChannel[columns];
        buffers = new ByteBuffer[columns];
        entry = ByteBuffer.allocate(ChunkDigest.entryLength(spec)).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < columns; i++)
        {
            types[i] = spec.columns().get(i).type();
            channels[i] = channel(spec.columns().get(i).fileName());
            buffers[i] = ByteBuffer.allocate(ChunkDigest.CHUNK_ROWS * types[i].length()).order(ByteOrder.LITTLE_ENDIAN);
        }
        chunks = channel(CHUNKS_FILE);
    }

    private FileChannel channel(final String name) throws IOException
    {
        return FileChannel.open(
            directory.resolve(name), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    /**
     * Takes a table up; rows after the growth are cut off.
     *
     * @param parent of the table's directory, which is made if it is not there.
     * @param spec of the table.
     * @param growth it has had; null begins it anew.
     * @return table.
     * @throws IOException when the files cannot be read or written.
     * @throws InputCorruptException when they are too short, or the rows after the last full chunk are others.
     */
    public static GrowingTable open(final Path parent, final TableSpec spec, final Growth growth) throws IOException
    {
        final Path directory = parent.resolve(spec.name());
        DurableFile.createDirectories(directory);
        final GrowingTable table = new GrowingTable(directory, spec);
        try
        {
            table.restore(null == growth ? new Growth(0, HEX.formatHex(ChunkDigest.emptyChain()), "") : growth);
        }
        catch (final IOException | RuntimeException ex)
        {
            table.close();
            throw ex;
        }
        return table;
    }

    private void restore(final Growth growth) throws IOException
    {
        fullChunks = growth.rows() / ChunkDigest.CHUNK_ROWS;
        chunkRows = (int)(growth.rows() % ChunkDigest.CHUNK_ROWS);
        flushedRows = chunkRows;
        chain = HEX.parseHex(growth.chain());
        for (int i = 0; i < channels.length; i++)
        {
            final long begin = fullChunks * ChunkDigest.CHUNK_ROWS * types[i].length();
            cut(channels[i], spec.columns().get(i).fileName(), begin + (long)chunkRows * types[i].length());
            final ByteBuffer rest = buffers[i].clear().limit(chunkRows * types[i].length());
            for (long at = begin; rest.hasRemaining(); at = begin + rest.position())
            {
                channels[i].read(rest, at);
            }
            rest.clear();
        }
        cut(chunks, CHUNKS_FILE, fullChunks * entry.capacity());
        if (chunkRows > 0 && !growth.tail().equals(tail()))
        {
            throw new InputCorruptException("rows at the end of a table are not what the checkpoint says: table=" +
                directory + " rows=" + fullChunks * ChunkDigest.CHUNK_ROWS + ".." + (growth.rows() - 1));
        }
    }

    private void cut(final FileChannel channel, final String name, final long length) throws IOException
    {
        if (channel.size() < length)
        {
            throw new InputCorruptException("file is shorter than the checkpoint says: file=" +
                directory.resolve(name) + " length=" + channel.size() + " wanted=" + length);
        }
        channel.truncate(length);
    }

    /**
     * Sets a value of the row that is being written.
     *
     * @param column index.
     * @param value that fits the column.
     * @throws ArithmeticException when it does not fit.
     */
    public void set(final int column, final long value)
    {
        final ByteBuffer buffer = buffers[column];
        switch (types[column])
        {
            case LONG -> buffer.putLong(chunkRows << 3, value);
            case INT -> buffer.putInt(chunkRows << 2, fitting(column, value, (int)value));
            case SHORT -> buffer.putShort(chunkRows << 1, (short)fitting(column, value, (short)value));
            default -> buffer.put(chunkRows, (byte)fitting(column, value, (byte)value));
        }
    }

    private int fitting(final int column, final long value, final int narrowed)
    {
        if (value != narrowed)
        {
            throw new ArithmeticException("value does not fit its column: table=" + spec.name() + " column=" +
                spec.columns().get(column).name() + " type=" + types[column] + " row=" + rows() + " value=" + value);
        }
        return narrowed;
    }

    /**
     * Ends the row; every column has been set.
     *
     * @throws UncheckedIOException when a full chunk cannot be written.
     */
    public void endRow()
    {
        chunkRows++;
        if (ChunkDigest.CHUNK_ROWS == chunkRows)
        {
            flush();
            sealChunk();
        }
    }

    private void sealChunk()
    {
        entry.clear().position(entry.capacity() - Integer.BYTES * buffers.length);
        final byte[] sha256 = digestChunk(entry);
        entry.put(0, sha256).flip();
        write(chunks, CHUNKS_FILE, entry, fullChunks * entry.capacity());
        chain = digest.chained(chain, sha256);
        fullChunks++;
        chunkRows = 0;
        flushedRows = 0;
    }

    private byte[] digestChunk(final ByteBuffer checks)
    {
        for (int i = 0; i < buffers.length; i++)
        {
            final int check = digest.column(buffers[i].array(), chunkRows * types[i].length());
            if (null != checks)
            {
                checks.putInt(check);
            }
        }
        return digest.digest();
    }

    private String tail()
    {
        return HEX.formatHex(digestChunk(null));
    }

    /**
     * Gives everything written so far to the file system.
     *
     * @throws UncheckedIOException when it cannot be written.
     */
    public void flush()
    {
        for (int i = 0; i < channels.length; i++)
        {
            final int width = types[i].length();
            buffers[i].limit(chunkRows * width).position(flushedRows * width);
            final long at = (fullChunks * ChunkDigest.CHUNK_ROWS + flushedRows) * width;
            write(channels[i], spec.columns().get(i).fileName(), buffers[i], at);
            buffers[i].clear();
        }
        flushedRows = chunkRows;
    }

    private void write(final FileChannel channel, final String name, final ByteBuffer bytes, final long position)
    {
        try
        {
            for (long at = position; bytes.hasRemaining();)
            {
                at += channel.write(bytes, at);
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("growing table cannot be written: file=" + directory.resolve(name) +
                " rows=" + rows(), ex);
        }
    }

    /**
     * Reads a value back.
     *
     * @param column index of a column of longs.
     * @param row that has ended.
     * @return value.
     * @throws UncheckedIOException when it cannot be read.
     */
    public long readLong(final int column, final long row)
    {
        final long first = fullChunks * ChunkDigest.CHUNK_ROWS;
        if (row >= first)
        {
            return buffers[column].getLong((int)(row - first) << 3);
        }
        final ByteBuffer value = ByteBuffer.allocate(Long.BYTES).order(buffers[column].order());
        try
        {
            channels[column].read(value, row << 3);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("growing table cannot be read: file=" +
                directory.resolve(spec.columns().get(column).fileName()) + " row=" + row, ex);
        }
        return value.getLong(0);
    }

    /**
     * Number of rows ended.
     *
     * @return from 0.
     */
    public long rows()
    {
        return fullChunks * ChunkDigest.CHUNK_ROWS + chunkRows;
    }

    /**
     * How far the table has got; what was not flushed counts.
     *
     * @return growth to open it again with.
     */
    public Growth growth()
    {
        return new Growth(rows(), HEX.formatHex(chain), tail());
    }

    /**
     * Compares the first rows of a table with the digests it was written with, all of them.
     *
     * @param parent of the table's directory.
     * @param spec of the table.
     * @param growth it has had.
     * @throws IOException when the files cannot be read.
     * @throws InputCorruptException when they differ; column and rows are named.
     */
    public static void verify(final Path parent, final TableSpec spec, final Growth growth) throws IOException
    {
        try (Table table = Table.open(parent, spec, growth.rows()))
        {
            new ChunkVerifier(parent.resolve(spec.name()), table).verify(growth);
        }
    }

    @Override
    public void close() throws IOException
    {
        for (final FileChannel channel : channels)
        {
            channel.close();
        }
        chunks.close();
        Arrays.fill(buffers, null);
    }
}
