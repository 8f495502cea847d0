// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import io.bourse.clearing.table.LongColumn;
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
     * @param written what is to be proved.
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
            final LongColumn values = written.longs(column);
            final LongColumn wanted = again.longs(column);
            for (long row = 0; row < written.rows(); row++)
            {
                if (values.get(row) != wanted.get(row))
                {
                    return "row=" + row + " column=" + written.spec().columns().get(column).name() + " value=" +
                        values.get(row) + " again=" + wanted.get(row);
                }
            }
        }
        return "";
    }
}
