// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.LongColumn;
import io.bourse.clearing.table.ShortColumn;
import io.bourse.clearing.table.Table;

import java.io.IOException;

/**
 * Rows of fposcl: client positions.
 */
final class PositionReport
{
    private final RunHeader run;
    private final CalculationInput input;
    private final Contract[] contracts;
    private final byte[][] symbols;
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

    PositionReport(final RunHeader run, final CalculationInput input, final Table positions)
    {
        this.run = run;
        this.input = input;
        this.contracts = input.contracts();
        this.symbols = TradeReport.symbols(contracts);
        this.accounts = positions.ints(RunTables.POSITION_ACCOUNT);
        this.instruments = positions.shorts(RunTables.POSITION_INSTRUMENT);
        this.begins = positions.ints(RunTables.POSITION_BEGIN);
        this.buys = positions.ints(RunTables.POSITION_BUYS);
        this.sells = positions.ints(RunTables.POSITION_SELLS);
        this.moved = positions.ints(RunTables.POSITION_MOVED);
        this.ends = positions.ints(RunTables.POSITION_END);
        this.marginDay = positions.longs(RunTables.POSITION_VM_DAY);
        this.marginPaid = positions.longs(RunTables.POSITION_VM_PAID);
        this.exchangeFees = positions.longs(RunTables.POSITION_FEE_EX);
        this.clearingFees = positions.longs(RunTables.POSITION_FEE_CC);
    }

    void write(final CsvWriter csv, final long from, final long to) throws IOException
    {
        for (long row = from; row < to; row++)
        {
            final int instrument = instruments.get(row);
            final boolean isPremium = ContractStyle.PREMIUM_OPTION == contracts[instrument].terms().style();
            final long paid = marginPaid.get(row);
            final long booked = Math.subtractExact(marginDay.get(row), paid);
            final long exchangeFee = exchangeFees.get(row);
            final long clearingFee = clearingFees.get(row);
            csv.number(run.sessionId())
                .number(contracts[instrument].instrumentId())
                .text(symbols[instrument])
                .packed(input.registers().code(accounts.get(row)))
                .number(begins.get(row))
                .number(buys.get(row))
                .number(sells.get(row))
                .number(ends.get(row))
                .summed(isPremium ? 0 : booked)
                .money(paid)
                .money(Math.addExact(exchangeFee, clearingFee))
                .money(exchangeFee)
                .money(clearingFee)
                .number(moved.get(row))
                .money(isPremium ? booked : 0)
                .endRow();
        }
    }
}
