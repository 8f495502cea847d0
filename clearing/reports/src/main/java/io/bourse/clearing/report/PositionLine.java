// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.report.file.RowWriter;

import java.io.IOException;

/**
 * Figures of a line of fposcl and the reports like it: of one row of positions, or of several together.
 */
final class PositionLine
{
    private long begin;
    private long buys;
    private long sells;
    private long moved;
    private long end;
    private long booked;
    private long paid;
    private long deposit;
    private long exchangeFee;
    private long clearingFee;
    private long exchangeVat;
    private long clearingVat;
    private long exercised;
    private long negotiatedFee;
    private long rows;

    void clear()
    {
        begin = 0;
        buys = 0;
        sells = 0;
        moved = 0;
        end = 0;
        booked = 0;
        paid = 0;
        deposit = 0;
        exchangeFee = 0;
        clearingFee = 0;
        exchangeVat = 0;
        clearingVat = 0;
        exercised = 0;
        negotiatedFee = 0;
        rows = 0;
    }

    boolean isEmpty()
    {
        return 0 == rows;
    }

    void add(
        final TableCursor row, final ContractFigures figures, final long exercisedLots, final long negotiatedKopecks)
    {
        final int lots = row.ints(RunTables.POSITION_END);
        begin += row.ints(RunTables.POSITION_BEGIN);
        buys += row.ints(RunTables.POSITION_BUYS);
        sells += row.ints(RunTables.POSITION_SELLS);
        moved += row.ints(RunTables.POSITION_MOVED);
        end += lots;
        final long paidBefore = row.longs(RunTables.POSITION_VM_PAID);
        booked = Math.addExact(booked, Math.subtractExact(row.longs(RunTables.POSITION_VM_DAY), paidBefore));
        paid = Math.addExact(paid, paidBefore);
        deposit = Math.addExact(deposit, Math.multiplyExact(
            Math.abs((long)lots), lots > 0 ? figures.buyDepositKopecks() : figures.sellDepositKopecks()));
        exchangeFee = Math.addExact(exchangeFee, row.longs(RunTables.POSITION_FEE_EX));
        clearingFee = Math.addExact(clearingFee, row.longs(RunTables.POSITION_FEE_CC));
        exchangeVat = Math.addExact(exchangeVat, row.longs(RunTables.POSITION_VAT_EX));
        clearingVat = Math.addExact(clearingVat, row.longs(RunTables.POSITION_VAT_CC));
        exercised += exercisedLots;
        negotiatedFee = Math.addExact(negotiatedFee, negotiatedKopecks);
        rows++;
    }

    /** Columns behind the holder of the position. */
    void write(final RowWriter writer, final Contract contract) throws IOException
    {
        final boolean isPremium = ContractStyle.PREMIUM_OPTION == contract.terms().style();
        writer.number(0)
            .number(begin)
            .number(buys)
            .number(sells)
            .number(moved)
            .number(end)
            .summed(isPremium ? 0 : booked)
            .money(Math.addExact(exchangeFee, clearingFee))
            .money(deposit)
            .money(exchangeFee)
            .money(exchangeVat)
            .money(clearingFee)
            .money(clearingVat)
            .number(exercised)
            .money(0)
            .money(negotiatedFee)
            .money(0)
            .money(0)
            .money(paid)
            .money(isPremium ? booked : 0)
            .endRow();
    }
}
