// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import java.io.IOException;
import java.util.List;

/**
 * What two runs do not have in common: totals of every table, and the first rows that differ.
 */
public final class RunDiff
{
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
     * @param differenceCount values that differ.
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
        throw new UnsupportedOperationException("the difference of two runs comes with the next change");
    }
}
