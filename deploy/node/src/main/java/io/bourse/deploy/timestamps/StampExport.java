// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.timestamps;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Writes the rows of a day as CSV or Parquet. A file that exists is replaced once the new one is whole.
 */
public final class StampExport
{
    private static final String CSV = ".csv";
    private static final String PARQUET = ".parquet";
    private static final String UNFINISHED = ".part";

    private StampExport()
    {
    }

    /**
     * Checks that a format belongs to the name of a file.
     *
     * @param file to be written.
     * @throws IllegalArgumentException when it is neither {@code .csv} nor {@code .parquet}.
     */
    public static void checkName(final Path file)
    {
        final String name = name(file);
        if (!name.endsWith(CSV) && !name.endsWith(PARQUET))
        {
            throw new IllegalArgumentException("the name of the file gives its format, .csv or .parquet: out=" + file);
        }
    }

    /**
     * Writes a file.
     *
     * @param query of a day.
     * @param file whose name gives the format.
     * @return number of rows.
     * @throws IOException when it cannot be written.
     */
    public static long write(final StampQuery query, final Path file) throws IOException
    {
        checkName(file);
        final Path target = file.toAbsolutePath();
        if (!Files.isDirectory(target.getParent()))
        {
            throw new IOException("there is no such directory: directory=" + target.getParent());
        }
        final Path table = target.resolveSibling(target.getFileName() + CSV + UNFINISHED);
        final Path parquet = target.resolveSibling(target.getFileName() + UNFINISHED);
        try
        {
            final long rows = writeCsv(query, table);
            if (name(file).endsWith(CSV))
            {
                Files.move(table, target, StandardCopyOption.REPLACE_EXISTING);
            }
            else
            {
                toParquet(table, parquet);
                Files.move(parquet, target, StandardCopyOption.REPLACE_EXISTING);
            }
            return rows;
        }
        finally
        {
            Files.deleteIfExists(table);
            Files.deleteIfExists(parquet);
        }
    }

    private static String name(final Path file)
    {
        return file.toString().toLowerCase(Locale.ROOT);
    }

    private static long writeCsv(final StampQuery query, final Path file) throws IOException
    {
        final CSVFormat format = CSVFormat.DEFAULT.builder()
            .setHeader(Arrays.stream(StampColumn.values()).map(StampColumn::title).toArray(String[]::new))
            .setRecordSeparator('\n')
            .get();
        try (CSVPrinter printer = new CSVPrinter(Files.newBufferedWriter(file, StandardCharsets.US_ASCII), format))
        {
            return query.forEach((origin, stamps, sentANs, sentBNs) -> printer.printRecord(
                Arrays.stream(StampColumn.values()).map(column -> column.value(origin, stamps, sentANs, sentBNs))));
        }
    }

    private static void toParquet(final Path table, final Path parquet) throws IOException
    {
        final String types = Arrays.stream(StampColumn.values())
            .map(column -> quoted(column.title()) + ": " + quoted(column.sqlType()))
            .collect(Collectors.joining(", ", "{", "}"));
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
            Statement statement = connection.createStatement())
        {
            // Rows keep the order of the table; a CSV reader that guesses types could take a long column of nothing for
            // text.
            statement.execute("COPY (SELECT * FROM read_csv(" + quoted(table.toString()) +
                ", header = true, auto_detect = false, delim = ',', quote = '\"', escape = '\"', columns = " + types +
                ")) TO " + quoted(parquet.toString()) + " (FORMAT parquet, COMPRESSION zstd)");
        }
        catch (final SQLException ex)
        {
            throw new IOException("the Parquet file cannot be written: out=" + parquet, ex);
        }
    }

    private static String quoted(final String text)
    {
        return "'" + text.replace("'", "''") + "'";
    }
}
