// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.table;

/**
 * Values of a column of a type of at most four bytes, as ints.
 */
public final class IntColumn
{
    private final LongColumn values;

    IntColumn(final LongColumn values)
    {
        this.values = values;
    }

    /**
     * A value.
     *
     * @param row from 0.
     * @return value.
     */
    public int get(final long row)
    {
        return (int)values.get(row);
    }

    /**
     * Copies values of consecutive rows; far cheaper than one call a value where many columns are read together.
     *
     * @param row first row.
     * @param into array that the values come into, from its beginning.
     * @param count of values.
     */
    public void copy(final long row, final int[] into, final int count)
    {
        values.copy(row, into, count);
    }
}
