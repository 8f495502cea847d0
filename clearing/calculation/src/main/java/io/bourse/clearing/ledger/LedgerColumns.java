// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.calculation.PositionRows;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.TableWriter;

import java.util.List;
import java.util.function.LongConsumer;

/**
 * Columns of the ledger.
 */
final class LedgerColumns
{
    private LedgerColumns()
    {
    }

    static void write(
        final List<? extends PositionRows> parts,
        final Contract[] contracts,
        final TableWriter table,
        final LongConsumer rowsDone)
    {
        final Postings postings = new Postings(contracts, RunTablesWriter.CHUNK);
        for (final PositionRows part : parts)
        {
            for (int from = 0; from < part.size(); from += RunTablesWriter.CHUNK)
            {
                final int to = Math.min(from + RunTablesWriter.CHUNK, part.size());
                postings.fill(part, from, to);
                table.column(RunTables.LEDGER_ACCOUNT).putAll(postings.accounts, postings.count);
                table.column(RunTables.LEDGER_INSTRUMENT).putAll(postings.instruments, postings.count);
                table.column(RunTables.LEDGER_CODE).putAll(postings.codes, postings.count);
                table.column(RunTables.LEDGER_DEBIT).putAll(postings.debits, postings.count);
                table.column(RunTables.LEDGER_CREDIT).putAll(postings.credits, postings.count);
                table.column(RunTables.LEDGER_AMOUNT).putAll(postings.amounts, postings.count);
                rowsDone.accept(to - from);
            }
        }
    }
}
