// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.expiry;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.model.MovementKind;
import io.bourse.clearing.table.ColumnWriter;
import io.bourse.clearing.table.TableWriter;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Writes a plan as the tables of a run directory. They are there once {@link #seal} has returned.
 */
final class ExpiryTables implements ExpirySink, AutoCloseable
{
    private final TableWriter movements;
    private final TableWriter obligations;
    private final ColumnWriter[] movement = new ColumnWriter[RunTables.MOVEMENTS.columns().size()];
    private final ColumnWriter[] obligation = new ColumnWriter[RunTables.OBLIGATIONS.columns().size()];

    /**
     * Begins both tables; what an earlier attempt left there is written over.
     *
     * @param runDirectory in which they are made.
     * @throws IOException when files cannot be made.
     */
    ExpiryTables(final Path runDirectory) throws IOException
    {
        movements = TableWriter.create(runDirectory, RunTables.MOVEMENTS);
        for (int i = 0; i < movement.length; i++)
        {
            movement[i] = movements.column(i);
        }
        TableWriter second = null;
        try
        {
            second = TableWriter.create(runDirectory, RunTables.OBLIGATIONS);
        }
        finally
        {
            if (null == second)
            {
                movements.close();
            }
        }
        obligations = second;
        for (int i = 0; i < obligation.length; i++)
        {
            obligation[i] = obligations.column(i);
        }
    }

    @Override
    public void onMovement(
        final int accountId,
        final int instrument,
        final MovementKind kind,
        final int lots,
        final long priceE5,
        final int series)
    {
        movement[RunTables.MOVEMENT_ACCOUNT].put(accountId);
        movement[RunTables.MOVEMENT_INSTRUMENT].put(instrument);
        movement[RunTables.MOVEMENT_KIND].put(kind.ordinal());
        movement[RunTables.MOVEMENT_LOTS].put(lots);
        movement[RunTables.MOVEMENT_PRICE_E5].put(priceE5);
        movement[RunTables.MOVEMENT_SERIES].put(series);
    }

    @Override
    public void onObligation(
        final int accountId, final int instrument, final int settleDate, final long units, final long moneyKopecks)
    {
        obligation[RunTables.OBLIGATION_ACCOUNT].put(accountId);
        obligation[RunTables.OBLIGATION_INSTRUMENT].put(instrument);
        obligation[RunTables.OBLIGATION_DATE].put(settleDate);
        obligation[RunTables.OBLIGATION_UNITS].put(units);
        obligation[RunTables.OBLIGATION_MONEY].put(moneyKopecks);
    }

    /**
     * Syncs both tables and makes them ones.
     *
     * @throws IOException when they cannot be written.
     */
    void seal() throws IOException
    {
        movements.seal();
        obligations.seal();
    }

    @Override
    public void close() throws IOException
    {
        try (movements; obligations)
        {
            // Closing is all there is to do, of both even if one fails.
        }
    }
}
