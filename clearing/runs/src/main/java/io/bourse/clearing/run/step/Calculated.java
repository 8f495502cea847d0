// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.step;

import io.bourse.clearing.calculation.PositionRows;
import io.bourse.clearing.calculation.RunPositions;
import io.bourse.clearing.ledger.Payments;
import io.bourse.clearing.ledger.RunRows;
import io.bourse.clearing.ledger.RunTablesWriter;

import java.io.IOException;
import java.util.List;

/**
 * Positions, variation margin and fees, in memory.
 *
 * @param funded day with its payments.
 * @param rows of positions.
 */
public record Calculated(Funded funded, List<PositionRows> rows)
{
    /** Calculates positions. */
    public static Calculated of(final Workplace place, final Funded funded)
    {
        return new Calculated(funded, Amounts.fitting(
            () -> RunPositions.calculate(funded.moved().input(), place.memory(), place.workDone())));
    }

    /** Rows that are calculated. */
    public long rowCount()
    {
        return rows.stream().mapToLong(PositionRows::size).sum();
    }

    /** Writes the tables of the first rows. The checks do not apply to tables without all rows of the day. */
    public void rehearse(final Workplace place, final long mostRows) throws IOException
    {
        int parts = 0;
        for (long some = 0; parts < rows.size() && some < mostRows; parts++)
        {
            some += rows.get(parts).size();
        }
        try
        {
            final RunTablesWriter writer = writer(place);
            if (parts == rows.size())
            {
                writer.write(runRows(rows));
            }
            else
            {
                writer.writeFirst(runRows(rows.subList(0, parts)));
            }
        }
        catch (final ArithmeticException ex)
        {
            throw Amounts.unfitting(ex);
        }
        Written.writeCalculation(place, funded.moved());
    }

    /** Gives the memory of all rows back to the place, after a rehearsal. */
    public void giveBack(final Workplace place)
    {
        place.memory().giveBack(rows);
    }

    RunTablesWriter writer(final Workplace place)
    {
        return new RunTablesWriter(
            place.tables(), funded.moved().priced().cut().ctx().options().threads(), place.workDone());
    }

    /** What the tables are written from: all rows, or the first parts of them. */
    RunRows runRows(final List<PositionRows> parts)
    {
        final Priced priced = funded.moved().priced();
        return new RunRows(priced.cut().day().registers(), priced.contracts(), parts, priced.cut().opening().money(),
            payments());
    }

    Payments payments()
    {
        return new Payments(funded.payments(), funded.moved().priced().cut().opening().paidPayments());
    }
}
