// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.RunBooks;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.Table;

import java.util.ArrayList;
import java.util.List;

/**
 * The rows of positions, postings, money and payments that belong to the same consecutive registers.
 *
 * @param positionsFrom first row of positions.
 * @param positionsTo row behind the last of positions.
 * @param ledgerFrom first posting.
 * @param ledgerTo posting behind the last.
 * @param moneyFrom first row of money.
 * @param moneyTo row behind the last of money.
 * @param paymentsFrom first payment.
 * @param paymentsTo payment behind the last.
 */
record RegisterRange(
    long positionsFrom,
    long positionsTo,
    long ledgerFrom,
    long ledgerTo,
    long moneyFrom,
    long moneyTo,
    long paymentsFrom,
    long paymentsTo)
{
    /** Cuts the tables at the same registers; all rows are in one of the ranges, whatever state the tables are in. */
    static List<RegisterRange> split(final RunBooks books, final Names names, final int pieces)
    {
        final Table positions = books.positions();
        final Table ledger = books.ledger();
        final Table money = books.money();
        final IntColumn accounts = positions.ints(RunTables.POSITION_ACCOUNT);
        final List<RegisterRange> ranges = new ArrayList<>();
        long positionsFrom = 0;
        long ledgerFrom = 0;
        long moneyFrom = 0;
        long paymentsFrom = 0;
        for (int piece = 1; piece < pieces; piece++)
        {
            long row = Math.max(positionsFrom, positions.rows() * piece / pieces);
            while (row > 0 && row < positions.rows() && accounts.get(row) == accounts.get(row - 1))
            {
                row++;
            }
            if (row > positionsFrom && row < positions.rows())
            {
                final int rank = names.rank(accounts.get(row));
                final long ledgerTo = lowerBound(ledger, RunTables.LEDGER_ACCOUNT, names, rank, ledgerFrom);
                final long moneyTo = lowerBound(money, RunTables.MONEY_ACCOUNT, names, rank, moneyFrom);
                final long paymentsTo =
                    lowerBound(books.payments(), RunTables.PAYMENT_ACCOUNT, names, rank, paymentsFrom);
                ranges.add(new RegisterRange(
                    positionsFrom, row, ledgerFrom, ledgerTo, moneyFrom, moneyTo, paymentsFrom, paymentsTo));
                paymentsFrom = paymentsTo;
                positionsFrom = row;
                ledgerFrom = ledgerTo;
                moneyFrom = moneyTo;
            }
        }
        ranges.add(new RegisterRange(
            positionsFrom, positions.rows(), ledgerFrom, ledger.rows(), moneyFrom, money.rows(), paymentsFrom,
            null == books.payments() ? 0 : books.payments().rows()));
        return ranges;
    }

    private static long lowerBound(
        final Table table, final int column, final Names names, final int rank, final long from)
    {
        if (null == table)
        {
            return from;
        }
        final IntColumn accounts = table.ints(column);
        long low = from;
        long high = table.rows();
        while (low < high)
        {
            final long middle = low + high >>> 1;
            if (names.rank(accounts.get(middle)) < rank)
            {
                low = middle + 1;
            }
            else
            {
                high = middle;
            }
        }
        return low;
    }
}
