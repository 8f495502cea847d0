// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.calculation;

import io.bourse.clearing.table.Table;

import java.util.List;
import java.util.function.LongConsumer;

/**
 * Positions, margin and fees of a run (rules 1.3, 1.4): one row per register and instrument with a position, a trade or
 * a movement, sorted by the code of the register, then by instrument id. Rows come in parts to be read one after the
 * other, or by several threads at once; a register's rows are never in two parts.
 */
public final class RunPositions
{
    private static final int ROWS_PER_PART = 1 << 19;

    private RunPositions()
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
        return calculate(input, done -> { });
    }

    /**
     * Calculates a run and tells how it gets on.
     *
     * @param input of the run.
     * @param workDone gets pieces of {@link #work}, by several threads.
     * @return all rows, in order.
     * @throws io.bourse.clearing.CheckFailedException as {@link #calculate(CalculationInput)} does.
     */
    public static List<PositionRows> calculate(final CalculationInput input, final LongConsumer workDone)
    {
        return calculate(new Day(input, null), ROWS_PER_PART, null, workDone);
    }

    /**
     * Calculates a run in memory of an earlier calculation, as far as it has been given back.
     *
     * @param input of the run.
     * @param memory that may be used.
     * @param workDone gets pieces of {@link #work}, by several threads.
     * @return all rows, in order.
     * @throws io.bourse.clearing.CheckFailedException as {@link #calculate(CalculationInput)} does.
     */
    public static List<PositionRows> calculate(
        final CalculationInput input, final CalculationMemory memory, final LongConsumer workDone)
    {
        return calculate(new Day(input, null), ROWS_PER_PART, memory, workDone);
    }

    /**
     * Work of a run: trade legs, carried positions and movements.
     *
     * @param input of the run.
     * @return units, from 0.
     */
    public static long work(final CalculationInput input)
    {
        return 2L * input.tradeCount() + rows(input.carried()) + rows(input.movements()) + rows(input.paidMovements());
    }

    private static long rows(final Table table)
    {
        return null == table ? 0 : table.rows();
    }

    /**
     * Calculates the rows of some instruments only, as the planning of expiry needs them. Options are paired among
     * these only, so fees of an option may be more than those of the whole day.
     *
     * @param input of the run.
     * @param byOrdinal which instruments.
     * @return their rows, in order.
     * @throws io.bourse.clearing.CheckFailedException as {@link #calculate(CalculationInput)} does.
     */
    public static List<PositionRows> ofInstruments(final CalculationInput input, final boolean[] byOrdinal)
    {
        return calculate(new Day(input, byOrdinal), ROWS_PER_PART, null, done -> { });
    }

    /**
     * Calculates a day.
     *
     * @param day to be cleared.
     * @param rowsPerPart about as many rows are in a part.
     * @param memory that may be used; null for none, and for rows that take no more space than they need.
     * @param workDone gets pieces of {@link #work}.
     * @return rows, in order.
     */
    static List<PositionRows> calculate(
        final Day day, final int rowsPerPart, final CalculationMemory memory, final LongConsumer workDone)
    {
        final CalculationMemory used = null == memory ? new CalculationMemory() : memory;
        final LegBuckets buckets = LegBuckets.withPrices(day, used);
        final Part[] parts = Part.of(day, buckets, rowsPerPart);
        final PositionRows[] rows = new PositionRows[parts.length - 1];
        PieceWorkers.run(day.input().threads(), rows.length, () ->
        {
            final PartCalculator calculator = new PartCalculator(day, buckets, parts, used);
            return part ->
            {
                final PositionColumns made = calculator.calculate(part);
                if (null == memory)
                {
                    made.trim();
                }
                rows[part] = made;
                workDone.accept(parts[part].rowsTo(parts[part + 1]));
            };
        });
        used.giveBack(buckets.legs());
        return List.of(rows);
    }
}
