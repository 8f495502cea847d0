// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.calculation.LegFees;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.layout.TradeOrigin;
import io.bourse.clearing.model.VariationMargin;
import io.bourse.clearing.table.Table;

import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reports of the cash markets (sheet 3.1): trades (SEM03, CCX04), obligations of clients (EQM06, CCX11) and of
 * settlement accounts (EQM13, CCX10), cover (EQM14). Contracts whose asset has a code of three capital letters are
 * currencies, all others securities.
 */
final class CashReport
{
    private static final TradeOrigin[] ORIGINS = TradeOrigin.values();

    private final ReportInput input;
    private final CalculationInput calculation;
    private final Contract[] contracts;
    private final MemberRanges members;

    CashReport(final ReportInput input, final MemberRanges members)
    {
        this.input = input;
        this.calculation = input.calculation();
        this.contracts = calculation.contracts();
        this.members = members;
    }

    /** Whether what is delivered is a currency. */
    static boolean isCurrency(final Contract contract)
    {
        return contract.terms().asset().matches("[A-Z]{3}");
    }

    private boolean isOf(final int instrument, final boolean ofCurrencies)
    {
        return ofCurrencies == isCurrency(contracts[instrument]);
    }

    void writeTrades(
        final RowWriter writer, final int[] legs, final LegFees fees, final boolean ofCurrencies) throws IOException
    {
        final Table trades = calculation.trades();
        for (final int leg : legs)
        {
            final int trade = leg >> 1;
            final boolean isBuy = 0 == (leg & 1);
            final int instrument = trades.shorts(DayTables.TRADE_INSTRUMENT).get(trade);
            if (!isOf(instrument, ofCurrencies))
            {
                continue;
            }
            final Contract contract = contracts[instrument];
            final long lots = trades.ints(DayTables.TRADE_QTY).get(trade);
            final long priceE5 = trades.longs(DayTables.TRADE_PRICE_E5).get(trade);
            final long value = Math.multiplyExact(lots, VariationMargin.unit(
                priceE5, VariationMargin.pointValueE5(contract.tickValueE5(), contract.priceTickE5())));
            final int party = isBuy ? DayTables.TRADE_BUYER : DayTables.TRADE_SELLER;
            writer.number(trades.longs(DayTables.TRADE_ID).get(trade))
                .number(trades.longs(DayTables.TRADE_TIME_NS).get(trade))
                .number(contract.instrumentId())
                .text(contract.symbol())
                .text(contract.terms().asset())
                .client(calculation.registers().code(trades.ints(party).get(trade)))
                .packed(isBuy ? 'B' : 'S')
                .price(priceE5)
                .number(lots)
                .number(Math.multiplyExact(lots, contract.terms().lotUnits()))
                .summed(isBuy ? -value : value)
                .number(trades.longs(isBuy ? DayTables.TRADE_BUY_ORDER : DayTables.TRADE_SELL_ORDER).get(trade))
                .unsigned(trades.longs(isBuy ? DayTables.TRADE_BUY_EXT : DayTables.TRADE_SELL_EXT).get(trade))
                .packed(fees.isTaker(leg) ? 'T' : 'M')
                .number(contract.terms().settlementDays())
                .money(fees.exchangeFee(leg))
                .money(fees.exchangeVat(leg))
                .money(fees.clearingFee(leg))
                .money(fees.clearingVat(leg))
                .text(ORIGINS[trades.bytes(DayTables.TRADE_FLAGS).get(trade) >> DayTables.ORIGIN_SHIFT].reportText())
                .endRow();
        }
    }

    /** What clients have to deliver or will receive, as the run leaves it. */
    void writeObligations(final RowWriter writer, final int member, final boolean ofCurrencies) throws IOException
    {
        for (final TableCursor rows = obligations(member); rows.next();)
        {
            final int instrument = rows.shorts(RunTables.OBLIGATION_INSTRUMENT);
            if (isOf(instrument, ofCurrencies))
            {
                writer.client(calculation.registers().code(rows.ints(RunTables.OBLIGATION_ACCOUNT)))
                    .number(contracts[instrument].instrumentId())
                    .text(contracts[instrument].terms().asset())
                    .text(date(rows.ints(RunTables.OBLIGATION_DATE)))
                    .number(rows.longs(RunTables.OBLIGATION_UNITS))
                    .summed(rows.longs(RunTables.OBLIGATION_MONEY))
                    .endRow();
            }
        }
    }

    /** The same, netted by settlement account, asset and date. */
    void writeNet(final RowWriter writer, final int member, final boolean ofCurrencies) throws IOException
    {
        final Map<String, long[]> net = new TreeMap<>();
        for (final TableCursor rows = obligations(member); rows.next();)
        {
            final int instrument = rows.shorts(RunTables.OBLIGATION_INSTRUMENT);
            if (isOf(instrument, ofCurrencies))
            {
                final long code = calculation.registers().code(rows.ints(RunTables.OBLIGATION_ACCOUNT));
                final long[] sums = net.computeIfAbsent(
                    input.settlementAccounts().apply(code) + ";" + contracts[instrument].terms().asset() + ";" +
                    date(rows.ints(RunTables.OBLIGATION_DATE)), key -> new long[2]);
                sums[0] = Math.addExact(sums[0], rows.longs(RunTables.OBLIGATION_UNITS));
                sums[1] = Math.addExact(sums[1], rows.longs(RunTables.OBLIGATION_MONEY));
            }
        }
        for (final Map.Entry<String, long[]> each : net.entrySet())
        {
            final String[] key = each.getKey().split(";", -1);
            writer.text(key[0])
                .text(key[1])
                .text(key[2])
                .number(each.getValue()[0])
                .summed(each.getValue()[1])
                .endRow();
        }
    }

    private static String date(final int date)
    {
        return String.format(Locale.ROOT, "%08d", date);
    }

    private TableCursor obligations(final int member)
    {
        return members.cursor(input.obligations(), RunTables.OBLIGATION_ACCOUNT, member,
            RunTables.OBLIGATION_ACCOUNT, RunTables.OBLIGATION_INSTRUMENT, RunTables.OBLIGATION_DATE,
            RunTables.OBLIGATION_UNITS, RunTables.OBLIGATION_MONEY);
    }

    /** Money, collateral and margin of settlement accounts: one cover for all markets. */
    void writeCover(final RowWriter writer, final int member) throws IOException
    {
        final MoneyReport money = new MoneyReport(input, members);
        for (final Map.Entry<String, MoneyLine> account : money.accounts(member).entrySet())
        {
            final ReportInput.AccountFigures figures = money.figures(account.getKey(), account.getValue());
            writer.text(account.getKey())
                .summed(account.getValue().cash())
                .money(figures.collateral())
                .money(figures.required())
                .money(figures.free())
                .money(figures.call())
                .endRow();
        }
    }
}
