// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.mover;

import io.bourse.engine.host.storage.DiskAccess;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * {@code partitions.csv} or {@code markets.csv} of a venue after a move: rows of the instruments have their new
 * partition, all others are as they were.
 */
public final class PartitionFile
{
    private static final String FORMER = ".former";
    private static final String DRAFT = ".tmp";

    private final Path file;
    private final String text;
    private final String former;

    private PartitionFile(final Path file, final String text, final String former)
    {
        this.file = file;
        this.text = text;
        this.former = former;
    }

    /**
     * Reads the file and changes nothing yet.
     *
     * @param file of the venue's reference data.
     * @param moving symbols of the instruments that move, by their underlying.
     * @param to their new partition.
     * @return the file as it is to be.
     * @throws IOException when it cannot be read, or lacks what a row needs.
     */
    public static PartitionFile read(
        final Path file, final Map<String, Set<String>> moving, final int to) throws IOException
    {
        final String former = Files.readString(file);
        final List<String> lines = new ArrayList<>(former.lines().toList());
        final List<String> header = lines.isEmpty() ? List.of() : row(lines.getFirst());
        final int symbol = header.indexOf("symbol");
        final int partition = header.indexOf("partition");
        if (symbol < 0 || partition < 0)
        {
            throw new IOException("the file must have the columns symbol and partition: file=" + file + " columns=" +
                header);
        }
        final Set<String> named = new HashSet<>();
        for (int i = 1; i < lines.size(); i++)
        {
            final List<String> row = row(lines.get(i));
            if (row.size() == header.size() && (moving.containsKey(row.get(symbol)) ||
                moving.values().stream().anyMatch(symbols -> symbols.contains(row.get(symbol)))))
            {
                named.add(row.get(symbol));
                lines.set(i, with(row, partition, to));
            }
        }
        for (final Map.Entry<String, Set<String>> each : moving.entrySet())
        {
            final String underlying = each.getKey();
            if (!named.contains(underlying) && !named.containsAll(each.getValue()))
            {
                if (2 != header.size())
                {
                    throw new IOException("no row names the underlying, and a new one needs more than its partition; " +
                        "add it to the file: file=" + file + " underlying=" + underlying);
                }
                lines.add(with(List.of(underlying, underlying), partition, to));
            }
        }
        return new PartitionFile(file, String.join("\n", lines) + "\n", former);
    }

    private static List<String> row(final String line) throws IOException
    {
        try (CSVParser parser = CSVParser.parse(line, CSVFormat.DEFAULT))
        {
            final List<CSVRecord> rows = parser.getRecords();
            return rows.isEmpty() ? List.of() : rows.getFirst().toList();
        }
    }

    private static String with(final List<String> row, final int column, final int partition)
    {
        final List<String> changed = new ArrayList<>(row);
        changed.set(column, Integer.toString(partition));
        return CSVFormat.DEFAULT.format(changed.toArray());
    }

    /**
     * Writes it, for its owner alone. The former file stays beside it.
     *
     * @return what was done, as a line.
     * @throws IOException when the disk refuses: the file is then as it was.
     */
    public String write() throws IOException
    {
        if (text.equals(former))
        {
            return "the file says so already: " + file;
        }
        final Path beside = file.resolveSibling(file.getFileName() + FORMER);
        final Path draft = file.resolveSibling(file.getFileName() + DRAFT);
        Files.copy(file, beside, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
        Files.deleteIfExists(draft);
        Files.createFile(draft, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        DiskAccess.replace(file, draft, text);
        DiskAccess.force(file.toAbsolutePath().getParent());
        return "written: " + file + "  the former one: " + beside;
    }
}
