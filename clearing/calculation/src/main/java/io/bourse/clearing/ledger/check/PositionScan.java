// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger.check;

import io.bourse.clearing.layout.RegisterWalk;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.table.TableCursor;

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
    final InstrumentSums sums;

    private final CheckInput input;
    private final Names names;
    private final TableCursor rows;
    private final RegisterWalk walk;
    private int lastRank = -1;
    private int lastAccount = -1;
    private int lastId;

    PositionScan(final CheckInput input, final Names names)
    {
        this.input = input;
        this.names = names;
        this.walk = names.walk();
        this.sums = new InstrumentSums(input.calculation().contracts().length);
        this.rows = new TableCursor(input.books().positions());
    }

    void scan(final long from, final long to)
    {
        if (from > 0)
        {
            rows.reset(from - 1, from);
            rows.next();
            lastAccount = rows.ints(RunTables.POSITION_ACCOUNT);
            lastRank = names.rank(lastAccount);
            lastId = names.instrumentId(rows.ints(RunTables.POSITION_INSTRUMENT));
        }
        rows.reset(from, to);
        while (rows.next())
        {
            final int account = rows.ints(RunTables.POSITION_ACCOUNT);
            final int instrument = rows.ints(RunTables.POSITION_INSTRUMENT);
            if (!names.isRegister(account) || !names.isInstrument(instrument))
            {
                order.note("row=" + rows.row() + " accountId=" + account + " instrument=" + instrument);
                continue;
            }
            checkOrder(account, instrument);
            addLots(account, instrument);
            addMoney(account, instrument);
        }
    }

    private void checkOrder(final int account, final int instrument)
    {
        final int id = names.instrumentId(instrument);
        if (account != lastAccount)
        {
            final int rank = walk.rank(account);
            if (rank <= lastRank)
            {
                order.note("row=" + rows.row() + " " + names.row(account, instrument));
            }
            lastRank = rank;
            lastAccount = account;
        }
        else if (id <= lastId)
        {
            order.note("row=" + rows.row() + " " + names.row(account, instrument));
        }
        lastId = id;
    }

    private void addLots(final int account, final int instrument)
    {
        final int begin = rows.ints(RunTables.POSITION_BEGIN);
        final int bought = rows.ints(RunTables.POSITION_BUYS);
        final int sold = rows.ints(RunTables.POSITION_SELLS);
        final int move = rows.ints(RunTables.POSITION_MOVED);
        final int end = rows.ints(RunTables.POSITION_END);
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
        sums.addLots(instrument, begin, bought, sold, move, end, Fingerprint.weight(account, instrument));
    }

    private void addMoney(final int account, final int instrument)
    {
        final long paidKopecks = rows.longs(RunTables.POSITION_VM_PAID);
        final long exchange = rows.longs(RunTables.POSITION_FEE_EX);
        final long clearing = rows.longs(RunTables.POSITION_FEE_CC);
        if (0 != paidKopecks && null == input.paidRun())
        {
            paid.note(names.row(account, instrument) + " vm_paid=" + paidKopecks);
        }
        if ((exchange | clearing) != 0 && (!input.calculation().chargesFees() || exchange < 0 || clearing < 0))
        {
            fees.note(names.row(account, instrument) + " fee_ex=" + exchange + " fee_cc=" + clearing);
        }
        addVat(account, instrument);
        sums.addMoney(InstrumentSums.MARGIN_DAY, instrument, rows.longs(RunTables.POSITION_VM_DAY));
        sums.addMoney(InstrumentSums.MARGIN_PAID, instrument, paidKopecks);
        if ((exchange | clearing) != 0)
        {
            sums.addMoney(InstrumentSums.EXCHANGE_FEE, instrument, exchange);
            sums.addMoney(InstrumentSums.CLEARING_FEE, instrument, clearing);
        }
    }

    /** Each leg is taxed for itself, so the sum is within half a kopeck a leg of the tax on the sum. */
    private void addVat(final int account, final int instrument)
    {
        final long exchange = rows.longs(RunTables.POSITION_VAT_EX);
        final long clearing = rows.longs(RunTables.POSITION_VAT_CC);
        if (0 == (exchange | clearing))
        {
            return;
        }
        final boolean isUntaxed = 0 == rows.longs(RunTables.POSITION_FEE_EX) && 0 != exchange ||
            0 == rows.longs(RunTables.POSITION_FEE_CC) && 0 != clearing;
        if (!input.calculation().chargesVat() || isUntaxed || exchange < 0 || clearing < 0)
        {
            fees.note(names.row(account, instrument) + " vat_ex=" + exchange + " vat_cc=" + clearing);
        }
        sums.addMoney(InstrumentSums.VAT, instrument, exchange);
        sums.addMoney(InstrumentSums.VAT, instrument, clearing);
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
