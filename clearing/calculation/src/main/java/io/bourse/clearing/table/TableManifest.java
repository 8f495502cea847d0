// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.table;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;

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
public record TableManifest(String format, String name, long rows, List<Column> columns)
{
    /** Format of this version. */
    public static final String FORMAT = "bourse-clearing-table/2";
    /** Name of the file in the directory of a table. */
    public static final String FILE_NAME = "table.json";

    /**
     * One column: a file, or one value in every row and no file.
     *
     * @param spec what it is.
     * @param sha256 of its file, lower-case hexadecimal; null without a file.
     * @param constant value of every row; null with a file.
     * @param packed whether the file has blocks of values narrower than the type; else it has all of one width.
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Column(
        ColumnSpec spec,
        String sha256,
        Long constant,
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean packed)
    {
        static Column ofFile(final ColumnSpec spec, final String sha256, final boolean packed)
        {
            return new Column(spec, sha256, null, packed);
        }

        static Column ofConstant(final ColumnSpec spec, final long constant)
        {
            return new Column(spec, null, constant, false);
        }

        /**
         * Whether every row has the same value, which the manifest itself holds.
         *
         * @return true if there is no file.
         */
        @JsonIgnore
        public boolean isConstant()
        {
            return null != constant;
        }
    }
}
