// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.TableSpec;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What two runs do not have in common: totals of every table, and the first rows that differ. Rows are the same by
 * register code, instrument id and, where there are several of them, code or kind; so runs of different dates and of
 * different base directories can be compared. Tables are read once from front to back, nothing is held in memory.
 */
public final class RunDiff
{
    private static final List<Keyed> KEYED = List.of(
        new Keyed(RunTables.POSITIONS, 2, List.of(RunTables.POSITION_INSTRUMENT)),
        new Keyed(RunTables.MONEY, 1, List.of()),
        new Keyed(RunTables.LEDGER, 3, List.of(RunTables.LEDGER_INSTRUMENT)),
        new Keyed(RunTables.MOVEMENTS, 3, List.of(RunTables.MOVEMENT_INSTRUMENT, RunTables.MOVEMENT_SERIES)),
        new Keyed(RunTables.OBLIGATIONS, 3, List.of(RunTables.OBLIGATION_INSTRUMENT)),
        new Keyed(RunTables.SETTLEMENTS, 4, List.of(RunTables.SETTLEMENT_INSTRUMENT)),
        new Keyed(RunTables.PAYMENTS, 2, List.of()),
        new Keyed(RunTables.PLEDGES, 2, List.of()),
        new Keyed(RunTables.MARGIN, 1, List.of()));

    private RunDiff()
    {
    }

    /**
     * A table of both runs.
     *
     * @param table its name.
     * @param rowsA of the first run.
     * @param rowsB of the second.
     * @param columns totals of its columns.
     * @param differenceCount values that differ; all values of a row count that only one of them has.
     * @param differences the first of them; {@code run} is the first run, {@code opinion} the second.
     */
    public record TableDiff(
        String table,
        long rowsA,
        long rowsB,
        List<ColumnTotal> columns,
        long differenceCount,
        List<RowDifference> differences)
    {
    }

    /**
     * Totals of a column.
     *
     * @param column its name.
     * @param totalA of the first run, decimal.
     * @param totalB of the second, decimal.
     */
    public record ColumnTotal(String column, String totalA, String totalB)
    {
    }

    /**
     * Compares two runs.
     *
     * @param placeA of the first run.
     * @param placeB of the second.
     * @param maxDifferences how many differing values of a table are named; all are counted.
     * @return one entry per table that either has.
     * @throws IOException when a table cannot be read.
     */
    public static List<TableDiff> diff(final RunPlace placeA, final RunPlace placeB, final int maxDifferences)
        throws IOException
    {
        final List<TableDiff> diffs = new ArrayList<>();
        try (RunTablesOnDisk runA = RunTablesOnDisk.open(placeA); RunTablesOnDisk runB = RunTablesOnDisk.open(placeB))
        {
            for (final Keyed keyed : KEYED)
            {
                if (placeA.has(keyed.spec) || placeB.has(keyed.spec))
                {
                    diffs.add(new TableComparison(
                        new KeyedRows(runA, runA.table(keyed.spec), keyed.spec, keyed.keyColumns, keyed.instruments),
                        new KeyedRows(runB, runB.table(keyed.spec), keyed.spec, keyed.keyColumns, keyed.instruments),
                        maxDifferences)
                        .compare());
                }
            }
        }
        return diffs;
    }

    /** The first column of every table is the register, the second, if it belongs to the key, the instrument. */
    private record Keyed(TableSpec spec, int keyColumns, List<Integer> instruments)
    {
    }
}
