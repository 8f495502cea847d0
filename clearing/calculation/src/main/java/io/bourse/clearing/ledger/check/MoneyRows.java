// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.LongColumn;
import io.bourse.clearing.table.Table;

/** Columns of a table of money. */
final class MoneyRows
{
    final long size;
    final IntColumn accounts;
    final LongColumn begins;
    final LongColumn paid;
    final LongColumn margins;
    final LongColumn premiums;
    final LongColumn fees;
    final LongColumn ends;
    final LongColumn payPaid;
    final LongColumn pays;
    final LongColumn vats;

    MoneyRows(final Table table)
    {
        this.size = table.rows();
        this.accounts = table.ints(RunTables.MONEY_ACCOUNT);
        this.begins = table.longs(RunTables.MONEY_BEGIN);
        this.paid = table.longs(RunTables.MONEY_PAID);
        this.margins = table.longs(RunTables.MONEY_VM);
        this.premiums = table.longs(RunTables.MONEY_PREMIUM);
        this.fees = table.longs(RunTables.MONEY_FEE);
        this.ends = table.longs(RunTables.MONEY_END);
        this.payPaid = table.longs(RunTables.MONEY_PAY_PAID);
        this.pays = table.longs(RunTables.MONEY_PAY);
        this.vats = table.longs(RunTables.MONEY_VAT);
    }

    String text(final long row)
    {
        return "amount_beg=" + begins.get(row) + " vm_paid=" + paid.get(row) + " vm=" + margins.get(row) +
            " premium=" + premiums.get(row) + " fee=" + fees.get(row) + " vat=" + vats.get(row) + " pay_paid=" +
            payPaid.get(row) + " pay=" + pays.get(row) + " amount_end=" + ends.get(row);
    }
}
