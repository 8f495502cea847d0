// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ledger;

import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.LongColumn;
import io.bourse.clearing.table.ShortColumn;
import io.bourse.clearing.table.Table;

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
    private final IntColumn accounts;
    private final ShortColumn instruments;
    private final IntColumn begins;
    private final IntColumn buys;
    private final IntColumn sells;
    private final IntColumn moved;
    private final IntColumn ends;
    private final LongColumn marginDay;
    private final LongColumn marginPaid;
    private final LongColumn exchangeFees;
    private final LongColumn clearingFees;

    PositionScan(final CheckInput input, final Names names)
    {
        final Table table = input.books().positions();
        this.input = input;
        this.names = names;
        this.sums = new InstrumentSums(input.calculation().contracts().length);
        this.accounts = table.ints(RunTables.POSITION_ACCOUNT);
        this.instruments = table.shorts(RunTables.POSITION_INSTRUMENT);
        this.begins = table.ints(RunTables.POSITION_BEGIN);
        this.buys = table.ints(RunTables.POSITION_BUYS);
        this.sells = table.ints(RunTables.POSITION_SELLS);
        this.moved = table.ints(RunTables.POSITION_MOVED);
        this.ends = table.ints(RunTables.POSITION_END);
        this.marginDay = table.longs(RunTables.POSITION_VM_DAY);
        this.marginPaid = table.longs(RunTables.POSITION_VM_PAID);
        this.exchangeFees = table.longs(RunTables.POSITION_FEE_EX);
        this.clearingFees = table.longs(RunTables.POSITION_FEE_CC);
    }

    PositionScan scan(final long from, final long to)
    {
        int rank = from > 0 ? names.rank(accounts.get(from - 1)) : -1;
        int lastAccount = from > 0 ? accounts.get(from - 1) : -1;
        int lastId = from > 0 ? names.instrumentId(instruments.get(from - 1)) : 0;
        for (long row = from; row < to; row++)
        {
            final int account = accounts.get(row);
            final int instrument = instruments.get(row);
            if (!names.isRegister(account) || !names.isInstrument(instrument))
            {
                order.note("row=" + row + " accountId=" + account + " instrument=" + instrument);
                continue;
            }
            final int id = names.instrumentId(instrument);
            if (account != lastAccount)
            {
                final int newRank = names.rank(account);
                if (newRank <= rank)
                {
                    order.note("row=" + row + " " + names.row(account, instrument));
                }
                rank = newRank;
                lastAccount = account;
            }
            else if (id <= lastId)
            {
                order.note("row=" + row + " " + names.row(account, instrument));
            }
            lastId = id;
            addLots(row, account, instrument);
            addMoney(row, account, instrument);
        }
        return this;
    }

    private void addLots(final long row, final int account, final int instrument)
    {
        final int begin = begins.get(row);
        final int bought = buys.get(row);
        final int sold = sells.get(row);
        final int move = moved.get(row);
        final int end = ends.get(row);
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
        final long weight = Fingerprint.weight(account, instrument);
        sums.rows[instrument]++;
        sums.begin[instrument] += begin;
        sums.buys[instrument] += bought;
        sums.sells[instrument] += sold;
        sums.moved[instrument] += move;
        sums.end[instrument] += end;
        sums.longBegin[instrument] += Math.max(0, begin);
        sums.longTraded[instrument] += Math.max(0, traded);
        sums.longEnd[instrument] += Math.max(0, end);
        sums.buysPrint[instrument] += bought * weight;
        sums.sellsPrint[instrument] += sold * weight;
        sums.movedPrint[instrument] += move * weight;
    }

    private void addMoney(final long row, final int account, final int instrument)
    {
        final long paidKopecks = marginPaid.get(row);
        final long exchange = exchangeFees.get(row);
        final long clearing = clearingFees.get(row);
        if (0 != paidKopecks && null == input.paidRun())
        {
            paid.note(names.row(account, instrument) + " vm_paid=" + paidKopecks);
        }
        if ((exchange | clearing) != 0 && (!input.calculation().chargesFees() || exchange < 0 || clearing < 0))
        {
            fees.note(names.row(account, instrument) + " fee_ex=" + exchange + " fee_cc=" + clearing);
        }
        sums.marginDay[instrument].add(marginDay.get(row));
        sums.marginPaid[instrument].add(paidKopecks);
        sums.exchangeFee[instrument].add(exchange);
        sums.clearingFee[instrument].add(clearing);
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
