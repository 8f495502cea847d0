// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.TableWriter;

import java.util.function.LongConsumer;

/**
 * Columns of the positions and of the ledger.
 */
final class PositionTableColumns
{
    private static final int LOTS = RunTables.POSITION_END - RunTables.POSITION_BEGIN;
    private static final int MONEY = RunTables.POSITION_VAT_CC - RunTables.POSITION_VM_DAY + 1;

    private PositionTableColumns()
    {
    }

    static void writeLots(final RunRows rows, final TableWriter table, final LongConsumer rowsDone)
    {
        final int[] accounts = new int[RunRows.CHUNK];
        final short[] instruments = new short[RunRows.CHUNK];
        final int[][] lots = new int[LOTS][RunRows.CHUNK];
        final int[] ends = new int[RunRows.CHUNK];
        rows.forEachChunk(rowsDone, (part, from, count) ->
        {
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
        });
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

    static void writeMoney(final RunRows rows, final TableWriter table, final LongConsumer rowsDone)
    {
        final long[][] money = new long[MONEY][RunRows.CHUNK];
        rows.forEachChunk(rowsDone, (part, from, count) ->
        {
            part.copyMoney(from, money, count);
            for (int column = 0; column < MONEY; column++)
            {
                table.column(RunTables.POSITION_VM_DAY + column).putAll(money[column], count);
            }
        });
    }

    static void writeLedger(final RunRows rows, final TableWriter table, final LongConsumer rowsDone)
    {
        final Postings postings = new Postings(rows.contracts(), RunRows.CHUNK);
        rows.forEachChunk(rowsDone, (part, from, count) ->
        {
            postings.fill(part, from, from + count);
            table.column(RunTables.LEDGER_ACCOUNT).putAll(postings.accounts, postings.count);
            table.column(RunTables.LEDGER_INSTRUMENT).putAll(postings.instruments, postings.count);
            table.column(RunTables.LEDGER_CODE).putAll(postings.codes, postings.count);
            table.column(RunTables.LEDGER_DEBIT).putAll(postings.debits, postings.count);
            table.column(RunTables.LEDGER_CREDIT).putAll(postings.credits, postings.count);
            table.column(RunTables.LEDGER_AMOUNT).putAll(postings.amounts, postings.count);
        });
    }
}
