// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.verify;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.ledger.HouseAccounts;
import io.bourse.clearing.ledger.PostingCode;
import io.bourse.clearing.table.ColumnSpec;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableCursor;
import io.bourse.clearing.table.TableSpec;

import java.math.BigDecimal;
import java.util.List;

/**
 * Rows of a table of one run, front to back, by a key that is the same in every run: code of the register, instrument
 * id, code or kind.
 */
final class KeyedRows
{
    private static final long LAST = Long.MAX_VALUE;

    private final RunTablesOnDisk run;
    private final Table table;
    private final TableSpec spec;
    private final int keyColumns;
    private final List<Integer> instrumentColumns;
    private final TableCursor rows;

    /**
     * Rows of a table.
     *
     * @param run that has it.
     * @param table null when the run does not have it.
     * @param spec of it.
     * @param keyColumns how many of its first columns are the key.
     * @param instrumentColumns which columns hold ordinals.
     */
    KeyedRows(
        final RunTablesOnDisk run,
        final Table table,
        final TableSpec spec,
        final int keyColumns,
        final List<Integer> instrumentColumns)
    {
        this.run = run;
        this.table = table;
        this.spec = spec;
        this.keyColumns = keyColumns;
        this.instrumentColumns = instrumentColumns;
        this.rows = new TableCursor(table);
    }

    TableSpec spec()
    {
        return spec;
    }

    int keyColumns()
    {
        return keyColumns;
    }

    long rows()
    {
        return null == table ? 0 : table.rows();
    }

    boolean isAtEnd()
    {
        return rows.isAtEnd();
    }

    void next()
    {
        rows.next();
    }

    /** Negative, zero or positive as this row comes before, with or after the row of another run. */
    int compareKey(final KeyedRows other)
    {
        for (int column = 0; column < keyColumns; column++)
        {
            final int compared = Long.compareUnsigned(key(column), other.key(column));
            if (0 != compared)
            {
                return compared;
            }
        }
        return 0;
    }

    private long key(final int column)
    {
        if (isAtEnd())
        {
            return LAST;
        }
        final long value = stored(column);
        if (0 == column)
        {
            // The first character is in the lowest byte of a code; read from the other end, codes sort as text.
            return Long.reverseBytes(run.accountCode((int)value)) >>> 1;
        }
        return comparable(column);
    }

    /** What a value is in every run: ordinals become ids. */
    long comparable(final int column)
    {
        final long value = stored(column);
        if (!instrumentColumns.contains(column))
        {
            return value;
        }
        final Contract contract = run.contract((int)value);
        return null == contract ? value : contract.instrumentId();
    }

    /** Ledger accounts are the same when their names are. */
    String text(final int column)
    {
        final ColumnSpec columnSpec = spec.columns().get(column);
        if ("debit".equals(columnSpec.name()) || "credit".equals(columnSpec.name()))
        {
            return HouseAccounts.name((int)stored(column), run::accountName, this::instrumentId);
        }
        return columnSpec.scale() > 0 ? BigDecimal.valueOf(stored(column), columnSpec.scale()).toPlainString() :
            Long.toString(comparable(column));
    }

    private int instrumentId(final int ordinal)
    {
        return null == run.contract(ordinal) ? ordinal : run.contract(ordinal).instrumentId();
    }

    /** Whether a value is a figure that can be summed up. */
    boolean isFigure(final int column)
    {
        return column >= keyColumns && !instrumentColumns.contains(column) &&
            !(RunTables.LEDGER == spec && column < RunTables.LEDGER_AMOUNT) &&
            !(RunTables.PAYMENTS == spec && RunTables.PAYMENT_AMOUNT != column) &&
            !(RunTables.MOVEMENTS == spec && RunTables.MOVEMENT_PRICE_E5 == column);
    }

    long stored(final int column)
    {
        return rows.longs(column);
    }

    String account()
    {
        return run.accountName((int)stored(0));
    }

    /** Symbol, and the name of the posting where there are several of an instrument. */
    String instrument()
    {
        if (keyColumns < 2)
        {
            return "";
        }
        if (RunTables.PAYMENTS == spec)
        {
            return code((int)stored(RunTables.PAYMENT_CODE));
        }
        if (RunTables.PLEDGES == spec)
        {
            return "asset:" + stored(RunTables.PLEDGE_ASSET);
        }
        final Contract contract = run.contract((int)stored(1));
        final String symbol = null == contract ? Long.toString(stored(1)) : contract.symbol();
        if (RunTables.LEDGER != spec)
        {
            return symbol;
        }
        return symbol + "/" + code((int)stored(RunTables.LEDGER_CODE));
    }

    private static String code(final int ordinal)
    {
        return ordinal >= 0 && ordinal < PostingCode.values().length ?
            PostingCode.values()[ordinal].name() : Integer.toString(ordinal);
    }
}
