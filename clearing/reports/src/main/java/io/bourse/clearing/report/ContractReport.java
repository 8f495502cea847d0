// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.ReversedTrades;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.model.Sum128;
import io.bourse.clearing.model.VariationMargin;
import io.bourse.clearing.report.file.CsvWriter;
import io.bourse.clearing.report.file.RowWriter;
import io.bourse.clearing.table.TableCursor;

import java.io.IOException;

/**
 * What members learn about contracts, the same to all: settlement prices and deposits (fsettl, osettl), trading
 * results (f07, o07).
 */
final class ContractReport
{
    private static final long E6_PER_E4 = 100;

    private final ReportInput input;
    private final CalculationInput calculation;
    private final Contract[] contracts;
    private final ReportMarket[] markets;
    private final int[] order;
    private Result[] results;

    ContractReport(final ReportInput input)
    {
        this.input = input;
        this.calculation = input.calculation();
        this.contracts = calculation.contracts();
        this.markets = ReportMarket.of(contracts);
        this.order = input.instrumentOrder();
    }

    void writeSettlement(final RowWriter writer, final ReportMarket market) throws IOException
    {
        for (final int instrument : order)
        {
            if (market != markets[instrument])
            {
                continue;
            }
            final Contract contract = contracts[instrument];
            final ContractFigures figures = input.figures()[instrument];
            head(writer, contract)
                .price(contract.settlementE5())
                .price(contract.priceTickE5())
                .price(contract.tickValueE5());
            if (ReportMarket.OPTIONS == market)
            {
                writer.rate(figures.volatilityE6());
            }
            else
            {
                writer.price(figures.tickValueCurrencyE5());
            }
            writer.price(figures.theoreticalE5())
                .price(figures.lowLimitE5())
                .price(figures.highLimitE5())
                .money(figures.buyDepositKopecks())
                .money(figures.sellDepositKopecks());
            if (ReportMarket.OPTIONS != market)
            {
                writer.rate(Math.multiplyExact(contract.swapRateE4(), E6_PER_E4))
                    .number(contract.terms().lotUnits())
                    .price(figures.spotE5());
            }
            writer.endRow();
        }
    }

    private RowWriter head(final RowWriter writer, final Contract contract) throws IOException
    {
        return writer.number(input.run().sessionId()).number(contract.instrumentId()).text(contract.symbol());
    }

    void writeResults(final RowWriter writer, final ReportMarket market) throws IOException
    {
        final Result[] counted = results();
        for (final int instrument : order)
        {
            if (market == markets[instrument])
            {
                final Result result = counted[instrument];
                head(writer, contracts[instrument])
                    .price(result.openE5)
                    .price(result.highE5)
                    .price(result.lowE5)
                    .price(result.closeE5)
                    .number(result.trades)
                    .number(result.lots)
                    .text(CsvWriter.money(result.kopecks))
                    .number(result.openInterest)
                    .price(contracts[instrument].settlementE5())
                    .endRow();
            }
        }
    }

    /** Counted once for all members. */
    private synchronized Result[] results()
    {
        if (null == results)
        {
            final Result[] counted = new Result[contracts.length];
            for (int i = 0; i < counted.length; i++)
            {
                counted[i] = new Result();
            }
            countTrades(counted);
            countInterest(counted);
            results = counted;
        }
        return results;
    }

    private void countTrades(final Result[] counted)
    {
        final TableCursor trades = new TableCursor(calculation.trades(), 0, calculation.tradeCount());
        final ReversedTrades reversed = ReversedTrades.of(calculation.trades(), calculation.tradeCount());
        for (int trade = 0; trades.next(); trade++)
        {
            final int instrument = trades.ints(DayTables.TRADE_INSTRUMENT);
            if (!reversed.contains(trade))
            {
                counted[instrument].add(
                    contracts[instrument], trades.longs(DayTables.TRADE_PRICE_E5), trades.ints(DayTables.TRADE_QTY));
            }
        }
    }

    private void countInterest(final Result[] counted)
    {
        final TableCursor positions = new TableCursor(input.books().positions());
        while (positions.next())
        {
            counted[positions.ints(RunTables.POSITION_INSTRUMENT)].openInterest +=
                Math.max(0, positions.ints(RunTables.POSITION_END));
        }
    }

    /** Trading results of a contract. */
    private static final class Result
    {
        private long openE5;
        private long highE5;
        private long lowE5;
        private long closeE5;
        private long trades;
        private long lots;
        private final Sum128 kopecks = new Sum128();
        private long openInterest;

        void add(final Contract contract, final long priceE5, final long qtyLots)
        {
            openE5 = 0 == trades ? priceE5 : openE5;
            highE5 = 0 == trades ? priceE5 : Math.max(highE5, priceE5);
            lowE5 = 0 == trades ? priceE5 : Math.min(lowE5, priceE5);
            closeE5 = priceE5;
            trades++;
            lots += qtyLots;
            kopecks.add(Math.multiplyExact(value(contract, priceE5), qtyLots));
        }

        private static long value(final Contract contract, final long priceE5)
        {
            return VariationMargin.unit(
                priceE5, VariationMargin.pointValueE5(contract.tickValueE5(), contract.priceTickE5()));
        }
    }
}
