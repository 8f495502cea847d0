// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.step;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.Table;

import java.io.IOException;

/**
 * A priced day and how the run has moved its positions.
 *
 * @param priced day.
 * @param movements RunTables.MOVEMENTS of the run.
 */
public record Moved(Priced priced, Table movements)
{
    /** A day with the movements that a run has written. */
    public static Moved open(final Workplace place, final Priced priced) throws IOException
    {
        return new Moved(priced, place.keep(Table.open(place.tables(), RunTables.MOVEMENTS)));
    }

    /** What positions are calculated from. */
    public CalculationInput input()
    {
        return priced.input(0 == movements.rows() ? null : movements);
    }
}
