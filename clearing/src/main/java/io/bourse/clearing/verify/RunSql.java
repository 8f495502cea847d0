// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import java.io.IOException;

/**
 * SQL over the tables of a run and of its day, read-only: the query sees copies in memory, files and configuration are
 * out of its reach. Codes are text, money and prices decimals.
 */
public final class RunSql
{
    private RunSql()
    {
    }

    /**
     * Takes the answer row by row.
     */
    public interface RowConsumer
    {
        /**
         * Names of the columns, once, before the rows.
         *
         * @param names of the columns.
         * @param isNumber whether a column holds numbers.
         * @throws IOException when it cannot be passed on.
         */
        void onColumns(String[] names, boolean[] isNumber) throws IOException;

        /**
         * One row.
         *
         * @param values as text; null for none.
         * @throws IOException when it cannot be passed on.
         */
        void onRow(String[] values) throws IOException;
    }

    /**
     * Asks one question.
     *
     * @param place of the run.
     * @param query one SELECT.
     * @param consumer of the answer.
     * @return rows.
     * @throws IOException when a table cannot be read.
     * @throws IllegalArgumentException when it is not one SELECT, or DuckDB does not understand it.
     */
    public static long query(final RunPlace place, final String query, final RowConsumer consumer) throws IOException
    {
        throw new UnsupportedOperationException("SQL over a run comes with the next change");
    }
}
