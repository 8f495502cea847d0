// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.table;

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
}
