// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.expiry;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.model.MovementKind;
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

    /**
     * Begins both tables; what an earlier attempt left there is written over.
     *
     * @param runDirectory in which they are made.
     * @throws IOException when files cannot be made.
     */
    ExpiryTables(final Path runDirectory) throws IOException
    {
        movements = TableWriter.create(runDirectory, RunTables.MOVEMENTS);
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
        movements.column(RunTables.MOVEMENT_ACCOUNT).put(accountId);
        movements.column(RunTables.MOVEMENT_INSTRUMENT).put(instrument);
        movements.column(RunTables.MOVEMENT_KIND).put(kind.ordinal());
        movements.column(RunTables.MOVEMENT_LOTS).put(lots);
        movements.column(RunTables.MOVEMENT_PRICE_E5).put(priceE5);
        movements.column(RunTables.MOVEMENT_SERIES).put(series);
    }

    @Override
    public void onObligation(
        final int accountId, final int instrument, final int settleDate, final long units, final long moneyKopecks)
    {
        obligations.column(RunTables.OBLIGATION_ACCOUNT).put(accountId);
        obligations.column(RunTables.OBLIGATION_INSTRUMENT).put(instrument);
        obligations.column(RunTables.OBLIGATION_DATE).put(settleDate);
        obligations.column(RunTables.OBLIGATION_UNITS).put(units);
        obligations.column(RunTables.OBLIGATION_MONEY).put(moneyKopecks);
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
