// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import io.bourse.clearing.table.ColumnSpec;
import io.bourse.clearing.table.Table;

/**
 * Two tables of the same columns, of which as many rows were opened as both are known to have.
 */
public final class TablePrefix
{
    private TablePrefix()
    {
    }

    /**
     * Compares every value.
     *
     * @param written by whoever is to be proved.
     * @param again the same, made anew.
     * @return the first value that differs, with its row and column; empty when none does.
     */
    public static String firstDifference(final Table written, final Table again)
    {
        if (written.rows() != again.rows())
        {
            return "rows=" + written.rows() + " again=" + again.rows();
        }
        for (int column = 0; column < written.spec().columns().size(); column++)
        {
            final ColumnSpec spec = written.spec().columns().get(column);
            for (long row = 0; row < written.rows(); row++)
            {
                final long is = value(written, spec, column, row);
                final long wanted = value(again, spec, column, row);
                if (is != wanted)
                {
                    return "row=" + row + " column=" + spec.name() + " value=" + is + " again=" + wanted;
                }
            }
        }
        return "";
    }

    private static long value(final Table table, final ColumnSpec spec, final int column, final long row)
    {
        return switch (spec.type())
        {
            case BYTE -> table.bytes(column).get(row);
            case SHORT -> table.shorts(column).get(row);
            case INT -> table.ints(column).get(row);
            case LONG -> table.longs(column).get(row);
        };
    }
}
