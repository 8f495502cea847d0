// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableCursor;

/** Rows of RunTables.OBLIGATIONS or RunTables.SETTLEMENTS. */
final class ObligationRows extends ObligationCursor
{
    private static final int NONE = -1;

    final long rows;
    private final TableCursor table;
    private final int kindColumn;
    private final int unitsColumn;
    private final int moneyColumn;
    private int lastKind;

    private ObligationRows(
        final Names names, final Table table, final int kindColumn, final int unitsColumn, final int moneyColumn)
    {
        super(names);
        this.rows = null == table ? 0 : table.rows();
        this.table = new TableCursor(table);
        this.kindColumn = kindColumn;
        this.unitsColumn = unitsColumn;
        this.moneyColumn = moneyColumn;
    }

    static ObligationRows left(final Names names, final Table obligations)
    {
        return new ObligationRows(names, obligations, NONE, RunTables.OBLIGATION_UNITS, RunTables.OBLIGATION_MONEY);
    }

    static ObligationRows settled(final Names names, final Table settlements)
    {
        return new ObligationRows(names, settlements, RunTables.SETTLEMENT_KIND, RunTables.SETTLEMENT_UNITS,
            RunTables.SETTLEMENT_MONEY);
    }

    @Override
    boolean advance()
    {
        lastKind = table.isAtEnd() ? NONE : kind();
        return table.next();
    }

    @Override
    int account()
    {
        return table.ints(RunTables.OBLIGATION_ACCOUNT);
    }

    @Override
    int instrument()
    {
        return table.ints(RunTables.OBLIGATION_INSTRUMENT);
    }

    @Override
    int settleDate()
    {
        return table.ints(RunTables.OBLIGATION_DATE);
    }

    @Override
    long units()
    {
        return table.longs(unitsColumn);
    }

    @Override
    long money()
    {
        return table.longs(moneyColumn);
    }

    int kind()
    {
        return NONE == kindColumn ? NONE : table.ints(kindColumn);
    }

    @Override
    boolean repeats()
    {
        return NONE != kindColumn && table.row() > 0 && kind() > lastKind;
    }
}
