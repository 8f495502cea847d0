// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.step;

import io.bourse.clearing.ledger.UnsyncedTables;
import io.bourse.clearing.verify.CalculationFile;

import java.io.IOException;

/**
 * Positions, postings and money, written: they may be read at once, the disk has them when {@link #sync} has returned.
 *
 * @param moved day with the movements.
 * @param unsynced tables.
 */
public record Written(Moved moved, UnsyncedTables unsynced)
{
    /** Writes the tables, and releases the memory of the rows. */
    public static Written of(final Workplace place, final Calculated calculated) throws IOException
    {
        final Moved moved = calculated.funded().moved();
        final DayAtCut cut = moved.priced().cut();
        try
        {
            final UnsyncedTables unsynced =
                place.keep(calculated.writer(place).writeUnsynced(calculated.runRows(calculated.rows())));
            place.memory().clear();
            writeCalculation(place, moved);
            return new Written(moved, unsynced);
        }
        catch (final ArithmeticException ex)
        {
            throw Amounts.unfitting(ex);
        }
    }

    static void writeCalculation(final Workplace place, final Moved moved) throws IOException
    {
        final Opening opening = moved.priced().cut().opening();
        CalculationFile.of(moved.input(), opening.carriedRun(), opening.earlierRuns()).write(place.tables());
    }

    /** Waits until the disk has the tables. */
    public void sync() throws IOException
    {
        try (UnsyncedTables tables = unsynced)
        {
            tables.sync();
        }
    }
}
