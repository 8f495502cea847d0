// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.ShortColumn;
import io.bourse.clearing.table.Table;

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
        final Table trades = calculation.trades();
        final ShortColumn instruments = trades.shorts(DayTables.TRADE_INSTRUMENT);
        final IntColumn accounts = trades.ints(tradeColumn);
        final IntColumn lots = trades.ints(DayTables.TRADE_QTY);
        for (long row = 0; row < calculation.tradeCount(); row++)
        {
            if (instruments.get(row) == instrument && names.isRegister(accounts.get(row)))
            {
                expected[accounts.get(row)] += lots.get(row);
            }
        }
        return compare(instrument, positionColumn, expected, "trades");
    }

    /** Moved lots of the positions against the movements of the day. */
    String ofMovements(final int instrument)
    {
        final long[] expected = new long[calculation.registers().size()];
        addMovements(expected, calculation.movements(), instrument);
        addMovements(expected, calculation.paidMovements(), instrument);
        return compare(instrument, RunTables.POSITION_MOVED, expected, "movements");
    }

    private void addMovements(final long[] expected, final Table movements, final int instrument)
    {
        for (long row = 0; null != movements && row < movements.rows(); row++)
        {
            final int account = movements.ints(RunTables.MOVEMENT_ACCOUNT).get(row);
            if (movements.shorts(RunTables.MOVEMENT_INSTRUMENT).get(row) == instrument && names.isRegister(account))
            {
                expected[account] += movements.ints(RunTables.MOVEMENT_LOTS).get(row);
            }
        }
    }

    private String compare(final int instrument, final int column, final long[] expected, final String source)
    {
        final ShortColumn instruments = positions.shorts(RunTables.POSITION_INSTRUMENT);
        final IntColumn accounts = positions.ints(RunTables.POSITION_ACCOUNT);
        final IntColumn values = positions.ints(column);
        final String name = positions.spec().columns().get(column).name();
        for (long row = 0; row < positions.rows(); row++)
        {
            final int account = accounts.get(row);
            if (instruments.get(row) == instrument && names.isRegister(account))
            {
                if (expected[account] != values.get(row))
                {
                    return names.row(account, instrument) + " " + name + "=" + values.get(row) + " " + source + "=" +
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
