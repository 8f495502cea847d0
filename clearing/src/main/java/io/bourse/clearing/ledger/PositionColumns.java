// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import io.bourse.clearing.calculation.PositionRows;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.TableWriter;

import java.util.List;
import java.util.function.LongConsumer;

/**
 * Columns of positions, in two halves that two threads may write: lots and money.
 */
final class PositionColumns
{
    private PositionColumns()
    {
    }

    static void writeLots(
        final List<? extends PositionRows> parts, final TableWriter table, final LongConsumer rowsDone)
    {
        final int[] accounts = new int[RunTablesWriter.CHUNK];
        final short[] instruments = new short[RunTablesWriter.CHUNK];
        final int[] begins = new int[RunTablesWriter.CHUNK];
        final int[] buys = new int[RunTablesWriter.CHUNK];
        final int[] sells = new int[RunTablesWriter.CHUNK];
        final int[] moved = new int[RunTablesWriter.CHUNK];
        final int[] ends = new int[RunTablesWriter.CHUNK];
        for (final PositionRows part : parts)
        {
            for (int from = 0; from < part.size(); from += RunTablesWriter.CHUNK)
            {
                final int count = Math.min(RunTablesWriter.CHUNK, part.size() - from);
                for (int i = 0; i < count; i++)
                {
                    final int row = from + i;
                    accounts[i] = part.account(row);
                    instruments[i] = (short)part.instrument(row);
                    begins[i] = part.begin(row);
                    buys[i] = part.buys(row);
                    sells[i] = part.sells(row);
                    moved[i] = part.moved(row);
                    ends[i] = part.end(row);
                }
                table.column(RunTables.POSITION_ACCOUNT).putAll(accounts, count);
                table.column(RunTables.POSITION_INSTRUMENT).putAll(instruments, count);
                table.column(RunTables.POSITION_BEGIN).putAll(begins, count);
                table.column(RunTables.POSITION_BUYS).putAll(buys, count);
                table.column(RunTables.POSITION_SELLS).putAll(sells, count);
                table.column(RunTables.POSITION_MOVED).putAll(moved, count);
                table.column(RunTables.POSITION_END).putAll(ends, count);
                rowsDone.accept(count);
            }
        }
    }

    static void writeMoney(
        final List<? extends PositionRows> parts, final TableWriter table, final LongConsumer rowsDone)
    {
        final long[] margins = new long[RunTablesWriter.CHUNK];
        final long[] paid = new long[RunTablesWriter.CHUNK];
        final long[] exchangeFees = new long[RunTablesWriter.CHUNK];
        final long[] clearingFees = new long[RunTablesWriter.CHUNK];
        final long[] exchangeVats = new long[RunTablesWriter.CHUNK];
        final long[] clearingVats = new long[RunTablesWriter.CHUNK];
        for (final PositionRows part : parts)
        {
            for (int from = 0; from < part.size(); from += RunTablesWriter.CHUNK)
            {
                final int count = Math.min(RunTablesWriter.CHUNK, part.size() - from);
                for (int i = 0; i < count; i++)
                {
                    final int row = from + i;
                    margins[i] = part.marginDay(row);
                    paid[i] = part.marginPaid(row);
                    exchangeFees[i] = part.exchangeFee(row);
                    clearingFees[i] = part.clearingFee(row);
                    exchangeVats[i] = part.exchangeVat(row);
                    clearingVats[i] = part.clearingVat(row);
                }
                table.column(RunTables.POSITION_VM_DAY).putAll(margins, count);
                table.column(RunTables.POSITION_VM_PAID).putAll(paid, count);
                table.column(RunTables.POSITION_FEE_EX).putAll(exchangeFees, count);
                table.column(RunTables.POSITION_FEE_CC).putAll(clearingFees, count);
                table.column(RunTables.POSITION_VAT_EX).putAll(exchangeVats, count);
                table.column(RunTables.POSITION_VAT_CC).putAll(clearingVats, count);
                rowsDone.accept(count);
            }
        }
    }
}
