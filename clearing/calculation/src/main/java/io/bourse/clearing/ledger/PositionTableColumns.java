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
final class PositionTableColumns
{
    /** Columns of lots but for the end: begin, buys, sells, moved. */
    static final int LOTS = RunTables.POSITION_END - RunTables.POSITION_BEGIN;
    /** Columns of money in the order that PositionRows has them in. */
    static final int[] MONEY = {
        RunTables.POSITION_VM_DAY, RunTables.POSITION_VM_PAID, RunTables.POSITION_FEE_EX, RunTables.POSITION_FEE_CC,
        RunTables.POSITION_VAT_EX, RunTables.POSITION_VAT_CC};

    private PositionTableColumns()
    {
    }

    static void writeLots(
        final List<? extends PositionRows> parts, final TableWriter table, final LongConsumer rowsDone)
    {
        final int[] accounts = new int[RunTablesWriter.CHUNK];
        final short[] instruments = new short[RunTablesWriter.CHUNK];
        final int[][] lots = new int[LOTS][RunTablesWriter.CHUNK];
        final int[] ends = new int[RunTablesWriter.CHUNK];
        for (final PositionRows part : parts)
        {
            for (int from = 0; from < part.size(); from += RunTablesWriter.CHUNK)
            {
                final int count = Math.min(RunTablesWriter.CHUNK, part.size() - from);
                part.copyKeys(from, accounts, instruments, count);
                part.copyLots(from, lots, count);
                addUp(lots, ends, count);
                table.column(RunTables.POSITION_ACCOUNT).putAll(accounts, count);
                table.column(RunTables.POSITION_INSTRUMENT).putAll(instruments, count);
                for (int column = 0; column < LOTS; column++)
                {
                    table.column(RunTables.POSITION_BEGIN + column).putAll(lots[column], count);
                }
                table.column(RunTables.POSITION_END).putAll(ends, count);
                rowsDone.accept(count);
            }
        }
    }

    private static void addUp(final int[][] lots, final int[] ends, final int count)
    {
        final int[] begins = lots[0];
        final int[] buys = lots[1];
        final int[] sells = lots[2];
        final int[] moved = lots[3];
        for (int i = 0; i < count; i++)
        {
            ends[i] = begins[i] + buys[i] - sells[i] + moved[i];
        }
    }

    static void writeMoney(
        final List<? extends PositionRows> parts, final TableWriter table, final LongConsumer rowsDone)
    {
        final long[][] money = new long[MONEY.length][RunTablesWriter.CHUNK];
        for (final PositionRows part : parts)
        {
            for (int from = 0; from < part.size(); from += RunTablesWriter.CHUNK)
            {
                final int count = Math.min(RunTablesWriter.CHUNK, part.size() - from);
                part.copyMoney(from, money, count);
                for (int column = 0; column < MONEY.length; column++)
                {
                    table.column(MONEY[column]).putAll(money[column], count);
                }
                rowsDone.accept(count);
            }
        }
    }
}
