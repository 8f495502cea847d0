// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.layout.RegisterWalk;

/**
 * Goes through a range of the written positions: every row for itself, and what the rows add up to.
 */
final class PositionScan
{
    final FirstFailure order = new FirstFailure();
    final FirstFailure arithmetic = new FirstFailure();
    final FirstFailure ended = new FirstFailure();
    final FirstFailure paid = new FirstFailure();
    final FirstFailure fees = new FirstFailure();
    /** After the scan. */
    InstrumentSums sums;

    private final CheckInput input;
    private final Names names;
    private final RowSums rows;
    private final PositionBlock block;
    private final RegisterWalk walk;
    private int lastRank = -1;
    private int lastAccount = -1;
    private int lastId;

    PositionScan(final CheckInput input, final Names names)
    {
        this.input = input;
        this.names = names;
        this.walk = names.walk();
        this.rows = new RowSums(input.calculation().contracts().length);
        this.block = new PositionBlock(input.books().positions(), true);
    }

    PositionScan scan(final long from, final long to)
    {
        if (from > 0)
        {
            block.load(from - 1, from);
            lastAccount = block.accounts[0];
            lastRank = names.rank(lastAccount);
            lastId = names.instrumentId(block.instruments[0]);
        }
        int count;
        for (long first = from; first < to; first += count)
        {
            count = block.load(first, to);
            for (int i = 0; i < count; i++)
            {
                final int account = block.accounts[i];
                final int instrument = block.instruments[i];
                if (!names.isRegister(account) || !names.isInstrument(instrument))
                {
                    order.note("row=" + (first + i) + " accountId=" + account + " instrument=" + instrument);
                    continue;
                }
                checkOrder(first + i, account, instrument);
                addLots(i, account, instrument);
                addMoney(i, account, instrument);
            }
        }
        sums = rows.sums();
        return this;
    }

    private void checkOrder(final long row, final int account, final int instrument)
    {
        final int id = names.instrumentId(instrument);
        if (account != lastAccount)
        {
            final int rank = walk.rank(account);
            if (rank <= lastRank)
            {
                order.note("row=" + row + " " + names.row(account, instrument));
            }
            lastRank = rank;
            lastAccount = account;
        }
        else if (id <= lastId)
        {
            order.note("row=" + row + " " + names.row(account, instrument));
        }
        lastId = id;
    }

    private void addLots(final int row, final int account, final int instrument)
    {
        final int begin = block.begins[row];
        final int bought = block.buys[row];
        final int sold = block.sells[row];
        final int move = block.moved[row];
        final int end = block.ends[row];
        final long traded = (long)begin + bought - sold;
        if (traded + move != end || bought < 0 || sold < 0)
        {
            arithmetic.note(names.row(account, instrument) + " pos_beg=" + begin + " buys=" + bought + " sells=" +
                sold + " moved=" + move + " pos_end=" + end);
        }
        if (0 != end && input.ended()[instrument])
        {
            ended.note(names.row(account, instrument) + " pos_end=" + end);
        }
        rows.addLots(instrument, begin, bought, sold, move, end, Fingerprint.weight(account, instrument));
    }

    private void addMoney(final int row, final int account, final int instrument)
    {
        final long paidKopecks = block.marginPaid[row];
        final long exchange = block.exchangeFees[row];
        final long clearing = block.clearingFees[row];
        if (0 != paidKopecks && null == input.paidRun())
        {
            paid.note(names.row(account, instrument) + " vm_paid=" + paidKopecks);
        }
        if ((exchange | clearing) != 0 && (!input.calculation().chargesFees() || exchange < 0 || clearing < 0))
        {
            fees.note(names.row(account, instrument) + " fee_ex=" + exchange + " fee_cc=" + clearing);
        }
        addVat(row, account, instrument);
        rows.addMargin(instrument, block.marginDay[row], paidKopecks);
        if ((exchange | clearing) != 0)
        {
            rows.addFees(instrument, exchange, clearing);
        }
    }

    /** Each leg is taxed for itself, so the sum is within half a kopeck a leg of the tax on the sum. */
    private void addVat(final int row, final int account, final int instrument)
    {
        final long exchange = block.exchangeVats[row];
        final long clearing = block.clearingVats[row];
        if (0 == (exchange | clearing))
        {
            return;
        }
        final boolean isUntaxed = 0 == block.exchangeFees[row] && 0 != exchange ||
            0 == block.clearingFees[row] && 0 != clearing;
        if (!input.calculation().chargesVat() || isUntaxed || exchange < 0 || clearing < 0)
        {
            fees.note(names.row(account, instrument) + " vat_ex=" + exchange + " vat_cc=" + clearing);
        }
        rows.addVat(instrument, exchange);
        rows.addVat(instrument, clearing);
    }

    void merge(final PositionScan later)
    {
        order.merge(later.order);
        arithmetic.merge(later.arithmetic);
        ended.merge(later.ended);
        paid.merge(later.paid);
        fees.merge(later.fees);
        sums.merge(later.sums);
    }
}
