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
 */
public final class RunBooks implements AutoCloseable
{
    private final Table positions;
    private final Table ledger;
    private final Table money;
    private final Table payments;

    private RunBooks(final Table positions, final Table ledger, final Table money, final Table payments)
    {
        this.positions = positions;
        this.ledger = ledger;
        this.money = money;
        this.payments = payments;
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

    /**
     * Payments.
     *
     * @return RunTables.PAYMENTS; null when nothing was paid in the run.
     */
    public Table payments()
    {
        return payments;
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
