// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.calculation.LegFees;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.layout.TradeOrigin;
import io.bourse.clearing.model.MovementKind;
import io.bourse.clearing.table.ByteColumn;
import io.bourse.clearing.table.IntColumn;
import io.bourse.clearing.table.LongColumn;
import io.bourse.clearing.table.ShortColumn;
import io.bourse.clearing.table.Table;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Rows of f04, of the whole day: legs of trades, then what exercise, assignment and expiry have moved, in earlier runs
 * and in this one.
 */
final class TradeReport
{
    private static final TradeOrigin[] ORIGINS = TradeOrigin.values();
    private static final MovementKind[] KINDS = MovementKind.values();

    private final RunHeader run;
    private final CalculationInput input;
    private final LegFees fees;
    private final Contract[] contracts;
    private final byte[][] symbols;
    private final LongColumn ids;
    private final LongColumn times;
    private final LongColumn prices;
    private final IntColumn quantities;
    private final ShortColumn instruments;
    private final IntColumn[] parties;
    private final LongColumn[] orders;
    private final LongColumn[] exts;
    private final ByteColumn flags;

    TradeReport(final RunHeader run, final CalculationInput input, final LegFees fees)
    {
        final Table trades = input.trades();
        this.run = run;
        this.input = input;
        this.fees = fees;
        this.contracts = input.contracts();
        this.symbols = symbols(contracts);
        this.ids = trades.longs(DayTables.TRADE_ID);
        this.times = trades.longs(DayTables.TRADE_TIME_NS);
        this.prices = trades.longs(DayTables.TRADE_PRICE_E5);
        this.quantities = trades.ints(DayTables.TRADE_QTY);
        this.instruments = trades.shorts(DayTables.TRADE_INSTRUMENT);
        this.parties = new IntColumn[]{trades.ints(DayTables.TRADE_BUYER), trades.ints(DayTables.TRADE_SELLER)};
        this.orders =
            new LongColumn[]{trades.longs(DayTables.TRADE_BUY_ORDER), trades.longs(DayTables.TRADE_SELL_ORDER)};
        this.exts = new LongColumn[]{trades.longs(DayTables.TRADE_BUY_EXT), trades.longs(DayTables.TRADE_SELL_EXT)};
        this.flags = trades.bytes(DayTables.TRADE_FLAGS);
    }

    static byte[][] symbols(final Contract[] contracts)
    {
        final byte[][] symbols = new byte[contracts.length][];
        for (int i = 0; i < symbols.length; i++)
        {
            symbols[i] = contracts[i].symbol().getBytes(StandardCharsets.UTF_8);
        }
        return symbols;
    }

    void writeLegs(final CsvWriter csv, final int[] legs) throws IOException
    {
        for (final int leg : legs)
        {
            final int trade = leg >> 1;
            final int side = leg & 1;
            final int instrument = instruments.get(trade);
            final long lots = quantities.get(trade);
            final long perContract = fees.vmUnit(trade);
            csv.number(run.sessionId())
                .number(ids.get(trade))
                .number(times.get(trade))
                .number(contracts[instrument].instrumentId())
                .text(symbols[instrument])
                .packed(input.registers().code(parties[side].get(trade)))
                .packed(0 == side ? 'B' : 'S')
                .price(prices.get(trade))
                .number(lots)
                .number(orders[side].get(trade))
                .unsigned(exts[side].get(trade))
                .packed(fees.isTaker(leg) ? 'T' : 'M')
                .number(fees.scalpedLots(leg))
                .money(fees.exchangeFee(leg))
                .money(fees.clearingFee(leg))
                .money(perContract)
                .summed(Math.multiplyExact(0 == side ? lots : -lots, perContract))
                .text(ORIGINS[flags.get(trade) >> DayTables.ORIGIN_SHIFT].reportText())
                .endRow();
        }
    }

    void writeMovements(final CsvWriter csv, final Table movements, final long from, final long to) throws IOException
    {
        if (null == movements)
        {
            return;
        }
        final IntColumn accounts = movements.ints(RunTables.MOVEMENT_ACCOUNT);
        final ShortColumn moved = movements.shorts(RunTables.MOVEMENT_INSTRUMENT);
        final ByteColumn kinds = movements.bytes(RunTables.MOVEMENT_KIND);
        final IntColumn movedLots = movements.ints(RunTables.MOVEMENT_LOTS);
        final LongColumn movedPrices = movements.longs(RunTables.MOVEMENT_PRICE_E5);
        for (long row = from; row < to; row++)
        {
            final int instrument = moved.get(row);
            final int lots = movedLots.get(row);
            final long perContract = fees.vmUnit(instrument, movedPrices.get(row));
            csv.number(run.sessionId())
                .number(0)
                .number(0)
                .number(contracts[instrument].instrumentId())
                .text(symbols[instrument])
                .packed(input.registers().code(accounts.get(row)))
                .packed(lots > 0 ? 'B' : 'S')
                .price(movedPrices.get(row))
                .number(Math.abs((long)lots))
                .number(0)
                .number(0)
                .packed('-')
                .number(0)
                .money(0)
                .money(0)
                .money(perContract)
                .summed(Math.multiplyExact(lots, perContract))
                .text(KINDS[kinds.get(row)].name().toLowerCase(Locale.ROOT))
                .endRow();
        }
    }
}
