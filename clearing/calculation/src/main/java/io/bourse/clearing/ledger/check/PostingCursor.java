// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.ByteColumn;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.LongColumn;
import io.bourse.clearing.table.ShortColumn;
import io.bourse.clearing.table.Table;

/**
 * Goes over a range of the postings, a block of rows at a time. Behind the last one there is no posting of anybody.
 */
final class PostingCursor
{
    private static final int ROWS = 4_096;

    private final IntColumn accountColumn;
    private final ShortColumn instrumentColumn;
    private final ByteColumn codeColumn;
    private final IntColumn debitColumn;
    private final IntColumn creditColumn;
    private final LongColumn amountColumn;
    private final int[] accounts = new int[ROWS];
    private final short[] instruments = new short[ROWS];
    private final byte[] codes = new byte[ROWS];
    private final int[] debits = new int[ROWS];
    private final int[] credits = new int[ROWS];
    private final long[] amounts = new long[ROWS];
    private long firstRow;
    private long end;
    private int at;
    private int count;

    PostingCursor(final Table ledger)
    {
        accountColumn = ledger.ints(RunTables.LEDGER_ACCOUNT);
        instrumentColumn = ledger.shorts(RunTables.LEDGER_INSTRUMENT);
        codeColumn = ledger.bytes(RunTables.LEDGER_CODE);
        debitColumn = ledger.ints(RunTables.LEDGER_DEBIT);
        creditColumn = ledger.ints(RunTables.LEDGER_CREDIT);
        amountColumn = ledger.longs(RunTables.LEDGER_AMOUNT);
    }

    /** Goes to the first of some postings. */
    void reset(final long from, final long to)
    {
        firstRow = from;
        end = to;
        load();
    }

    private void load()
    {
        at = 0;
        count = (int)Math.min(ROWS, end - firstRow);
        accountColumn.copy(firstRow, accounts, count);
        instrumentColumn.copy(firstRow, instruments, count);
        codeColumn.copy(firstRow, codes, count);
        debitColumn.copy(firstRow, debits, count);
        creditColumn.copy(firstRow, credits, count);
        amountColumn.copy(firstRow, amounts, count);
    }

    /** Goes to the next posting. */
    void next()
    {
        if (++at == count)
        {
            firstRow += count;
            load();
        }
    }

    boolean isAtEnd()
    {
        return at == count;
    }

    /** Whether the posting is of a register and an instrument. */
    boolean isOf(final int account, final int instrument)
    {
        return at < count && accounts[at] == account && instruments[at] == instrument;
    }

    /** Whether a register has received kopecks here, or paid them if below 0, from or to an account of the house. */
    boolean is(final int account, final int instrument, final int code, final int house, final long kopecks)
    {
        final boolean isReceived = kopecks > 0;
        return isOf(account, instrument) && codes[at] == code &&
            debits[at] == (isReceived ? house : account) && credits[at] == (isReceived ? account : house) &&
            amounts[at] == Math.abs(kopecks) && amounts[at] > 0;
    }

    /** Whether the posting is of a register. */
    boolean isOf(final int account)
    {
        return at < count && accounts[at] == account;
    }

    long row()
    {
        return firstRow + at;
    }

    int account()
    {
        return accounts[at];
    }

    int instrument()
    {
        return instruments[at];
    }

    int code()
    {
        return codes[at];
    }

    int debit()
    {
        return debits[at];
    }

    int credit()
    {
        return credits[at];
    }

    long amount()
    {
        return amounts[at];
    }
}
