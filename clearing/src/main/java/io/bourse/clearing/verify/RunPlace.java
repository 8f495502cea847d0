// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableManifest;
import io.bourse.clearing.table.TableSpec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Where the files of a run are.
 *
 * @param baseDir of all runs.
 * @param name of the run below it, for instance {@code 20261121/2-E}.
 */
public record RunPlace(Path baseDir, String name)
{
    private static final String INGEST = "ingest";

    /**
     * Finds a run by what an operator calls it: its directory, {@code DATE/NUMBER-KIND} below the base directory, or
     * its id.
     *
     * @param baseDir of all runs.
     * @param run as the operator wrote it.
     * @return place.
     * @throws PreconditionException when there is no such run.
     * @throws IOException when directories cannot be listed.
     */
    public static RunPlace find(final Path baseDir, final String run) throws IOException
    {
        throw new PreconditionException("there is no such run: run=" + run + " base=" + baseDir);
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
     * Directory of the tables of the day.
     *
     * @return path.
     */
    public Path day()
    {
        return ingest().resolve(date());
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
