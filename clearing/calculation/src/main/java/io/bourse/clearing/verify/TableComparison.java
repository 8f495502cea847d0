// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import io.bourse.clearing.model.Sum128;
import io.bourse.clearing.table.ColumnSpec;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * Merges the rows of one table of two runs.
 */
final class TableComparison
{
    private final KeyedRows rowsA;
    private final KeyedRows rowsB;
    private final int maxDifferences;
    private final List<ColumnSpec> columns;
    private final Sum128[] totalsA;
    private final Sum128[] totalsB;
    private final List<RowDifference> differences = new ArrayList<>();
    private long differenceCount;

    TableComparison(final KeyedRows rowsA, final KeyedRows rowsB, final int maxDifferences)
    {
        this.rowsA = rowsA;
        this.rowsB = rowsB;
        this.maxDifferences = maxDifferences;
        this.columns = rowsA.spec().columns();
        this.totalsA = Sum128.array(columns.size());
        this.totalsB = Sum128.array(columns.size());
    }

    RunDiff.TableDiff compare()
    {
        advance(rowsA, totalsA);
        advance(rowsB, totalsB);
        while (!rowsA.isAtEnd() || !rowsB.isAtEnd())
        {
            final int order = order();
            if (0 == order)
            {
                compareRows();
            }
            if (order < 0)
            {
                nameRow(rowsA, true);
            }
            if (order > 0)
            {
                nameRow(rowsB, false);
            }
            if (order <= 0)
            {
                advance(rowsA, totalsA);
            }
            if (order >= 0)
            {
                advance(rowsB, totalsB);
            }
        }
        return new RunDiff.TableDiff(
            rowsA.spec().name(), rowsA.rows(), rowsB.rows(), columnTotals(), differenceCount, List.copyOf(differences));
    }

    private int order()
    {
        if (rowsA.isAtEnd())
        {
            return 1;
        }
        return rowsB.isAtEnd() ? -1 : rowsA.compareKey(rowsB);
    }

    private void advance(final KeyedRows rows, final Sum128[] totals)
    {
        rows.next();
        for (int column = 0; column < totals.length && !rows.isAtEnd(); column++)
        {
            if (rows.isFigure(column))
            {
                totals[column].add(rows.stored(column));
            }
        }
    }

    private void compareRows()
    {
        for (int column = rowsA.keyColumns(); column < columns.size(); column++)
        {
            if (rowsA.stored(column) != rowsB.stored(column) || !rowsA.isFigure(column))
            {
                final String textA = rowsA.text(column);
                final String textB = rowsB.text(column);
                if (!textA.equals(textB))
                {
                    name(rowsA, column, textA, textB);
                }
            }
        }
    }

    private void nameRow(final KeyedRows rows, final boolean isFirst)
    {
        for (int column = rows.keyColumns(); column < columns.size(); column++)
        {
            name(rows, column, isFirst ? rows.text(column) : RowDifference.NONE,
                isFirst ? RowDifference.NONE : rows.text(column));
        }
    }

    private void name(final KeyedRows rows, final int column, final String textA, final String textB)
    {
        differenceCount++;
        if (differences.size() < maxDifferences)
        {
            differences.add(
                new RowDifference(rows.account(), rows.instrument(), columns.get(column).name(), textA, textB));
        }
    }

    private List<RunDiff.ColumnTotal> columnTotals()
    {
        final List<RunDiff.ColumnTotal> totals = new ArrayList<>();
        for (int column = 0; column < columns.size(); column++)
        {
            if (rowsA.isFigure(column))
            {
                final int scale = columns.get(column).scale();
                totals.add(new RunDiff.ColumnTotal(
                    columns.get(column).name(),
                    new BigDecimal(totalsA[column].value(), scale).toPlainString(),
                    new BigDecimal(totalsB[column].value(), scale).toPlainString()));
            }
        }
        return List.copyOf(totals);
    }
}
