// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import io.bourse.clearing.calculation.PositionRows;
import io.bourse.clearing.layout.RunTables;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Rows of the oracle as a calculation would give them. */
record OracleRows(List<long[]> rows) implements PositionRows
{
    /** Rows of a calculation as rows of RunTables.POSITIONS. */
    static List<long[]> copies(final List<PositionRows> parts)
    {
        final List<long[]> rows = new ArrayList<>();
        for (final PositionRows part : parts)
        {
            for (int i = 0; i < part.size(); i++)
            {
                final int row = i;
                rows.add(IntStream.range(0, RunTables.POSITIONS.columns().size())
                    .mapToLong(column -> part.value(column, row)).toArray());
            }
        }
        return rows;
    }

    @Override
    public int size()
    {
        return rows.size();
    }

    @Override
    public long value(final int column, final int row)
    {
        return rows.get(row)[column];
    }
}
