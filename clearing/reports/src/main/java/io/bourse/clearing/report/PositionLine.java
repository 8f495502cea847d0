// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.report.file.RowWriter;
import io.bourse.clearing.table.TableCursor;

import java.io.IOException;
import java.util.Arrays;

/**
 * Figures of a line of fposcl and the reports like it: of one row of positions, or of several together.
 */
final class PositionLine
{
    /** By column of the positions. */
    private final long[] sums = new long[RunTables.POSITIONS.columns().size()];
    private long deposit;
    private long exercised;
    private long negotiatedFee;
    private long rows;

    void clear()
    {
        Arrays.fill(sums, 0);
        deposit = 0;
        exercised = 0;
        negotiatedFee = 0;
        rows = 0;
    }

    boolean isEmpty()
    {
        return 0 == rows;
    }

    /** Adds a row of positions, and what its register has exercised and negotiated in the instrument. */
    void add(
        final TableCursor row, final ContractFigures figures, final long exercisedLots, final long negotiatedKopecks)
    {
        for (int column = RunTables.POSITION_BEGIN; column < sums.length; column++)
        {
            sums[column] = Math.addExact(sums[column], row.longs(column));
        }
        final long lots = row.longs(RunTables.POSITION_END);
        deposit = Math.addExact(deposit, Math.multiplyExact(
            Math.abs(lots), lots > 0 ? figures.buyDepositKopecks() : figures.sellDepositKopecks()));
        exercised += exercisedLots;
        negotiatedFee = Math.addExact(negotiatedFee, negotiatedKopecks);
        rows++;
    }

    /** Columns after the holder of the position. */
    void write(final RowWriter writer, final Contract contract) throws IOException
    {
        final long booked =
            Math.subtractExact(sums[RunTables.POSITION_VM_DAY], sums[RunTables.POSITION_VM_PAID]);
        final boolean isPremium = ContractStyle.PREMIUM_OPTION == contract.terms().style();
        writer.number(0)
            .number(sums[RunTables.POSITION_BEGIN])
            .number(sums[RunTables.POSITION_BUYS])
            .number(sums[RunTables.POSITION_SELLS])
            .number(sums[RunTables.POSITION_MOVED])
            .number(sums[RunTables.POSITION_END])
            .summed(isPremium ? 0 : booked)
            .money(Math.addExact(sums[RunTables.POSITION_FEE_EX], sums[RunTables.POSITION_FEE_CC]))
            .money(deposit)
            .money(sums[RunTables.POSITION_FEE_EX])
            .money(sums[RunTables.POSITION_VAT_EX])
            .money(sums[RunTables.POSITION_FEE_CC])
            .money(sums[RunTables.POSITION_VAT_CC])
            .number(exercised)
            .money(0)
            .money(negotiatedFee)
            .money(0)
            .money(0)
            .money(sums[RunTables.POSITION_VM_PAID])
            .money(isPremium ? booked : 0)
            .endRow();
    }
}
