// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.table;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;

import java.util.List;

/**
 * Contents of {@code table.json}: what a sealed table is, and the digests of its columns. A directory without it is no
 * table yet.
 *
 * @param format {@link #FORMAT}.
 * @param name of the table.
 * @param rows of every column.
 * @param columns in their order.
 */
@JsonPropertyOrder({"format", "name", "rows", "columns"})
public record TableManifest(String format, String name, long rows, List<Column> columns)
{
    /** Format of this version. */
    public static final String FORMAT = "bourse-clearing-table/1";
    /** Name of the file in the directory of a table. */
    public static final String FILE_NAME = "table.json";

    /**
     * One column.
     *
     * @param spec what it is.
     * @param sha256 of its file, lower-case hexadecimal.
     */
    @JsonPropertyOrder({"spec", "sha256"})
    public record Column(ColumnSpec spec, String sha256)
    {
    }
}
