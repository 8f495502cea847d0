// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.table;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.file.Digests;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * A table as it is read: columns mapped, nothing copied. May be read by several threads.
 */
public final class Table implements AutoCloseable
{
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Path directory;
    private final TableSpec spec;
    private final long rows;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment[] columns;
    /** Of columns that are packed or have one value. */
    private final Blocks[] blocks;
    private final LongColumn[] longs;
    private final IntColumn[] ints;

    private Table(final Path directory, final TableSpec spec, final long rows, final TableManifest manifest)
        throws IOException
    {
        this.directory = directory;
        this.spec = spec;
        this.rows = rows;
        this.columns = new MemorySegment[spec.columns().size()];
        this.blocks = new Blocks[columns.length];
        this.longs = new LongColumn[columns.length];
        this.ints = new IntColumn[columns.length];
        try
        {
            for (int i = 0; i < columns.length; i++)
            {
                if (null == manifest)
                {
                    columns[i] = map(spec.columns().get(i), rows * spec.columns().get(i).type().length());
                }
                else
                {
                    open(i, manifest.columns().get(i));
                }
                longs[i] = new LongColumn(columns[i], spec.columns().get(i).type().length(), blocks[i]);
                ints[i] = new IntColumn(longs[i]);
            }
        }
        catch (final IOException | RuntimeException ex)
        {
            arena.close();
            throw ex;
        }
    }

    /**
     * Whether a directory has a sealed table.
     *
     * @param parent directory of the table's own directory.
     * @param spec of the table.
     * @return true if so.
     */
    public static boolean exists(final Path parent, final TableSpec spec)
    {
        return Files.exists(parent.resolve(spec.name()).resolve(TableManifest.FILE_NAME));
    }

    /**
     * Opens a sealed table. The lengths of its files are checked, their digests are not: see {@link #verify}.
     *
     * @param parent of the table's directory.
     * @param spec that the table must have.
     * @return table.
     * @throws IOException when the files cannot be read.
     * @throws InputCorruptException when the table is not sealed, is another one, or a file is too short or too long.
     */
    public static Table open(final Path parent, final TableSpec spec) throws IOException
    {
        final Path directory = parent.resolve(spec.name());
        final TableManifest manifest = manifest(directory);
        if (!TableManifest.FORMAT.equals(manifest.format()) || !spec.name().equals(manifest.name()))
        {
            throw new InputCorruptException("table is not the one that is wanted, or of a version that this one does " +
                "not read: table=" + directory + " wanted=" + spec.name() + " format=" + TableManifest.FORMAT +
                " found=" + manifest.name() + " foundFormat=" + manifest.format());
        }
        final TableManifest known = new TableManifest(
            manifest.format(), manifest.name(), manifest.rows(), columns(directory, spec, manifest));
        return new Table(directory, spec, manifest.rows(), known);
    }

    /** A column that a version before this one did not have is 0 in every row. */
    private static List<TableManifest.Column> columns(
        final Path directory, final TableSpec spec, final TableManifest manifest)
    {
        final Map<String, TableManifest.Column> found = new HashMap<>();
        manifest.columns().forEach(column -> found.put(column.spec().name(), column));
        final List<TableManifest.Column> columns = new ArrayList<>();
        for (final ColumnSpec wanted : spec.columns())
        {
            final TableManifest.Column column = found.remove(wanted.name());
            if (null != column && !wanted.equals(column.spec()))
            {
                throw new InputCorruptException("column of a table is not what this version knows it as: table=" +
                    directory + " wanted=" + wanted + " found=" + column.spec());
            }
            columns.add(null == column ? TableManifest.Column.ofConstant(wanted, 0) : column);
        }
        if (!found.isEmpty())
        {
            throw new InputCorruptException("table has columns that this version does not know, a newer one has " +
                "written it: table=" + directory + " columns=" + new TreeSet<>(found.keySet()));
        }
        return columns;
    }

    private void open(final int index, final TableManifest.Column column) throws IOException
    {
        if (column.isConstant())
        {
            blocks[index] = Blocks.ofConstant(rows, column.constant());
            return;
        }
        final Path file = directory.resolve(column.spec().fileName());
        final ColumnType type = column.spec().type();
        final long length = Files.size(file);
        if (!column.packed() && length != rows * type.length())
        {
            throw new InputCorruptException("column has not the length that its table says: file=" + file +
                " length=" + length + " rows=" + rows + " type=" + type);
        }
        columns[index] = map(column.spec(), length);
        if (column.packed())
        {
            blocks[index] = Blocks.of(file, columns[index], rows, type);
        }
    }

    /**
     * Opens the first rows of a table that may still grow and is not sealed.
     *
     * @param parent of the table's directory.
     * @param spec that the table has.
     * @param rows that are known to be there.
     * @return table.
     * @throws IOException when the files cannot be read.
     * @throws InputCorruptException when a file is too short.
     */
    public static Table open(final Path parent, final TableSpec spec, final long rows) throws IOException
    {
        return new Table(parent.resolve(spec.name()), spec, rows, null);
    }

    private MemorySegment map(final ColumnSpec column, final long length) throws IOException
    {
        final Path file = directory.resolve(column.fileName());
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ))
        {
            if (channel.size() < length)
            {
                throw new InputCorruptException("column is shorter than its table: file=" + file + " length=" +
                    channel.size() + " wanted=" + length);
            }
            return 0 == length ? MemorySegment.NULL : channel.map(FileChannel.MapMode.READ_ONLY, 0, length, arena);
        }
    }

    /**
     * What {@code table.json} says.
     *
     * @param directory of the table.
     * @return manifest.
     * @throws IOException when the file cannot be read.
     * @throws InputCorruptException when there is none.
     */
    public static TableManifest manifest(final Path directory) throws IOException
    {
        final Path file = directory.resolve(TableManifest.FILE_NAME);
        if (!Files.exists(file))
        {
            throw new InputCorruptException("table was never finished: table=" + directory);
        }
        return MAPPER.readValue(Files.readAllBytes(file), TableManifest.class);
    }

    /**
     * Compares every column with its digest.
     *
     * @throws IOException when the files cannot be read.
     * @throws InputCorruptException when one differs; it is named.
     */
    public void verify() throws IOException
    {
        for (final TableManifest.Column column : manifest(directory).columns())
        {
            if (column.isConstant())
            {
                continue;
            }
            final Path file = directory.resolve(column.spec().fileName());
            final String sha256 = Digests.sha256Of(file);
            if (!sha256.equals(column.sha256()))
            {
                throw new InputCorruptException("column is not what its digest says: file=" + file + " sha256=" +
                    sha256 + " wanted=" + column.sha256());
            }
        }
    }

    /**
     * Number of rows.
     *
     * @return from 0.
     */
    public long rows()
    {
        return rows;
    }

    /**
     * Where the table is.
     *
     * @return its directory.
     */
    public Path directory()
    {
        return directory;
    }

    /**
     * What the table is made of.
     *
     * @return specification.
     */
    public TableSpec spec()
    {
        return spec;
    }

    /** Bytes of a column that is not packed, mapped, little-endian. */
    MemorySegment segment(final int index)
    {
        return columns[index];
    }

    /**
     * A column of any type.
     *
     * @param index of the column.
     * @return values.
     */
    public LongColumn longs(final int index)
    {
        return longs[index];
    }

    /**
     * A column of a type of at most four bytes.
     *
     * @param index of the column.
     * @return values.
     */
    public IntColumn ints(final int index)
    {
        final ColumnSpec column = spec.columns().get(index);
        if (ColumnType.LONG == column.type())
        {
            throw new IllegalArgumentException("column has longs: table=" + spec.name() + " column=" + column.name());
        }
        return ints[index];
    }

    @Override
    public void close()
    {
        arena.close();
    }
}
