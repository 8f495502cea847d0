// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.Table;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The sealed tables of a run, mapped: what was written, for checks, reconciliation, reports and the next run.
 */
public final class RunBooks implements AutoCloseable
{
    private final Table positions;
    private final Table ledger;
    private final Table money;

    private RunBooks(final Table positions, final Table ledger, final Table money)
    {
        this.positions = positions;
        this.ledger = ledger;
        this.money = money;
    }

    /**
     * Opens the tables of a run.
     *
     * @param runDirectory of the run.
     * @return tables.
     * @throws IOException when the files cannot be read.
     */
    public static RunBooks open(final Path runDirectory) throws IOException
    {
        final Table positions = Table.open(runDirectory, RunTables.POSITIONS);
        Table ledger = null;
        try
        {
            ledger = Table.open(runDirectory, RunTables.LEDGER);
            return new RunBooks(positions, ledger, Table.open(runDirectory, RunTables.MONEY));
        }
        catch (final IOException | RuntimeException ex)
        {
            positions.close();
            if (null != ledger)
            {
                ledger.close();
            }
            throw ex;
        }
    }

    /**
     * Positions.
     *
     * @return RunTables.POSITIONS.
     */
    public Table positions()
    {
        return positions;
    }

    /**
     * Postings.
     *
     * @return RunTables.LEDGER.
     */
    public Table ledger()
    {
        return ledger;
    }

    /**
     * Money.
     *
     * @return RunTables.MONEY.
     */
    public Table money()
    {
        return money;
    }

    @Override
    public void close()
    {
        positions.close();
        ledger.close();
        money.close();
    }
}
