// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.RunBooks;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.RowSearch;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableCursor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The rows of positions, postings, money and payments that belong to the same consecutive registers.
 *
 * @param from first row, by table.
 * @param to row after the last one, by table.
 */
record RegisterRange(long[] from, long[] to)
{
    static final int POSITIONS = 0;
    static final int LEDGER = 1;
    static final int MONEY = 2;
    static final int PAYMENTS = 3;
    /** First column of all these tables. */
    private static final int ACCOUNT = RunTables.POSITION_ACCOUNT;

    /** Cuts the tables at the same registers; all rows are in one of the ranges, whatever state the tables are in. */
    static List<RegisterRange> split(final RunBooks books, final Names names, final int pieces)
    {
        final Table[] tables = {books.positions(), books.ledger(), books.money(), books.payments()};
        final long rows = books.positions().rows();
        final IntColumn accounts = books.positions().ints(ACCOUNT);
        final List<RegisterRange> ranges = new ArrayList<>();
        long[] from = new long[tables.length];
        for (int piece = 1; piece < pieces; piece++)
        {
            long row = Math.max(from[POSITIONS], rows * piece / pieces);
            while (row > 0 && row < rows && accounts.get(row) == accounts.get(row - 1))
            {
                row++;
            }
            if (row > from[POSITIONS] && row < rows)
            {
                final int rank = names.rank(accounts.get(row));
                final long[] to = from.clone();
                to[POSITIONS] = row;
                for (int i = LEDGER; i < to.length; i++)
                {
                    to[i] = null == tables[i] ? 0 : firstRow(tables[i], from[i], rank, names);
                }
                ranges.add(new RegisterRange(from, to));
                from = to;
            }
        }
        ranges.add(new RegisterRange(
            from, Arrays.stream(tables).mapToLong(table -> null == table ? 0 : table.rows()).toArray()));
        return ranges;
    }

    private static long firstRow(final Table table, final long from, final int rank, final Names names)
    {
        final IntColumn accounts = table.ints(ACCOUNT);
        return RowSearch.firstNotBelow(from, table.rows(), rank, row -> names.rank(accounts.get(row)));
    }

    /** Puts a cursor at the first row of a table. */
    void begin(final TableCursor cursor, final int table)
    {
        cursor.reset(from[table], to[table]);
        cursor.next();
    }
}
