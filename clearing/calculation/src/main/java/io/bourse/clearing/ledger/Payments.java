// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import io.bourse.clearing.InputCorruptException;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.LongColumn;
import io.bourse.clearing.table.Table;

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
     * Nobody pays anything.
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
        private final Rows[] tables;

        private Cursor(final List<Table> tables)
        {
            this.tables = tables.stream().map(Rows::new).toArray(Rows[]::new);
        }

        /** What the next register receives; below 0 what it pays. */
        long take(final int account)
        {
            long kopecks = 0;
            for (final Rows table : tables)
            {
                while (table.account == account)
                {
                    kopecks = Math.addExact(kopecks, table.received());
                    table.next();
                }
            }
            return kopecks;
        }

        /**
         * Makes sure that nobody was passed over.
         *
         * @throws InputCorruptException when a row belongs to no register or is out of order.
         */
        void requireEnd()
        {
            for (final Rows table : tables)
            {
                if (table.row < table.size)
                {
                    throw new InputCorruptException("payments are out of order or belong to a register that is not " +
                        "there: row=" + table.row + " accountId=" + table.account + " rows=" + table.size);
                }
            }
        }
    }

    /** Rows that are told to a register; those between accounts of the house come before them. */
    private static final class Rows
    {
        private static final int NOBODY = -1;

        private final IntColumn accounts;
        private final IntColumn credits;
        private final LongColumn amounts;
        private final long size;
        private long row;
        private int account;

        private Rows(final Table table)
        {
            this.accounts = table.ints(RunTables.PAYMENT_ACCOUNT);
            this.credits = table.ints(RunTables.PAYMENT_CREDIT);
            this.amounts = table.longs(RunTables.PAYMENT_AMOUNT);
            this.size = table.rows();
            while (row < size && accounts.get(row) < 0)
            {
                row++;
            }
            read();
        }

        private void read()
        {
            account = row < size ? accounts.get(row) : NOBODY;
        }

        private void next()
        {
            row++;
            read();
        }

        private long received()
        {
            return credits.get(row) == account ? amounts.get(row) : -amounts.get(row);
        }
    }
}
