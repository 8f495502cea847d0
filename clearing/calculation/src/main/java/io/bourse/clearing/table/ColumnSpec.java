// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.table;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

/**
 * One column of a table.
 *
 * @param name lower case with underscores; the file is {@code <name>.bin}.
 * @param type of its values.
 * @param scale decimal digits behind the point: 0 for numbers, 2 for money in kopecks, 5 for prices.
 */
@JsonPropertyOrder({"name", "type", "scale"})
public record ColumnSpec(String name, ColumnType type, int scale)
{
    /**
     * A column of whole numbers.
     *
     * @param name of the column.
     * @param type of its values.
     * @return column.
     */
    public static ColumnSpec number(final String name, final ColumnType type)
    {
        return new ColumnSpec(name, type, 0);
    }

    /**
     * A column of kopecks.
     *
     * @param name of the column.
     * @return column of longs.
     */
    public static ColumnSpec money(final String name)
    {
        return new ColumnSpec(name, ColumnType.LONG, 2);
    }

    /**
     * A column of prices x 100 000.
     *
     * @param name of the column.
     * @return column of longs.
     */
    public static ColumnSpec price(final String name)
    {
        return new ColumnSpec(name, ColumnType.LONG, 5);
    }

    /**
     * File of the column.
     *
     * @return name in the directory of the table.
     */
    public String fileName()
    {
        return name + ".bin";
    }
}
