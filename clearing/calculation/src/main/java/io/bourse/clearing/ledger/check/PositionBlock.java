// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.LongColumn;
import io.bourse.clearing.table.ShortColumn;
import io.bourse.clearing.table.Table;

/**
 * Some consecutive rows of positions in arrays. Loops over many columns at once are several times faster over arrays
 * than over mapped columns, whose every access is checked against the mapping.
 */
final class PositionBlock
{
    /** Rows of a block: all its columns together stay in the cache. */
    static final int ROWS = 4_096;

    final int[] accounts = new int[ROWS];
    final short[] instruments = new short[ROWS];
    final int[] begins;
    final int[] buys;
    final int[] sells;
    final int[] moved;
    final int[] ends;
    final long[] marginDay = new long[ROWS];
    final long[] marginPaid = new long[ROWS];
    final long[] exchangeFees = new long[ROWS];
    final long[] clearingFees = new long[ROWS];
    final long[] exchangeVats = new long[ROWS];
    final long[] clearingVats = new long[ROWS];

    private final boolean hasLots;
    private final IntColumn accountColumn;
    private final ShortColumn instrumentColumn;
    private final IntColumn beginColumn;
    private final IntColumn buysColumn;
    private final IntColumn sellsColumn;
    private final IntColumn movedColumn;
    private final IntColumn endColumn;
    private final LongColumn marginDayColumn;
    private final LongColumn marginPaidColumn;
    private final LongColumn exchangeFeeColumn;
    private final LongColumn clearingFeeColumn;
    private final LongColumn exchangeVatColumn;
    private final LongColumn clearingVatColumn;

    /** Rows of a table of positions, with or without lots. */
    PositionBlock(final Table table, final boolean hasLots)
    {
        this.hasLots = hasLots;
        this.begins = new int[hasLots ? ROWS : 0];
        this.buys = new int[hasLots ? ROWS : 0];
        this.sells = new int[hasLots ? ROWS : 0];
        this.moved = new int[hasLots ? ROWS : 0];
        this.ends = new int[hasLots ? ROWS : 0];
        this.accountColumn = table.ints(RunTables.POSITION_ACCOUNT);
        this.instrumentColumn = table.shorts(RunTables.POSITION_INSTRUMENT);
        this.beginColumn = table.ints(RunTables.POSITION_BEGIN);
        this.buysColumn = table.ints(RunTables.POSITION_BUYS);
        this.sellsColumn = table.ints(RunTables.POSITION_SELLS);
        this.movedColumn = table.ints(RunTables.POSITION_MOVED);
        this.endColumn = table.ints(RunTables.POSITION_END);
        this.marginDayColumn = table.longs(RunTables.POSITION_VM_DAY);
        this.marginPaidColumn = table.longs(RunTables.POSITION_VM_PAID);
        this.exchangeFeeColumn = table.longs(RunTables.POSITION_FEE_EX);
        this.clearingFeeColumn = table.longs(RunTables.POSITION_FEE_CC);
        this.exchangeVatColumn = table.longs(RunTables.POSITION_VAT_EX);
        this.clearingVatColumn = table.longs(RunTables.POSITION_VAT_CC);
    }

    /** Takes up the rows from one on, at most {@link #ROWS} and at most those in front of another; tells how many. */
    int load(final long from, final long to)
    {
        final int count = (int)Math.min(ROWS, to - from);
        accountColumn.copy(from, accounts, count);
        instrumentColumn.copy(from, instruments, count);
        marginDayColumn.copy(from, marginDay, count);
        marginPaidColumn.copy(from, marginPaid, count);
        exchangeFeeColumn.copy(from, exchangeFees, count);
        clearingFeeColumn.copy(from, clearingFees, count);
        exchangeVatColumn.copy(from, exchangeVats, count);
        clearingVatColumn.copy(from, clearingVats, count);
        if (hasLots)
        {
            beginColumn.copy(from, begins, count);
            buysColumn.copy(from, buys, count);
            sellsColumn.copy(from, sells, count);
            movedColumn.copy(from, moved, count);
            endColumn.copy(from, ends, count);
        }
        return count;
    }
}
