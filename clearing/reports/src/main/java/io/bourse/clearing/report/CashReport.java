// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.calculation.LegFees;
import io.bourse.clearing.cashmarket.SettledObligation;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.layout.TradeOrigin;
import io.bourse.clearing.ledger.PostingCode;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.SpotTrade;
import io.bourse.clearing.report.file.ReportType;
import io.bourse.clearing.report.file.RowWriter;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableCursor;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Reports of the cash markets (rules 3.1): trades (SEM03, CCX03), obligations of clients (EQM06, CCX37, CCX17) and of
 * settlement accounts (EQM13, CCX04), cover (EQM14), fees (CCX10) and cash flow (CCX99). Contracts whose asset has a
 * code of three capital letters are currencies, all others securities.
 */
final class CashReport
{
    private static final TradeOrigin[] ORIGINS = TradeOrigin.values();
    private static final Pattern CURRENCY = Pattern.compile("[A-Z]{3}");
    private static final String ROUBLE = "RUB";
    private static final String DELIVERED = "DELIVERY";
    private static final long HUNDREDTHS = 100;
    /** Amounts come first. */
    private static final int[] FEE_COLUMNS = {
        RunTables.POSITION_FEE_EX, RunTables.POSITION_VAT_EX, RunTables.POSITION_FEE_CC, RunTables.POSITION_VAT_CC};
    private static final Map<String, long[][]> NO_FEES = Map.of();

    private final ReportInput input;
    private final CalculationInput calculation;
    private final Contract[] contracts;
    private final boolean[] areCurrencies;
    private final MemberRanges members;

    CashReport(final ReportInput input, final MemberRanges members)
    {
        this.input = input;
        this.calculation = input.calculation();
        this.contracts = calculation.contracts();
        this.areCurrencies = new boolean[contracts.length];
        for (int i = 0; i < contracts.length; i++)
        {
            areCurrencies[i] = isCurrency(contracts[i]);
        }
        this.members = members;
    }

    /** Whether what is delivered is a currency. */
    static boolean isCurrency(final Contract contract)
    {
        return isCurrency(contract.terms().asset());
    }

    private static boolean isCurrency(final String asset)
    {
        return CURRENCY.matcher(asset).matches();
    }

    private boolean isOf(final int instrument, final boolean ofCurrencies)
    {
        return ofCurrencies == areCurrencies[instrument];
    }

    void writeTrades(
        final RowWriter writer, final int[] legs, final LegFees fees, final boolean ofCurrencies) throws IOException
    {
        final Table trades = calculation.trades();
        for (final int leg : legs)
        {
            final int trade = leg >> 1;
            final boolean isBuy = 0 == (leg & 1);
            final int instrument = trades.ints(DayTables.TRADE_INSTRUMENT).get(trade);
            if (!isOf(instrument, ofCurrencies))
            {
                continue;
            }
            final Contract contract = contracts[instrument];
            final long lots = trades.ints(DayTables.TRADE_QTY).get(trade);
            final long priceE5 = trades.longs(DayTables.TRADE_PRICE_E5).get(trade);
            final long units = Math.multiplyExact(lots, contract.terms().lotUnits());
            final long value = SpotTrade.money(priceE5, lots, contract.paymentPointE5());
            final long accrued = SpotTrade.accrued(input.figures()[instrument].accruedE5(), units);
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
                .number(units)
                .summed(isBuy ? -value : value)
                .number(trades.longs(isBuy ? DayTables.TRADE_BUY_ORDER : DayTables.TRADE_SELL_ORDER).get(trade))
                .unsigned(trades.longs(isBuy ? DayTables.TRADE_BUY_EXT : DayTables.TRADE_SELL_EXT).get(trade))
                .packed(fees.isTaker(leg) ? 'T' : 'M')
                .number(contract.terms().settlementDays())
                .money(fees.exchangeFee(leg))
                .money(fees.vat(fees.exchangeFee(leg)))
                .money(fees.clearingFee(leg))
                .money(fees.vat(fees.clearingFee(leg)))
                .text(ORIGINS[trades.ints(DayTables.TRADE_FLAGS).get(trade) >> DayTables.ORIGIN_SHIFT].reportText())
                .optional(0 == accrued ? "" : BigDecimal.valueOf(isBuy ? -accrued : accrued, 2).toPlainString())
                .optional(contract.terms().currency())
                .endRow();
        }
    }

    /** Report that tells of what follows from a contract, when a party has to deliver or will receive. */
    static ReportType obligationReport(final Contract contract)
    {
        if (!isCurrency(contract))
        {
            return ReportType.EQM06;
        }
        return ContractStyle.SPOT == contract.terms().style() ? ReportType.CCX37 : ReportType.CCX17;
    }

    /** What clients have to deliver or will receive, as the run leaves it. */
    void writeObligations(final RowWriter writer, final int member, final ReportType type) throws IOException
    {
        for (final TableCursor rows = obligations(member); rows.next();)
        {
            final int instrument = rows.ints(RunTables.OBLIGATION_INSTRUMENT);
            if (type == obligationReport(contracts[instrument]))
            {
                writer.client(calculation.registers().code(rows.ints(RunTables.OBLIGATION_ACCOUNT)))
                    .number(contracts[instrument].instrumentId())
                    .text(contracts[instrument].terms().asset())
                    .text(date(rows.ints(RunTables.OBLIGATION_DATE)))
                    .number(rows.longs(RunTables.OBLIGATION_UNITS))
                    .summed(rows.longs(RunTables.OBLIGATION_MONEY))
                    .optional(contracts[instrument].terms().currency())
                    .endRow();
            }
        }
    }

    /** The same, netted by settlement account, asset, date and currency. */
    void writeNet(final RowWriter writer, final int member, final boolean ofCurrencies) throws IOException
    {
        final Map<String, long[]> net = new TreeMap<>();
        for (final TableCursor rows = obligations(member); rows.next();)
        {
            final int instrument = rows.ints(RunTables.OBLIGATION_INSTRUMENT);
            if (isOf(instrument, ofCurrencies))
            {
                final long code = calculation.registers().code(rows.ints(RunTables.OBLIGATION_ACCOUNT));
                final long[] sums = net.computeIfAbsent(
                    input.settlementAccounts().apply(code) + ";" + contracts[instrument].terms().asset() + ";" +
                    date(rows.ints(RunTables.OBLIGATION_DATE)) + ";" + contracts[instrument].terms().currency(),
                    key -> new long[2]);
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
                .optional(key[3])
                .endRow();
        }
    }

    private static String date(final int date)
    {
        return String.format(Locale.ROOT, "%08d", date);
    }

    private TableCursor obligations(final int member)
    {
        return members.cursor(input.obligations(), member);
    }

    /** What currencies have cost, by settlement account and contract; contracts without fees have no row. */
    void writeFees(final RowWriter writer, final int member) throws IOException
    {
        final boolean[] wanted = new boolean[contracts.length];
        boolean isAny = false;
        for (int i = 0; i < wanted.length; i++)
        {
            wanted[i] = areCurrencies[i] && ReportMarket.CASH == ReportMarket.of(contracts[i]);
            isAny |= wanted[i];
        }
        for (final Map.Entry<String, long[][]> account : (isAny ? fees(member, wanted) : NO_FEES).entrySet())
        {
            for (final int instrument : input.instrumentOrder())
            {
                final long[] sums = account.getValue()[instrument];
                if (Arrays.stream(sums).anyMatch(kopecks -> 0 != kopecks))
                {
                    writer.text(account.getKey())
                        .number(contracts[instrument].instrumentId())
                        .text(contracts[instrument].terms().asset())
                        .summed(Math.addExact(sums[0], sums[2]))
                        .money(sums[0])
                        .money(sums[1])
                        .money(sums[2])
                        .money(sums[3])
                        .endRow();
                }
            }
        }
    }

    private Map<String, long[][]> fees(final int member, final boolean[] wanted)
    {
        final HolderSums<long[][]> fees =
            new HolderSums<>(input.settlementAccounts(), () -> new long[contracts.length][FEE_COLUMNS.length]);
        for (final TableCursor rows = members.cursor(input.books().positions(), member); rows.next();)
        {
            final int instrument = rows.ints(RunTables.POSITION_INSTRUMENT);
            if (wanted[instrument])
            {
                final long[] sums =
                    fees.of(calculation.registers().code(rows.ints(RunTables.POSITION_ACCOUNT)))[instrument];
                for (int i = 0; i < sums.length; i++)
                {
                    sums[i] = Math.addExact(sums[i], rows.longs(FEE_COLUMNS[i]));
                }
            }
        }
        return fees.byHolder();
    }

    /** Roubles that settlement has paid and received, then currencies that have come and gone; each by client. */
    void writeFlow(final RowWriter writer, final int member) throws IOException
    {
        final TableCursor paid = members.cursor(input.books().payments(), member);
        while (paid.next())
        {
            if (PostingCode.SETTLEMENT.ordinal() == paid.ints(RunTables.PAYMENT_CODE))
            {
                final int account = paid.ints(RunTables.PAYMENT_ACCOUNT);
                final long amount = paid.longs(RunTables.PAYMENT_AMOUNT);
                writer.client(calculation.registers().code(account))
                    .text(ROUBLE)
                    .summed(account == paid.ints(RunTables.PAYMENT_CREDIT) ? amount : -amount)
                    .text(PostingCode.SETTLEMENT.name())
                    .number(paid.longs(RunTables.PAYMENT_REFERENCE))
                    .endRow();
            }
        }
        for (final TableCursor settled = members.cursor(input.settlements(), member); settled.next();)
        {
            if (SettledObligation.DELIVERED == settled.ints(RunTables.SETTLEMENT_KIND))
            {
                final int instrument = settled.ints(RunTables.SETTLEMENT_INSTRUMENT);
                if (areCurrencies[instrument])
                {
                    writeDelivered(writer, settled, contracts[instrument].terms().asset(),
                        Math.multiplyExact(HUNDREDTHS, settled.longs(RunTables.SETTLEMENT_UNITS)));
                }
                writeDelivered(writer, settled, contracts[instrument].terms().currency(),
                    settled.longs(RunTables.SETTLEMENT_MONEY));
            }
        }
    }

    /** Nothing of what is paid in roubles: those are payments. */
    private void writeDelivered(
        final RowWriter writer, final TableCursor settled, final String currency, final long hundredths)
        throws IOException
    {
        if (!currency.isEmpty() && 0 != hundredths)
        {
            writer.client(calculation.registers().code(settled.ints(RunTables.SETTLEMENT_ACCOUNT)))
                .text(currency)
                .summed(hundredths)
                .text(DELIVERED)
                .number((long)contracts[settled.ints(RunTables.SETTLEMENT_INSTRUMENT)].instrumentId() << Integer.SIZE |
                    settled.ints(RunTables.SETTLEMENT_DATE))
                .endRow();
        }
    }

    /** Money, collateral and margin of settlement accounts: one cover for all that is traded in the market. */
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
