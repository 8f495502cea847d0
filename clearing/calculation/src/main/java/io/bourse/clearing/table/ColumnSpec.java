// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.table;

import java.util.Locale;

/**
 * One column of a table.
 *
 * @param name lower case with underscores; the file is {@code <name>.bin}.
 * @param type of its values.
 * @param scale decimal digits after the point: 0 for numbers, 2 for money in kopecks, 5 for prices.
 */
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
     * A column that is declared as text.
     *
     * @param declaration name and kind: {@code byte}, {@code short}, {@code int}, {@code long}, {@code money} (kopecks)
     *     or {@code price} (x 100 000).
     * @return specification.
     * @throws IllegalArgumentException when there is no such kind.
     */
    static ColumnSpec parse(final String declaration)
    {
        final String[] words = declaration.split(" ", 2);
        return switch (words[1])
        {
            case "money" -> money(words[0]);
            case "price" -> price(words[0]);
            default -> number(words[0], ColumnType.valueOf(words[1].toUpperCase(Locale.ROOT)));
        };
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
