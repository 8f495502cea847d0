// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableCursor;

/**
 * Finds the register in which two ways to the lots of one instrument differ, after their totals did: adds up both per
 * register. Only when something is wrong, so it may take its time and an array of all registers.
 */
final class PairDrill
{
    private final CalculationInput calculation;
    private final Table positions;
    private final Names names;

    PairDrill(final CheckInput input, final Names names)
    {
        this.calculation = input.calculation();
        this.positions = input.books().positions();
        this.names = names;
    }

    /** Bought or sold lots of the positions against the trades. */
    String ofTrades(final int instrument, final int positionColumn, final int tradeColumn)
    {
        final long[] expected = new long[calculation.registers().size()];
        final TableCursor trades = new TableCursor(calculation.trades(), 0, calculation.tradeCount());
        add(expected, trades, DayTables.TRADE_INSTRUMENT, instrument, tradeColumn, DayTables.TRADE_QTY);
        return compare(instrument, positionColumn, expected, "trades");
    }

    /** Moved lots of the positions against the movements of the day. */
    String ofMovements(final int instrument)
    {
        final long[] expected = new long[calculation.registers().size()];
        for (final Table movements : new Table[]{calculation.movements(), calculation.paidMovements()})
        {
            add(expected, new TableCursor(movements), RunTables.MOVEMENT_INSTRUMENT, instrument,
                RunTables.MOVEMENT_ACCOUNT, RunTables.MOVEMENT_LOTS);
        }
        return compare(instrument, RunTables.POSITION_MOVED, expected, "movements");
    }

    private void add(
        final long[] expected,
        final TableCursor rows,
        final int instrumentColumn,
        final int instrument,
        final int accountColumn,
        final int lotsColumn)
    {
        while (rows.next())
        {
            if (rows.ints(instrumentColumn) == instrument && names.isRegister(rows.ints(accountColumn)))
            {
                expected[rows.ints(accountColumn)] += rows.ints(lotsColumn);
            }
        }
    }

    private String compare(final int instrument, final int column, final long[] expected, final String source)
    {
        final String name = positions.spec().columns().get(column).name();
        for (final TableCursor rows = new TableCursor(positions); rows.next();)
        {
            final int account = rows.ints(RunTables.POSITION_ACCOUNT);
            if (rows.ints(RunTables.POSITION_INSTRUMENT) == instrument && names.isRegister(account))
            {
                if (expected[account] != rows.ints(column))
                {
                    return names.row(account, instrument) + " " + name + "=" + rows.ints(column) + " " + source + "=" +
                        expected[account];
                }
                expected[account] = 0;
            }
        }
        for (int rank = 0; rank < expected.length; rank++)
        {
            final int account = calculation.registers().accountAt(rank);
            if (0 != expected[account])
            {
                return names.row(account, instrument) + " has no row, " + source + "=" + expected[account];
            }
        }
        return "instrumentId=" + names.instrumentId(instrument) + " column=" + name + " differs from " + source;
    }
}
