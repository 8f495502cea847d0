// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.calculation.PositionRows;
import io.bourse.clearing.layout.RegisterOrder;
import io.bourse.clearing.layout.RegisterWalk;
import io.bourse.clearing.table.TableWriter;

import java.util.List;
import java.util.function.LongConsumer;

/**
 * Money of every register. What the register did is taken from its positions, what it has at the end from the postings:
 * the checks compare them.
 */
final class MoneyColumns
{
    private final RegisterOrder registers;
    private final RegisterWalk walk;
    private final OpeningMoney.Cursor opening;
    private final Payments.Cursor payments;
    private final Payments.Cursor paidPayments;
    private final boolean[] isPremium;
    private final Postings postings;
    private final MoneyBuffer buffer;
    private int rank;
    private int account = -1;
    private long paid;
    private long margin;
    private long premium;
    private long fee;
    private long vat;
    private long balance;

    MoneyColumns(
        final RegisterOrder registers,
        final Contract[] contracts,
        final OpeningMoney opening,
        final Payments payments,
        final TableWriter table)
    {
        this.registers = registers;
        this.walk = new RegisterWalk(registers);
        this.opening = opening.cursor();
        this.payments = payments.cursor();
        this.paidPayments = payments.paidCursor();
        this.isPremium = Postings.premiumStyle(contracts);
        this.postings = new Postings(contracts, RunTablesWriter.CHUNK);
        this.buffer = new MoneyBuffer(table);
    }

    void write(final List<? extends PositionRows> parts, final boolean isWhole, final LongConsumer rowsDone)
    {
        for (final PositionRows part : parts)
        {
            for (int from = 0; from < part.size(); from += RunTablesWriter.CHUNK)
            {
                final int to = Math.min(from + RunTablesWriter.CHUNK, part.size());
                postings.fill(part, from, to);
                addRows(to - from);
                rowsDone.accept(to - from);
            }
        }
        endRegister();
        if (isWhole)
        {
            restTo(registers.size());
            opening.requireEnd();
            payments.requireEnd();
            paidPayments.requireEnd();
        }
        buffer.flush();
    }

    private void addRows(final int count)
    {
        int posting = 0;
        for (int row = 0; row < count; row++)
        {
            if (postings.rowAccounts[row] != account)
            {
                endRegister();
                beginRegister(postings.rowAccounts[row]);
            }
            final long marginPaid = postings.marginPaid[row];
            final long margins = Math.subtractExact(postings.marginDay[row], marginPaid);
            paid = Math.addExact(paid, marginPaid);
            if (isPremium[postings.rowInstruments[row]])
            {
                premium = Math.addExact(premium, margins);
            }
            else
            {
                margin = Math.addExact(margin, margins);
            }
            fee = Math.addExact(fee, Math.addExact(postings.exchangeFees[row], postings.clearingFees[row]));
            vat = Math.addExact(vat, Math.addExact(postings.exchangeVats[row], postings.clearingVats[row]));
            for (; posting < postings.ends[row]; posting++)
            {
                // Amounts are above 0. One sum for both: nobody can foretell which side a register is on.
                final long amount = postings.amounts[posting];
                balance = Math.addExact(balance, postings.credits[posting] == account ? amount : -amount);
            }
        }
    }

    private void beginRegister(final int newAccount)
    {
        restTo(walk.rank(newAccount));
        account = newAccount;
        paid = 0;
        margin = 0;
        premium = 0;
        fee = 0;
        vat = 0;
        balance = 0;
    }

    private void endRegister()
    {
        if (account >= 0)
        {
            final long begin = opening.begin(account);
            final long pay = payments.take(account);
            final long payPaid = paidPayments.take(account);
            final long posted = Math.addExact(Math.addExact(begin, paid), balance);
            buffer.row(account, begin, payPaid, pay, Math.addExact(Math.addExact(posted, payPaid), pay));
            buffer.positions(paid, margin, premium, fee, vat);
            buffer.endRow();
            rank++;
            account = -1;
        }
    }

    /** Registers that did not trade keep what they have and are paid; without money they have no row. */
    private void restTo(final int endRank)
    {
        if (endRank < rank)
        {
            throw new IllegalStateException(
                "positions are not in the order of the registers: rank=" + endRank + " afterRank=" + (rank - 1));
        }
        for (; rank < endRank; rank++)
        {
            final int idle = registers.accountAt(rank);
            final long kopecks = opening.begin(idle);
            final long pay = payments.take(idle);
            final long payPaid = paidPayments.take(idle);
            if (0 != (kopecks | pay | payPaid))
            {
                buffer.row(idle, kopecks, payPaid, pay, Math.addExact(Math.addExact(kopecks, payPaid), pay));
                buffer.endRow();
            }
        }
    }
}
