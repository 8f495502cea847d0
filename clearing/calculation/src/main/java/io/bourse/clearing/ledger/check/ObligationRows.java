// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.ByteColumn;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.LongColumn;
import io.bourse.clearing.table.ShortColumn;
import io.bourse.clearing.table.Table;

/** Rows of RunTables.OBLIGATIONS or RunTables.SETTLEMENTS. */
final class ObligationRows extends ObligationCursor
{
    final long rows;
    private final IntColumn accounts;
    private final ShortColumn instruments;
    private final IntColumn dates;
    private final ByteColumn kinds;
    private final LongColumn units;
    private final LongColumn money;
    private long row = -1;

    private ObligationRows(
        final Names names, final Table table, final boolean hasKinds, final int unitsColumn, final int moneyColumn)
    {
        super(names);
        this.rows = null == table ? 0 : table.rows();
        this.accounts = null == table ? null : table.ints(RunTables.OBLIGATION_ACCOUNT);
        this.instruments = null == table ? null : table.shorts(RunTables.OBLIGATION_INSTRUMENT);
        this.dates = null == table ? null : table.ints(RunTables.OBLIGATION_DATE);
        this.kinds = null == table || !hasKinds ? null : table.bytes(RunTables.SETTLEMENT_KIND);
        this.units = null == table ? null : table.longs(unitsColumn);
        this.money = null == table ? null : table.longs(moneyColumn);
    }

    static ObligationRows left(final Names names, final Table obligations)
    {
        return new ObligationRows(
            names, obligations, false, RunTables.OBLIGATION_UNITS, RunTables.OBLIGATION_MONEY);
    }

    static ObligationRows settled(final Names names, final Table settlements)
    {
        return new ObligationRows(
            names, settlements, true, RunTables.SETTLEMENT_UNITS, RunTables.SETTLEMENT_MONEY);
    }

    @Override
    boolean advance()
    {
        return ++row < rows;
    }

    @Override
    int account()
    {
        return accounts.get(row);
    }

    @Override
    int instrument()
    {
        return instruments.get(row);
    }

    @Override
    int settleDate()
    {
        return dates.get(row);
    }

    @Override
    long units()
    {
        return units.get(row);
    }

    @Override
    long money()
    {
        return money.get(row);
    }

    int kind()
    {
        return kinds.get(row);
    }

    @Override
    boolean repeats()
    {
        return null != kinds && row > 0 && kinds.get(row) > kinds.get(row - 1);
    }
}
