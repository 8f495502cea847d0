// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.table;

import java.util.Arrays;
import java.util.List;

/**
 * What a table is made of.
 *
 * @param name of the table and of its directory.
 * @param columns in their order.
 */
public record TableSpec(String name, List<ColumnSpec> columns)
{
    /**
     * A table of given columns.
     *
     * @param name of the table.
     * @param columns in their order.
     * @return specification.
     */
    public static TableSpec of(final String name, final ColumnSpec... columns)
    {
        return new TableSpec(name, List.of(columns));
    }

    /**
     * A table whose columns are declared as text.
     *
     * @param name of the table.
     * @param layout names and kinds of the columns in their order, for instance {@code "account int, price price"}; see
     *     {@link ColumnSpec#parse}.
     * @return specification.
     */
    public static TableSpec parse(final String name, final String layout)
    {
        return new TableSpec(name, Arrays.stream(layout.split(", ")).map(ColumnSpec::parse).toList());
    }

    /**
     * Finds a column.
     *
     * @param column name.
     * @return index; -1 when there is none.
     */
    public int indexOf(final String column)
    {
        return columns.stream().map(ColumnSpec::name).toList().indexOf(column);
    }
}
