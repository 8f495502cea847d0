// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableManifest;
import io.bourse.clearing.table.TableSpec;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the files of a run are.
 *
 * @param baseDir of all runs.
 * @param name of the run below it, for instance {@code 20261121/2-E}.
 */
public record RunPlace(Path baseDir, String name)
{
    private static final String INGEST = "ingest";
    private static final Pattern NAME = Pattern.compile("(\\d{8})/(\\d{1,2})-([IE])/?");
    private static final Pattern RUN_ID = Pattern.compile("(\\d{8})(\\d{2})");

    /**
     * Finds a run by what an operator calls it: {@code DATE/NUMBER-KIND}, {@code DATE/NUMBER} or its run id, all below
     * the base directory, or its directory.
     *
     * @param baseDir of all runs.
     * @param run as the operator wrote it.
     * @return place.
     * @throws PreconditionException when there is no such run, or it does not have a calculation yet.
     * @throws IOException when directories cannot be listed.
     */
    public static RunPlace find(final Path baseDir, final String run) throws IOException
    {
        for (final RunPlace place : all(baseDir))
        {
            final Matcher parts = NAME.matcher(place.name);
            final Matcher id = RUN_ID.matcher(run);
            if (place.name.equals(run) || parts.matches() && (run.equals(parts.group(1) + "/" + parts.group(2)) ||
                id.matches() && id.group(1).equals(parts.group(1)) &&
                Integer.parseInt(id.group(2)) == Integer.parseInt(parts.group(2))))
            {
                return place;
            }
        }
        final Path directory = Path.of(run).toAbsolutePath().normalize();
        if (Files.isDirectory(directory) && directory.getNameCount() > 2)
        {
            final Path base = directory.getParent().getParent();
            final String name = directory.getParent().getFileName() + "/" + directory.getFileName();
            if (NAME.matcher(name).matches())
            {
                return new RunPlace(base, name);
            }
        }
        throw new PreconditionException("there is no such run; name its date, number and kind, for instance " +
            "20261121/2-E, its run id or its directory: run=" + run + " base=" + baseDir);
    }

    /**
     * All runs of a base directory.
     *
     * @param baseDir of all runs.
     * @return by date, then by number.
     * @throws IOException when directories cannot be listed.
     */
    public static List<RunPlace> all(final Path baseDir) throws IOException
    {
        final List<RunPlace> places = new ArrayList<>();
        for (final Path date : listed(baseDir))
        {
            for (final Path run : listed(date))
            {
                final String name = date.getFileName() + "/" + run.getFileName();
                if (NAME.matcher(name).matches())
                {
                    places.add(new RunPlace(baseDir, name));
                }
            }
        }
        places.sort(Comparator.comparing(RunPlace::date).thenComparingInt(RunPlace::number));
        return places;
    }

    private static List<Path> listed(final Path directory) throws IOException
    {
        final List<Path> entries = new ArrayList<>();
        if (Files.isDirectory(directory))
        {
            try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory))
            {
                stream.forEach(entries::add);
            }
        }
        return entries;
    }

    /**
     * Directory of the run.
     *
     * @return path.
     */
    public Path directory()
    {
        return baseDir.resolve(name);
    }

    /**
     * Trading date of the run.
     *
     * @return YYYYMMDD.
     */
    public String date()
    {
        return name.substring(0, name.indexOf('/'));
    }

    /** Number of the run within its date: the tenth comes after the second. */
    private int number()
    {
        return Integer.parseInt(name.substring(name.indexOf('/') + 1, name.lastIndexOf('-')));
    }

    /**
     * Another run of the same base directory.
     *
     * @param other name of it.
     * @return place.
     */
    public RunPlace sibling(final String other)
    {
        return new RunPlace(baseDir, other);
    }

    /**
     * Directory of the tables that runs share.
     *
     * @return path.
     */
    public Path ingest()
    {
        return baseDir.resolve(INGEST);
    }

    /**
     * Whether the run has a table.
     *
     * @param spec of the table.
     * @return true if so.
     */
    public boolean has(final TableSpec spec)
    {
        return Files.exists(directory().resolve(spec.name()).resolve(TableManifest.FILE_NAME));
    }

    /**
     * Whether the run has any table at all.
     *
     * @return true if so.
     * @throws IOException when the directory cannot be listed.
     */
    public boolean hasTables() throws IOException
    {
        return listed(directory()).stream().anyMatch(entry -> Files.exists(entry.resolve(TableManifest.FILE_NAME)));
    }

    /**
     * Opens a table of the run.
     *
     * @param spec of the table.
     * @return table.
     * @throws IOException when it cannot be read.
     */
    public Table open(final TableSpec spec) throws IOException
    {
        return Table.open(directory(), spec);
    }
}
