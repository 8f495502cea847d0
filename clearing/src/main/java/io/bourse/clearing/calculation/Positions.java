// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

import java.util.List;

/**
 * Positions, margin and fees of a run (sheet 1.3, 1.4): one row per register and instrument with a position, a trade or
 * a movement, sorted by the code of the register, then by instrument id. Rows come in parts to be read one after the
 * other, or by several threads at once; a register's rows are never in two parts.
 */
public final class Positions
{
    private static final int ROWS_PER_PART = 1 << 19;

    private Positions()
    {
    }

    /**
     * Calculates a run. The rows are the same with any number of threads, and so are the parts.
     *
     * @param input of the run.
     * @return all rows, in order.
     * @throws io.bourse.clearing.CheckFailedException when an amount does not fit or a record cannot be cleared; it
     * names the record.
     */
    public static List<PositionRows> calculate(final CalculationInput input)
    {
        return calculate(new Day(input, null), ROWS_PER_PART);
    }

    /**
     * Calculates the rows of some instruments only, as the planning of expiry needs them.
     *
     * @param input of the run.
     * @param byOrdinal which instruments.
     * @return their rows, in order.
     * @throws io.bourse.clearing.CheckFailedException as {@link #calculate} does.
     */
    public static List<PositionRows> ofInstruments(final CalculationInput input, final boolean[] byOrdinal)
    {
        return calculate(new Day(input, byOrdinal), ROWS_PER_PART);
    }

    /**
     * Calculates a day.
     *
     * @param day to be cleared.
     * @param rowsPerPart about as many rows are in a part.
     * @return rows, in order.
     */
    static List<PositionRows> calculate(final Day day, final int rowsPerPart)
    {
        final LegBuckets buckets = LegBuckets.withPrices(day);
        final Part[] parts = Part.of(day, buckets, rowsPerPart);
        final PositionRows[] rows = new PositionRows[parts.length - 1];
        Workers.run(day.input().threads(), rows.length, () ->
        {
            final PartCalculator calculator = new PartCalculator(day, buckets, parts);
            return part -> rows[part] = calculator.calculate(part);
        });
        return List.of(rows);
    }
}
