// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import io.bourse.clearing.layout.RegisterWalk;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.TableWriter;

import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Money of every register. What the register did is taken from its positions, what it has at the end from the postings:
 * the checks compare them.
 */
final class MoneyColumns
{
    private static final int COLUMNS = RunTables.MONEY.columns().size();

    private final RunRows rows;
    private final TableWriter table;
    private final RegisterWalk walk;
    private final OpeningMoney.Cursor opening;
    private final Payments.Cursor payments;
    private final Payments.Cursor paidPayments;
    private final boolean[] isPremium;
    private final Postings postings;
    /** The row of the register, by column. */
    private final long[] row = new long[COLUMNS];
    /** Rows that are not written yet, by column. */
    private final long[][] pending = new long[COLUMNS][RunRows.CHUNK];
    private int pendingCount;
    private int rank;
    private int account = -1;
    private long balance;

    MoneyColumns(final RunRows rows, final TableWriter table)
    {
        this.rows = rows;
        this.table = table;
        this.walk = new RegisterWalk(rows.registers());
        this.opening = rows.opening().cursor();
        this.payments = rows.payments().cursor();
        this.paidPayments = rows.payments().paidCursor();
        this.isPremium = Postings.premiumStyle(rows.contracts());
        this.postings = new Postings(rows.contracts(), RunRows.CHUNK);
    }

    void write(final boolean isWhole, final LongConsumer rowsDone)
    {
        rows.forEachChunk(rowsDone, (part, from, count) ->
        {
            postings.fill(part, from, from + count);
            addRows(count);
        });
        endRegister();
        if (isWhole)
        {
            restTo(rows.registers().size());
            opening.requireEnd();
            payments.requireEnd();
            paidPayments.requireEnd();
        }
        flush();
    }

    private void addRows(final int count)
    {
        int posting = 0;
        for (int i = 0; i < count; i++)
        {
            if (postings.rowAccounts[i] != account)
            {
                endRegister();
                beginRegister(postings.rowAccounts[i]);
            }
            final long paid = postings.money(RunTables.POSITION_VM_PAID, i);
            add(RunTables.MONEY_PAID, paid);
            add(isPremium[postings.rowInstruments[i]] ? RunTables.MONEY_PREMIUM : RunTables.MONEY_VM,
                Math.subtractExact(postings.money(RunTables.POSITION_VM_DAY, i), paid));
            add(RunTables.MONEY_FEE, Math.addExact(
                postings.money(RunTables.POSITION_FEE_EX, i), postings.money(RunTables.POSITION_FEE_CC, i)));
            add(RunTables.MONEY_VAT, Math.addExact(
                postings.money(RunTables.POSITION_VAT_EX, i), postings.money(RunTables.POSITION_VAT_CC, i)));
            for (; posting < postings.ends[i]; posting++)
            {
                // Amounts are above 0. One sum for both: which side a register is on cannot be predicted.
                final long amount = postings.amounts[posting];
                balance = Math.addExact(balance, postings.credits[posting] == account ? amount : -amount);
            }
        }
    }

    private void add(final int column, final long kopecks)
    {
        row[column] = Math.addExact(row[column], kopecks);
    }

    private void beginRegister(final int newAccount)
    {
        restTo(walk.rank(newAccount));
        account = newAccount;
        balance = 0;
        Arrays.fill(row, 0);
    }

    private void endRegister()
    {
        if (account >= 0)
        {
            take(account);
            endRow(balance);
            rank++;
            account = -1;
        }
    }

    /** What a register has apart from its positions. */
    private void take(final int register)
    {
        row[RunTables.MONEY_ACCOUNT] = register;
        row[RunTables.MONEY_BEGIN] = opening.begin(register);
        row[RunTables.MONEY_PAY] = payments.take(register);
        row[RunTables.MONEY_PAY_PAID] = paidPayments.take(register);
    }

    /** Registers that have money and nothing else. */
    private void restTo(final int endRank)
    {
        if (endRank < rank)
        {
            throw new IllegalStateException(
                "positions are not in the order of the registers: rank=" + endRank + " afterRank=" + (rank - 1));
        }
        Arrays.fill(row, 0);
        for (; rank < endRank; rank++)
        {
            take(rows.registers().accountAt(rank));
            if (0 != (row[RunTables.MONEY_BEGIN] | row[RunTables.MONEY_PAY] | row[RunTables.MONEY_PAY_PAID]))
            {
                endRow(0);
            }
        }
    }

    private void endRow(final long booked)
    {
        long end = Math.addExact(row[RunTables.MONEY_BEGIN], row[RunTables.MONEY_PAID]);
        end = Math.addExact(end, booked);
        end = Math.addExact(end, row[RunTables.MONEY_PAY_PAID]);
        row[RunTables.MONEY_END] = Math.addExact(end, row[RunTables.MONEY_PAY]);
        for (int column = 0; column < COLUMNS; column++)
        {
            pending[column][pendingCount] = row[column];
        }
        if (++pendingCount == RunRows.CHUNK)
        {
            flush();
        }
    }

    private void flush()
    {
        for (int column = 0; column < COLUMNS; column++)
        {
            table.column(column).putAll(pending[column], pendingCount);
        }
        pendingCount = 0;
    }
}
