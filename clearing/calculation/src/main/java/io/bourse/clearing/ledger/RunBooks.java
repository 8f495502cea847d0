// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableSpec;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The sealed tables of a run, mapped: what was written, for checks, reconciliation, reports and the next run.
 *
 * @param positions RunTables.POSITIONS.
 * @param ledger RunTables.LEDGER.
 * @param money RunTables.MONEY.
 * @param payments RunTables.PAYMENTS; null when nothing was paid in the run.
 */
public record RunBooks(Table positions, Table ledger, Table money, Table payments) implements AutoCloseable
{
    /**
     * Opens the tables of a run.
     *
     * @param runDirectory of the run.
     * @return tables.
     * @throws IOException when the files cannot be read.
     */
    public static RunBooks open(final Path runDirectory) throws IOException
    {
        final List<Table> opened = new ArrayList<>();
        try
        {
            for (final TableSpec spec : List.of(RunTables.POSITIONS, RunTables.LEDGER, RunTables.MONEY))
            {
                opened.add(Table.open(runDirectory, spec));
            }
            return new RunBooks(opened.get(0), opened.get(1), opened.get(2),
                Table.exists(runDirectory, RunTables.PAYMENTS) ? Table.open(runDirectory, RunTables.PAYMENTS) : null);
        }
        catch (final IOException | RuntimeException ex)
        {
            opened.forEach(Table::close);
            throw ex;
        }
    }

    @Override
    public void close()
    {
        if (null != payments)
        {
            payments.close();
        }
        positions.close();
        ledger.close();
        money.close();
    }
}
