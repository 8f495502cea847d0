// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import io.bourse.clearing.calculation.CalculationInput;
import io.bourse.clearing.calculation.Contract;
import io.bourse.clearing.calculation.LegFees;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.OrderEvent;
import io.bourse.clearing.layout.OrderRowKind;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.layout.TradeOrigin;
import io.bourse.clearing.ledger.Workers;
import io.bourse.clearing.model.ContractStyle;
import io.bourse.clearing.model.Sum128;
import io.bourse.clearing.model.VariationMargin;
import io.bourse.clearing.report.file.CsvWriter;
import io.bourse.clearing.report.file.ManifestEntry;
import io.bourse.clearing.report.file.ReportFileWriter;
import io.bourse.clearing.report.file.ReportType;
import io.bourse.clearing.report.file.RowWriter;
import io.bourse.clearing.table.TableCursor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * Writes what the regulator receives of a run (rules 3.3): figures of every member, by contract where that makes sense,
 * as XML. Members and contracts without anything to tell have no row.
 */
public final class RegulatorReports
{
    /** Moves of all prices at once, in half-widths of the price limits. */
    private static final int[] SCENARIOS = {-2, -1, 1, 2};
    private static final int KINDS = OrderRowKind.values().length;

    private final ReportInput input;
    private final CalculationInput calculation;
    private final Contract[] contracts;
    private final int threads;
    private final MemberRanges members;
    private final int[] order;
    private final Figures[][] figures;

    /**
     * Reports of one run.
     *
     * @param input of its reports.
     * @param threads 1 or more.
     */
    public RegulatorReports(final ReportInput input, final int threads)
    {
        this.input = input;
        this.calculation = input.calculation();
        this.contracts = calculation.contracts();
        this.threads = threads;
        this.members = new MemberRanges(calculation.registers());
        this.order = input.instrumentOrder();
        this.figures = new Figures[members.size()][contracts.length];
        for (final Figures[] ofMember : figures)
        {
            for (int i = 0; i < ofMember.length; i++)
            {
                ofMember[i] = new Figures();
            }
        }
    }

    /**
     * Counts, then writes all files.
     *
     * @param orders order events of the firms that have any.
     * @param directory that exists.
     * @return entries for the manifest, ascending by name.
     * @throws IOException when reading or writing fails.
     */
    public List<ManifestEntry> write(final List<OrderRows> orders, final Path directory) throws IOException
    {
        final List<Callable<Void>> counts = new ArrayList<>();
        for (final OrderRows rows : orders)
        {
            counts.add(() -> countOrders(rows));
        }
        for (int m = 0; m < members.size(); m++)
        {
            final int member = m;
            counts.add(() -> countPositions(member));
        }
        counts.add(this::countTrades);
        try
        {
            Workers.run(threads, counts);
        }
        catch (final UncheckedIOException ex)
        {
            throw ex.getCause();
        }
        return List.of(
            write(directory, ReportType.REG_MARGIN, this::writeMargin),
            write(directory, ReportType.REG_ORDERS, this::writeOrders),
            write(directory, ReportType.REG_POSITIONS, this::writePositions),
            write(directory, ReportType.REG_STRESS, this::writeStress),
            write(directory, ReportType.REG_TRADES, this::writeTrades));
    }

    private ManifestEntry write(final Path directory, final ReportType type, final ReportFileWriter.Rows rows)
        throws IOException
    {
        return ReportFileWriter.write(directory, input.run().reportName(ReportType.REGULATOR, type),
            out -> type.writer(out, input.run(), ReportType.REGULATOR, null), rows);
    }

    private Void countOrders(final OrderRows rows) throws IOException
    {
        final int member = members.indexOf(rows.firm());
        rows.source().read((final OrderEvent event) ->
            figures[member][event.instrument()].orders[event.kind().ordinal()]++);
        return null;
    }

    private Void countPositions(final int member)
    {
        final TableCursor rows = members.cursor(input.books().positions(), member);
        while (rows.next())
        {
            final Figures of = figures[member][rows.ints(RunTables.POSITION_INSTRUMENT)];
            final int end = rows.ints(RunTables.POSITION_END);
            of.registers += 0 == end ? 0 : 1;
            of.longLots += Math.max(0, end);
            of.shortLots += Math.max(0, -(long)end);
            of.begin += rows.ints(RunTables.POSITION_BEGIN);
            of.rows++;
            of.margin = Math.addExact(of.margin, Math.subtractExact(
                rows.longs(RunTables.POSITION_VM_DAY), rows.longs(RunTables.POSITION_VM_PAID)));
        }
        return null;
    }

    private Void countTrades()
    {
        final LegFees fees = LegFees.of(calculation);
        final long[] pointValues = new long[contracts.length];
        for (int i = 0; i < pointValues.length; i++)
        {
            pointValues[i] =
                VariationMargin.pointValueE5(contracts[i].tickValueE5(), contracts[i].priceTickE5());
        }
        final TableCursor trades = new TableCursor(calculation.trades(), 0, calculation.tradeCount());
        for (int trade = 0; trades.next(); trade++)
        {
            final int instrument = trades.ints(DayTables.TRADE_INSTRUMENT);
            if (ContractStyle.STRATEGY != contracts[instrument].terms().style() && !fees.isReversed(trade))
            {
                final long lots = trades.ints(DayTables.TRADE_QTY);
                final long value = Math.multiplyExact(lots, VariationMargin.unit(
                    trades.longs(DayTables.TRADE_PRICE_E5), pointValues[instrument]));
                final boolean isNegotiated = TradeOrigin.NEGOTIATED.ordinal() ==
                    trades.ints(DayTables.TRADE_FLAGS) >> DayTables.ORIGIN_SHIFT;
                final Figures buyer = figures[members.memberOf(trades.ints(DayTables.TRADE_BUYER))][instrument];
                buyer.bought += lots;
                buyer.addLeg(value, isNegotiated, fees.exchangeFee(2 * trade), fees.clearingFee(2 * trade));
                final Figures seller = figures[members.memberOf(trades.ints(DayTables.TRADE_SELLER))][instrument];
                seller.sold += lots;
                seller.addLeg(value, isNegotiated, fees.exchangeFee(2 * trade + 1), fees.clearingFee(2 * trade + 1));
            }
        }
        return null;
    }

    private RowWriter head(final RowWriter writer, final int member, final int instrument) throws IOException
    {
        return writer.text(members.name(member))
            .number(contracts[instrument].instrumentId())
            .text(contracts[instrument].symbol());
    }

    private void writePositions(final RowWriter writer) throws IOException
    {
        for (int member = 0; member < figures.length; member++)
        {
            for (final int instrument : order)
            {
                final Figures of = figures[member][instrument];
                if (of.rows > 0)
                {
                    final boolean isPremium =
                        ContractStyle.PREMIUM_OPTION == contracts[instrument].terms().style();
                    head(writer, member, instrument)
                        .number(of.registers)
                        .number(of.longLots)
                        .number(of.shortLots)
                        .number(of.begin)
                        .number(of.longLots - of.shortLots)
                        .summed(isPremium ? 0 : of.margin)
                        .endRow();
                }
            }
        }
    }

    private void writeTrades(final RowWriter writer) throws IOException
    {
        for (int member = 0; member < figures.length; member++)
        {
            for (final int instrument : order)
            {
                final Figures of = figures[member][instrument];
                if (of.legs > 0)
                {
                    head(writer, member, instrument)
                        .number(of.legs)
                        .number(of.bought)
                        .number(of.sold)
                        .number(of.negotiated)
                        .text(CsvWriter.money(of.value))
                        .money(of.exchangeFee)
                        .money(of.clearingFee)
                        .endRow();
                }
            }
        }
    }

    private void writeOrders(final RowWriter writer) throws IOException
    {
        for (int member = 0; member < figures.length; member++)
        {
            for (final int instrument : order)
            {
                final long[] counts = figures[member][instrument].orders;
                long all = 0;
                for (final long count : counts)
                {
                    all += count;
                }
                if (all > 0)
                {
                    final long accepted = counts[OrderRowKind.ACCEPTED.ordinal()];
                    final long replaced = counts[OrderRowKind.REPLACED.ordinal()];
                    final long cancelled = counts[OrderRowKind.CANCELLED.ordinal()];
                    final long filled = counts[OrderRowKind.FILLED.ordinal()];
                    head(writer, member, instrument)
                        .number(accepted)
                        .number(replaced)
                        .number(cancelled)
                        .number(filled)
                        .number(all - accepted - replaced - cancelled - filled)
                        .endRow();
                }
            }
        }
    }

    /** Money of a member and its margin, by settlement account, added up: accounts do not stand in for each other. */
    private Cover cover(final MoneyReport money, final int member)
    {
        long cash = 0;
        ReportInput.AccountFigures figuresOfAll = new ReportInput.AccountFigures(0, 0, 0, 0);
        for (final Map.Entry<String, MoneyLine> account : money.accounts(member).entrySet())
        {
            cash = Math.addExact(cash, account.getValue().cash());
            figuresOfAll = figuresOfAll.plus(money.figures(account.getKey(), account.getValue()));
        }
        return new Cover(cash, figuresOfAll);
    }

    private void writeMargin(final RowWriter writer) throws IOException
    {
        final MoneyReport money = new MoneyReport(input, members);
        for (int member = 0; member < figures.length; member++)
        {
            final Cover cover = cover(money, member);
            writer.text(members.name(member))
                .number(members.rows(input.books().money(), member))
                .summed(cover.cash())
                .money(cover.figures().required())
                .money(cover.figures().collateral())
                .money(cover.figures().free())
                .money(cover.figures().call())
                .endRow();
        }
    }

    /** Result of a member's positions if all prices moved; those of its clients are netted. */
    private void writeStress(final RowWriter writer) throws IOException
    {
        final MoneyReport money = new MoneyReport(input, members);
        final long[][] moves = moves();
        for (int member = 0; member < figures.length; member++)
        {
            final Cover cover = cover(money, member);
            final long available = Math.addExact(cover.cash(), cover.figures().collateral());
            for (int scenario = 0; scenario < SCENARIOS.length; scenario++)
            {
                final long result = stressed(member, moves[scenario]);
                writer.text(members.name(member))
                    .number(SCENARIOS[scenario])
                    .summed(result)
                    .money(cover.cash())
                    .money(Math.max(0, Math.negateExact(Math.addExact(available, result))))
                    .endRow();
            }
        }
    }

    /** By scenario, then by contract: by how much its price changes. */
    private long[][] moves()
    {
        final StressModel model = new StressModel(input);
        final long[][] movesE5 = new long[SCENARIOS.length][contracts.length];
        for (int scenario = 0; scenario < SCENARIOS.length; scenario++)
        {
            for (int instrument = 0; instrument < contracts.length; instrument++)
            {
                movesE5[scenario][instrument] = model.moveE5(instrument, SCENARIOS[scenario]);
            }
        }
        return movesE5;
    }

    private long stressed(final int member, final long[] movesE5)
    {
        long result = 0;
        for (int instrument = 0; instrument < contracts.length; instrument++)
        {
            final Contract contract = contracts[instrument];
            final Figures of = figures[member][instrument];
            result = Math.addExact(result, VariationMargin.ofLot(
                of.longLots - of.shortLots,
                Math.addExact(contract.settlementE5(), movesE5[instrument]),
                contract.settlementE5(),
                VariationMargin.pointValueE5(contract.tickValueE5(), contract.priceTickE5())));
        }
        return result;
    }

    /** Money and margin of a member, kopecks. */
    private record Cover(long cash, ReportInput.AccountFigures figures)
    {
    }

    /** What is counted of a member and a contract. */
    private static final class Figures
    {
        private final long[] orders = new long[KINDS];
        private final Sum128 value = new Sum128();
        private long rows;
        private long registers;
        private long longLots;
        private long shortLots;
        private long begin;
        private long margin;
        private long legs;
        private long bought;
        private long sold;
        private long negotiated;
        private long exchangeFee;
        private long clearingFee;

        void addLeg(
            final long kopecks, final boolean isNegotiated, final long exchangeKopecks, final long clearingKopecks)
        {
            legs++;
            negotiated += isNegotiated ? 1 : 0;
            value.add(kopecks);
            exchangeFee = Math.addExact(exchangeFee, exchangeKopecks);
            clearingFee = Math.addExact(clearingFee, clearingKopecks);
        }
    }
}
