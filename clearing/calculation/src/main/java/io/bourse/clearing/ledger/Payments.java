// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableCursor;

import java.util.List;

/**
 * Payments that go into the money of a run: its own, and those of the earlier runs of the day.
 *
 * @param run RunTables.PAYMENTS of the run; null when it has none.
 * @param paid RunTables.PAYMENTS of the completed runs of the day before it.
 */
public record Payments(Table run, List<Table> paid)
{
    /**
     * Checked values.
     */
    public Payments
    {
        paid = List.copyOf(paid);
    }

    /**
     * None.
     *
     * @return no payments.
     */
    public static Payments none()
    {
        return new Payments(null, List.of());
    }

    /** Payments of the run, register by register. */
    Cursor cursor()
    {
        return new Cursor(null == run ? List.of() : List.of(run));
    }

    /** Payments of the earlier runs of the day together, register by register. */
    Cursor paidCursor()
    {
        return new Cursor(paid);
    }

    /** Reads along with the registers in the order of their codes; every register has to be asked for. */
    static final class Cursor
    {
        private final List<Table> tables;
        private final TableCursor[] rows;

        private Cursor(final List<Table> tables)
        {
            this.tables = tables;
            this.rows = tables.stream().map(Cursor::first).toArray(TableCursor[]::new);
        }

        /** Payments between accounts of the house come before those of the registers. */
        private static TableCursor first(final Table table)
        {
            final TableCursor rows = new TableCursor(table);
            while (rows.next() && rows.ints(RunTables.PAYMENT_ACCOUNT) < 0)
            {
                continue;
            }
            return rows;
        }

        /** What the next register receives; below 0 what it pays. */
        long take(final int account)
        {
            long kopecks = 0;
            for (final TableCursor each : rows)
            {
                for (; !each.isAtEnd() && account == each.ints(RunTables.PAYMENT_ACCOUNT); each.next())
                {
                    final long amount = each.longs(RunTables.PAYMENT_AMOUNT);
                    kopecks = Math.addExact(
                        kopecks, account == each.ints(RunTables.PAYMENT_CREDIT) ? amount : -amount);
                }
            }
            return kopecks;
        }

        /**
         * Makes sure that no payment was passed over.
         *
         * @throws InputCorruptException when a row belongs to no register or is out of order.
         */
        void requireEnd()
        {
            for (int i = 0; i < rows.length; i++)
            {
                if (!rows[i].isAtEnd())
                {
                    throw new InputCorruptException("payments are out of order or belong to a register that is not " +
                        "there: row=" + rows[i].row() + " accountId=" + rows[i].ints(RunTables.PAYMENT_ACCOUNT) +
                        " rows=" + tables.get(i).rows());
                }
            }
        }
    }
}
