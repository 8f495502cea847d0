// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.clearing.file.Digests;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.TradeCheck;
import io.bourse.clearing.table.ColumnSpec;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableManifest;
import io.bourse.clearing.table.TableSpec;
import io.bourse.clearing.table.TableWriter;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes tables of rows, and damages them. */
public final class TestTables
{
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private TestTables()
    {
    }

    /**
     * Writes a sealed table.
     *
     * @param parent parent of its directory.
     * @param spec spec of the table.
     * @param rows rows in their order; columns that a row ends before are 0.
     */
    public static void write(final Path parent, final TableSpec spec, final List<long[]> rows) throws IOException
    {
        try (TableWriter writer = TableWriter.create(parent, spec))
        {
            for (final long[] row : rows)
            {
                for (int column = 0; column < spec.columns().size(); column++)
                {
                    writer.column(column).put(column < row.length ? row[column] : 0);
                }
            }
            writer.seal();
        }
    }

    /** A row of trades with its check value. */
    public static long[] trade(
        final long id,
        final long priceE5,
        final int lots,
        final int instrument,
        final int buyer,
        final int seller,
        final int flags)
    {
        final long[] row = {
            id, 1_000 * id, priceE5, lots, instrument, buyer, seller, 10 * id, 10 * id + 1, id % 7, id % 8,
            flags, 0};
        seal(row);
        return row;
    }

    /**
     * Gives a row of trades the check value it asks for.
     *
     * @param row of trades.
     */
    public static void seal(final long[] row)
    {
        row[DayTables.TRADE_CHECK] = new TradeCheck()
            .trade(row[0], row[1], row[2], (int)row[3], (int)row[4])
            .parties((int)row[5], (int)row[6], row[7], row[8], row[9], row[10])
            .value((int)row[11]);
    }

    /**
     * A value of any width.
     *
     * @param table with the value.
     * @param column of the table.
     * @param row of the table.
     * @return value.
     */
    public static long value(final Table table, final int column, final long row)
    {
        return table.longs(column).get(row);
    }

    /** Adds to one value of a table on disk. */
    public static void damage(
        final Path parent, final TableSpec spec, final int column, final long row, final long plus) throws IOException
    {
        final ColumnSpec columnSpec = spec.columns().get(column);
        final int length = columnSpec.type().length();
        final Path path = parent.resolve(spec.name()).resolve(columnSpec.fileName());
        if (isPacked(parent.resolve(spec.name()), column))
        {
            writeOut(parent, spec, column);
        }
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw"))
        {
            final byte[] bytes = new byte[length];
            file.seek(row * length);
            file.readFully(bytes);
            long value = 0;
            for (int i = length - 1; i >= 0; i--)
            {
                value = value << 8 | bytes[i] & 0xFF;
            }
            value += plus;
            for (int i = 0; i < length; i++)
            {
                bytes[i] = (byte)(value >>> 8 * i);
            }
            file.seek(row * length);
            file.write(bytes);
        }
    }

    private static boolean isPacked(final Path directory, final int index) throws IOException
    {
        if (!Files.exists(directory.resolve(TableManifest.FILE_NAME)))
        {
            return false;
        }
        final TableManifest.Column column = Table.manifest(directory).columns().get(index);
        return column.packed() || column.isConstant();
    }

    /** A column that is packed or has no file becomes one of values side by side, so that one of them can change. */
    private static void writeOut(final Path parent, final TableSpec spec, final int index) throws IOException
    {
        final Path directory = parent.resolve(spec.name());
        final Path json = directory.resolve(TableManifest.FILE_NAME);
        final TableManifest manifest = Table.manifest(directory);
        final ColumnSpec column = spec.columns().get(index);
        final int length = column.type().length();
        final byte[] bytes = new byte[Math.toIntExact(manifest.rows()) * length];
        try (Table table = Table.open(parent, spec))
        {
            for (int i = 0; i < bytes.length; i++)
            {
                bytes[i] = (byte)(value(table, index, i / length) >>> 8 * (i % length));
            }
        }
        // Not written over: a reader that has mapped it goes on reading what was there.
        Files.deleteIfExists(directory.resolve(column.fileName()));
        Files.write(directory.resolve(column.fileName()), bytes);
        final List<TableManifest.Column> columns = new ArrayList<>(manifest.columns());
        columns.set(index, new TableManifest.Column(column, Digests.sha256Of(bytes), null, false));
        Files.write(json, MAPPER.writeValueAsBytes(
            new TableManifest(manifest.format(), manifest.name(), manifest.rows(), columns)));
    }
}
