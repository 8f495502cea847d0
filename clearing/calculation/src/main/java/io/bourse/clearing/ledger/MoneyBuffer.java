// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.TableWriter;

/** Collects rows of money into columns. */
final class MoneyBuffer
{
    private final TableWriter table;
    private final int[] accounts = new int[RunTablesWriter.CHUNK];
    private final long[] begins = new long[RunTablesWriter.CHUNK];
    private final long[] paid = new long[RunTablesWriter.CHUNK];
    private final long[] margins = new long[RunTablesWriter.CHUNK];
    private final long[] premiums = new long[RunTablesWriter.CHUNK];
    private final long[] fees = new long[RunTablesWriter.CHUNK];
    private final long[] ends = new long[RunTablesWriter.CHUNK];
    private final long[] payPaid = new long[RunTablesWriter.CHUNK];
    private final long[] pays = new long[RunTablesWriter.CHUNK];
    private final long[] vats = new long[RunTablesWriter.CHUNK];
    private int count;

    MoneyBuffer(final TableWriter table)
    {
        this.table = table;
    }

    /** Begins a row; what is not set after this is 0. */
    void row(final int account, final long begin, final long payPaidKopecks, final long pay, final long end)
    {
        accounts[count] = account;
        begins[count] = begin;
        payPaid[count] = payPaidKopecks;
        pays[count] = pay;
        ends[count] = end;
        paid[count] = 0;
        margins[count] = 0;
        premiums[count] = 0;
        fees[count] = 0;
        vats[count] = 0;
    }

    /** Sets what the positions of the row's register have come to. */
    void positions(final long paidKopecks, final long margin, final long premium, final long fee, final long vat)
    {
        paid[count] = paidKopecks;
        margins[count] = margin;
        premiums[count] = premium;
        fees[count] = fee;
        vats[count] = vat;
    }

    void endRow()
    {
        count++;
        if (count == RunTablesWriter.CHUNK)
        {
            flush();
        }
    }

    void flush()
    {
        table.column(RunTables.MONEY_ACCOUNT).putAll(accounts, count);
        table.column(RunTables.MONEY_BEGIN).putAll(begins, count);
        table.column(RunTables.MONEY_PAID).putAll(paid, count);
        table.column(RunTables.MONEY_VM).putAll(margins, count);
        table.column(RunTables.MONEY_PREMIUM).putAll(premiums, count);
        table.column(RunTables.MONEY_FEE).putAll(fees, count);
        table.column(RunTables.MONEY_END).putAll(ends, count);
        table.column(RunTables.MONEY_PAY_PAID).putAll(payPaid, count);
        table.column(RunTables.MONEY_PAY).putAll(pays, count);
        table.column(RunTables.MONEY_VAT).putAll(vats, count);
        count = 0;
    }
}
