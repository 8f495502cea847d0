// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableCursor;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Lots of every instrument over all registers: what the run has against what the trades of the day, carried positions
 * and movements come to. Where only some registers are compared row by row, this sees lots that went to no register.
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
        this.wanted = new long[KINDS][input.contracts().size()];
        this.found = new long[KINDS][input.contracts().size()];
    }

    /** Work that may be done by several threads; each task adds up columns of its own. */
    List<Callable<Void>> tasks()
    {
        final List<Callable<Void>> tasks = new ArrayList<>();
        for (int kind = BEGIN; kind <= END; kind++)
        {
            final int column = RunTables.POSITION_BEGIN + kind;
            final long[] totals = found[kind];
            tasks.add(() -> add(
                positions, RunTables.POSITION_INSTRUMENT, column, positions.rows(), totals));
        }
        tasks.add(() -> add(
            input.trades(), DayTables.TRADE_INSTRUMENT, DayTables.TRADE_QTY, input.tradeCount(), wanted[BUYS]));
        if (null != input.carried())
        {
            tasks.add(() -> add(input.carried(), RunTables.POSITION_INSTRUMENT, RunTables.POSITION_END,
                input.carried().rows(), wanted[BEGIN]));
        }
        tasks.add(this::addMovements);
        return tasks;
    }

    private Void addMovements()
    {
        for (final List<Table> movements : List.of(input.movements(), input.paidMovements()))
        {
            for (final Table table : movements)
            {
                add(table, RunTables.MOVEMENT_INSTRUMENT, RunTables.MOVEMENT_LOTS, table.rows(), wanted[MOVED]);
            }
        }
        return null;
    }

    /** A sum of ints over fewer than 2^31 rows fits a long. */
    private static Void add(
        final Table table, final int instrumentColumn, final int lotsColumn, final long rows, final long[] totals)
    {
        for (final TableCursor row = new TableCursor(table, 0, rows); row.next();)
        {
            // A row of an instrument that is not there differs in the comparison of rows.
            final int instrument = row.ints(instrumentColumn);
            if (instrument >= 0 && instrument < totals.length)
            {
                totals[instrument] += row.ints(lotsColumn);
            }
        }
        return null;
    }

    /** After all tasks: differences by instrument. */
    List<RowDifference> differences()
    {
        final List<RowDifference> differences = new ArrayList<>();
        for (int i = 0; i < input.contracts().size(); i++)
        {
            final Contract contract = input.contracts().get(i);
            wanted[SELLS][i] = wanted[BUYS][i];
            wanted[END][i] = wanted[BEGIN][i] + wanted[BUYS][i] - wanted[SELLS][i] + wanted[MOVED][i];
            for (int kind = BEGIN; kind <= END && SecondOpinion.isCleared(contract); kind++)
            {
                if (wanted[kind][i] != found[kind][i])
                {
                    differences.add(new RowDifference(
                        "",
                        contract.symbol(),
                        RunTables.POSITIONS.columns().get(RunTables.POSITION_BEGIN + kind).name(),
                        Long.toString(found[kind][i]),
                        Long.toString(wanted[kind][i])));
                }
            }
        }
        return differences;
    }
}
