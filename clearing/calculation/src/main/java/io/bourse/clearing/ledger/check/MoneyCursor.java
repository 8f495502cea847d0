// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.table.Table;

/**
 * Goes over a range of a table of money, a block of rows at a time.
 */
final class MoneyCursor
{
    private static final int ROWS = 4_096;

    private final MoneyRows rows;
    private final int[] accounts = new int[ROWS];
    private final long[] begins = new long[ROWS];
    private final long[] paid = new long[ROWS];
    private final long[] margins = new long[ROWS];
    private final long[] premiums = new long[ROWS];
    private final long[] fees = new long[ROWS];
    private final long[] ends = new long[ROWS];
    private final long[] payPaid = new long[ROWS];
    private final long[] pays = new long[ROWS];
    private final long[] vats = new long[ROWS];
    private long firstRow;
    private long end;
    private int at;
    private int count;

    MoneyCursor(final Table money)
    {
        rows = new MoneyRows(money);
    }

    /** Goes to the first of some rows. */
    void reset(final long from, final long to)
    {
        firstRow = from;
        end = to;
        load();
    }

    private void load()
    {
        at = 0;
        count = (int)Math.min(ROWS, end - firstRow);
        rows.accounts.copy(firstRow, accounts, count);
        rows.begins.copy(firstRow, begins, count);
        rows.paid.copy(firstRow, paid, count);
        rows.margins.copy(firstRow, margins, count);
        rows.premiums.copy(firstRow, premiums, count);
        rows.fees.copy(firstRow, fees, count);
        rows.ends.copy(firstRow, ends, count);
        rows.payPaid.copy(firstRow, payPaid, count);
        rows.pays.copy(firstRow, pays, count);
        rows.vats.copy(firstRow, vats, count);
    }

    /** Goes to the next row. */
    void next()
    {
        if (++at == count)
        {
            firstRow += count;
            load();
        }
    }

    boolean isAtEnd()
    {
        return at == count;
    }

    long row()
    {
        return firstRow + at;
    }

    int account()
    {
        return accounts[at];
    }

    long begin()
    {
        return begins[at];
    }

    long paid()
    {
        return paid[at];
    }

    long margin()
    {
        return margins[at];
    }

    long premium()
    {
        return premiums[at];
    }

    long fee()
    {
        return fees[at];
    }

    long end()
    {
        return ends[at];
    }

    long payPaid()
    {
        return payPaid[at];
    }

    long pay()
    {
        return pays[at];
    }

    long vat()
    {
        return vats[at];
    }

    /** What the row's own columns make of its beginning. */
    long expectedEnd()
    {
        return begins[at] + paid[at] + payPaid[at] + margins[at] + premiums[at] + pays[at] - fees[at] - vats[at];
    }

    /** The row for people. */
    String text()
    {
        return rows.text(row());
    }
}
