// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.table;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.bourse.clearing.file.DurableFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes a table. It is there once it is sealed and not before: {@code table.json} is written last.
 */
public final class TableWriter implements AutoCloseable
{
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private final Path directory;
    private final TableSpec spec;
    private final ColumnWriter[] columns;

    private TableWriter(final Path directory, final TableSpec spec)
    {
        this.directory = directory;
        this.spec = spec;
        this.columns = new ColumnWriter[spec.columns().size()];
        for (int i = 0; i < columns.length; i++)
        {
            columns[i] = new ColumnWriter(directory, spec.columns().get(i));
        }
    }

    /**
     * Begins a table; what an earlier attempt left there is written over.
     *
     * @param parent directory in which that of the table is made.
     * @param spec of the table.
     * @return writer.
     * @throws IOException when the files cannot be made.
     */
    public static TableWriter create(final Path parent, final TableSpec spec) throws IOException
    {
        final Path directory = parent.resolve(spec.name());
        DurableFile.createDirectories(directory);
        Files.deleteIfExists(directory.resolve(TableManifest.FILE_NAME));
        return new TableWriter(directory, spec);
    }

    /**
     * Writer of a column.
     *
     * @param index of the column.
     * @return writer.
     */
    public ColumnWriter column(final int index)
    {
        return columns[index];
    }

    /**
     * Syncs the columns and makes the table one.
     *
     * @return what {@code table.json} says.
     * @throws IOException when the files cannot be written.
     * @throws IllegalStateException when the columns do not have the same number of rows.
     */
    public TableManifest seal() throws IOException
    {
        final TableManifest manifest = finish();
        sync();
        writeManifest(manifest);
        return manifest;
    }

    /**
     * Ends the table before the disk has it, so that it can be read meanwhile. Until {@link #sync} has returned, a
     * power loss may leave a manifest whose columns are not there: nothing may refer to the table before.
     *
     * @return what the table has.
     * @throws IOException when writing fails.
     */
    public TableManifest sealUnsynced() throws IOException
    {
        final TableManifest manifest = finish();
        writeManifest(manifest);
        return manifest;
    }

    /**
     * Waits until the disk has all columns.
     *
     * @throws IOException when one did not get there.
     */
    public void sync() throws IOException
    {
        for (final ColumnWriter column : columns)
        {
            column.sync();
        }
    }

    private TableManifest finish() throws IOException
    {
        final long rows = columns[0].rows();
        final List<TableManifest.Column> finished = new ArrayList<>();
        for (int i = 0; i < columns.length; i++)
        {
            if (rows != columns[i].rows())
            {
                throw new IllegalStateException("columns of a table are not of one length: table=" + directory +
                    " rows=" + rows + " column=" + spec.columns().get(i).name() + " columnRows=" + columns[i].rows());
            }
            finished.add(columns[i].finish());
        }
        return new TableManifest(TableManifest.FORMAT, spec.name(), rows, List.copyOf(finished));
    }

    private void writeManifest(final TableManifest manifest) throws IOException
    {
        DurableFile.write(directory.resolve(TableManifest.FILE_NAME), MAPPER.writeValueAsBytes(manifest));
    }

    @Override
    public void close() throws IOException
    {
        for (final ColumnWriter column : columns)
        {
            column.close();
        }
    }
}
