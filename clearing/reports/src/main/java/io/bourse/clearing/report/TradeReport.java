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
import io.bourse.clearing.report.file.RowWriter;
import io.bourse.clearing.report.file.RunHeader;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableCursor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.Function;

/**
 * Rows of f04 and o04, of the whole day: legs of trades, then what was moved without a trade, in earlier runs and in
 * this one.
 */
final class TradeReport
{
    private static final byte[][] ORIGIN_TEXTS = texts(TradeOrigin.values(), TradeOrigin::reportText);
    private static final byte[][] KIND_TEXTS =
        texts(MovementKind.values(), kind -> kind.name().toLowerCase(Locale.ROOT));

    private final RunHeader run;
    private final CalculationInput input;
    private final LegFees fees;
    private final Contract[] contracts;
    private final ReportMarket[] markets;
    private final byte[][] symbols;

    TradeReport(final RunHeader run, final CalculationInput input, final LegFees fees)
    {
        this.run = run;
        this.input = input;
        this.fees = fees;
        this.contracts = input.contracts();
        this.markets = ReportMarket.of(contracts);
        this.symbols = symbols(contracts);
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

    void writeLegs(final RowWriter csv, final int[] legs) throws IOException
    {
        final Table trades = input.trades();
        for (final int leg : legs)
        {
            final int trade = leg >> 1;
            final int side = leg & 1;
            final int instrument = trades.ints(DayTables.TRADE_INSTRUMENT).get(trade);
            final long lots = trades.ints(DayTables.TRADE_QTY).get(trade);
            final long perContract = fees.vmUnit(trade);
            final long exchangeFee = fees.exchangeFee(leg);
            final long clearingFee = fees.clearingFee(leg);
            csv.number(run.sessionId())
                .number(trades.longs(DayTables.TRADE_ID).get(trade))
                .number(trades.longs(DayTables.TRADE_TIME_NS).get(trade))
                .number(contracts[instrument].instrumentId())
                .text(symbols[instrument])
                .client(input.registers().code(trades.ints(DayTables.TRADE_BUYER + side).get(trade)))
                .packed(0 == side ? 'B' : 'S')
                .price(trades.longs(DayTables.TRADE_PRICE_E5).get(trade))
                .number(lots)
                .number(trades.longs(DayTables.TRADE_BUY_ORDER + side).get(trade))
                .unsigned(trades.longs(DayTables.TRADE_BUY_EXT + side).get(trade))
                .packed(fees.isTaker(leg) ? 'T' : 'M')
                .number(fees.scalpedLots(leg))
                .money(exchangeFee)
                .money(fees.vat(exchangeFee))
                .money(clearingFee)
                .money(fees.vat(clearingFee))
                .money(perContract)
                .text(ORIGIN_TEXTS[trades.ints(DayTables.TRADE_FLAGS).get(trade) >> DayTables.ORIGIN_SHIFT])
                .summed(Math.multiplyExact(0 == side ? lots : -lots, perContract))
                .endRow();
        }
    }

    /** What was moved without a trade, of the contracts of a market. */
    void writeMovements(final RowWriter csv, final TableCursor movements, final ReportMarket market) throws IOException
    {
        while (movements.next())
        {
            final int instrument = movements.ints(RunTables.MOVEMENT_INSTRUMENT);
            if (market != markets[instrument])
            {
                continue;
            }
            final int lots = movements.ints(RunTables.MOVEMENT_LOTS);
            final long priceE5 = movements.longs(RunTables.MOVEMENT_PRICE_E5);
            final long perContract = fees.vmUnit(instrument, priceE5);
            csv.number(run.sessionId())
                .number(0)
                .number(0)
                .number(contracts[instrument].instrumentId())
                .text(symbols[instrument])
                .client(input.registers().code(movements.ints(RunTables.MOVEMENT_ACCOUNT)))
                .packed(lots > 0 ? 'B' : 'S')
                .price(priceE5)
                .number(Math.abs((long)lots))
                .number(0)
                .number(0)
                .packed('-')
                .number(0)
                .money(0)
                .money(0)
                .money(0)
                .money(0)
                .money(perContract)
                .text(KIND_TEXTS[movements.ints(RunTables.MOVEMENT_KIND)])
                .summed(Math.multiplyExact(lots, perContract))
                .endRow();
        }
    }

    private static <T> byte[][] texts(final T[] values, final Function<T, String> text)
    {
        return Arrays.stream(values).map(text).map(each -> each.getBytes(StandardCharsets.UTF_8))
            .toArray(byte[][]::new);
    }
}
