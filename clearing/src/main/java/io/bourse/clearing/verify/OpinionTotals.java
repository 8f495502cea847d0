// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.ingest.DayTables;
import io.bourse.clearing.ledger.RunTables;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.ShortColumn;
import io.bourse.clearing.table.Table;

import java.util.ArrayList;
import java.util.List;

/**
 * Lots of every instrument over all registers: what the run has against what the trades of the day, carried positions
 * and movements come to. Where only some registers are compared row by row, this sees lots that went to nobody.
 */
final class OpinionTotals
{
    private static final int KINDS = 5;
    private static final int BEGIN = 0;
    private static final int BUYS = 1;
    private static final int SELLS = 2;
    private static final int MOVED = 3;
    private static final int END = 4;

    private final SecondOpinionInput input;
    private final Table positions;
    private final long[][] wanted;
    private final long[][] found;

    OpinionTotals(final SecondOpinionInput input, final Table positions)
    {
        this.input = input;
        this.positions = positions;
        this.wanted = new long[input.contracts().size()][KINDS];
        this.found = new long[input.contracts().size()][KINDS];
    }

    /** Differences by instrument. */
    List<RowDifference> compare()
    {
        addTrades();
        if (null != input.carried())
        {
            addLots(input.carried(), RunTables.POSITION_INSTRUMENT, RunTables.POSITION_END, BEGIN, wanted);
        }
        for (final List<Table> movements : List.of(input.movements(), input.paidMovements()))
        {
            for (final Table table : movements)
            {
                addLots(table, RunTables.MOVEMENT_INSTRUMENT, RunTables.MOVEMENT_LOTS, MOVED, wanted);
            }
        }
        for (int kind = BEGIN; kind <= END; kind++)
        {
            addLots(positions, RunTables.POSITION_INSTRUMENT, RunTables.POSITION_BEGIN + kind, kind, found);
        }
        final List<RowDifference> differences = new ArrayList<>();
        for (int i = 0; i < wanted.length; i++)
        {
            final Contract contract = input.contracts().get(i);
            wanted[i][END] = wanted[i][BEGIN] + wanted[i][BUYS] - wanted[i][SELLS] + wanted[i][MOVED];
            for (int kind = BEGIN; kind <= END && SecondOpinion.isCleared(contract); kind++)
            {
                if (wanted[i][kind] != found[i][kind])
                {
                    differences.add(new RowDifference(
                        "",
                        contract.symbol(),
                        RunTables.POSITIONS.columns().get(RunTables.POSITION_BEGIN + kind).name(),
                        Long.toString(found[i][kind]),
                        Long.toString(wanted[i][kind])));
                }
            }
        }
        return differences;
    }

    private void addTrades()
    {
        final ShortColumn instruments = input.trades().shorts(DayTables.TRADE_INSTRUMENT);
        final IntColumn quantities = input.trades().ints(DayTables.TRADE_QTY);
        for (int trade = 0; trade < input.tradeCount(); trade++)
        {
            final long[] totals = wanted[instruments.get(trade)];
            totals[BUYS] += quantities.get(trade);
            totals[SELLS] += quantities.get(trade);
        }
    }

    /** A sum of ints over fewer than 2^31 rows fits a long. */
    private static void addLots(
        final Table table, final int instrumentColumn, final int lotsColumn, final int kind, final long[][] totals)
    {
        final ShortColumn instruments = table.shorts(instrumentColumn);
        final IntColumn lots = table.ints(lotsColumn);
        for (long row = 0; row < table.rows(); row++)
        {
            // A row of an instrument that is not there differs in the comparison of rows.
            if (instruments.get(row) >= 0 && instruments.get(row) < totals.length)
            {
                totals[instruments.get(row)][kind] += lots.get(row);
            }
        }
    }
}
