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
    private int count;

    MoneyBuffer(final TableWriter table)
    {
        this.table = table;
    }

    void add(
        final int account,
        final long begin,
        final long paidKopecks,
        final long margin,
        final long premium,
        final long fee,
        final long end)
    {
        accounts[count] = account;
        begins[count] = begin;
        paid[count] = paidKopecks;
        margins[count] = margin;
        premiums[count] = premium;
        fees[count] = fee;
        ends[count] = end;
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
        count = 0;
    }
}
