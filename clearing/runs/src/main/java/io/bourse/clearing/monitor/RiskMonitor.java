// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.monitor;

import io.bourse.clearing.PreconditionException;
import io.bourse.clearing.ingest.IngestedDay;
import io.bourse.clearing.ingest.OrderedLots;
import io.bourse.clearing.layout.DayTables;
import io.bourse.clearing.layout.RunTables;
import io.bourse.clearing.margin.MarginArrays;
import io.bourse.clearing.margin.MarginParameters;
import io.bourse.clearing.margin.PortfolioMargin;
import io.bourse.clearing.requirement.LevelMargin;
import io.bourse.clearing.requirement.MarginFigures;
import io.bourse.clearing.requirement.MarginIndex;
import io.bourse.clearing.requirement.NettedPortfolio;
import io.bourse.clearing.requirement.OpenObligations;
import io.bourse.clearing.requirement.RegisterFreeFunds;
import io.bourse.clearing.run.PublishedRun;
import io.bourse.clearing.table.Table;
import io.bourse.clearing.table.TableCursor;
import io.bourse.engine.protocol.AccountCode;
import io.bourse.engine.protocol.LimitLevel;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Margin and free funds of settlement accounts while trading goes on: positions of the last run, trades and live orders
 * since. Positions are read once for each run, trades once; every look goes through all live orders. Used by one
 * thread.
 */
public final class RiskMonitor
{
    private final Path baseDir;
    private final long thresholdKopecks;
    private long runId = -1;
    private int sessionId;
    private int tradesSeen;
    private MarginArrays arrays;
    private MarginParameters parameters;
    private PortfolioMargin margin;
    private RegisterFreeFunds freeAtRun;
    private MarginIndex marginAtRun;
    private MarketPrices prices;
    private SortedMap<Long, FirmBook> firms;
    private List<String> settlementAccounts;
    /** Below the threshold at the last look. */
    private SortedSet<String> alerted = new TreeSet<>();
    private long lastFirmCode;
    private FirmBook lastFirm;

    /**
     * A monitor that has seen nothing.
     *
     * @param baseDir of the runs.
     * @param thresholdKopecks below which free funds are an alert.
     */
    public RiskMonitor(final Path baseDir, final long thresholdKopecks)
    {
        this.baseDir = baseDir;
        this.thresholdKopecks = thresholdKopecks;
    }

    /**
     * Looks at the day.
     *
     * @param day as it is now; may be closed afterwards.
     * @return all settlement accounts with margin, money or positions; the caller adds the age of the day.
     * @throws IOException when files cannot be read.
     * @throws PreconditionException when no run with margin has been published.
     * @throws ArithmeticException when an amount does not fit.
     */
    public RiskSnapshot look(final IngestedDay day) throws IOException
    {
        final PublishedRun run = PublishedRun.last(baseDir, day);
        if (null == run || !run.hasMargin())
        {
            throw new PreconditionException("no run with margin has been published, there is nothing to count from: " +
                "baseDir=" + baseDir + " runId=" + (null == run ? 0 : run.runId()));
        }
        if (run.runId() != runId || day.sessionId() != sessionId)
        {
            begin(day, run);
        }
        prices = new MarketPrices(day, prices);
        addTrades(day);
        return snapshot(day);
    }

    private void begin(final IngestedDay day, final PublishedRun run) throws IOException
    {
        final MarginFigures figures = run.marginFigures();
        parameters = run.marginParameters();
        arrays = run.marginArrays();
        margin = arrays.portfolio();
        marginAtRun = new MarginIndex(figures);
        freeAtRun = run.free(day);
        prices = new MarketPrices(day, null);
        settlementAccounts = figures.levels().stream()
            .filter(level -> LimitLevel.SETTLEMENT_ACCOUNT == level.level()).map(LevelMargin::code).toList();
        firms = new TreeMap<>();
        lastFirm = null;
        tradesSeen = run.tradesBefore();
        try (Table positions = run.positions())
        {
            addPositions(day, positions);
        }
        addObligations(day, run.obligations(arrays));
        runId = run.runId();
        sessionId = day.sessionId();
    }

    private void addPositions(final IngestedDay day, final Table positions)
    {
        for (final TableCursor row = new TableCursor(positions); row.next();)
        {
            final int instrument = row.ints(RunTables.POSITION_INSTRUMENT);
            final int lots = row.ints(RunTables.POSITION_END);
            if (0 != lots && prices.isHeld(instrument))
            {
                firm(day, row.ints(RunTables.POSITION_ACCOUNT)).add(instrument, lots, prices.atRun(instrument));
            }
        }
    }

    /** They need margin like positions, and are paid for when they are delivered: nothing is gained before. */
    private void addObligations(final IngestedDay day, final OpenObligations obligations)
    {
        for (int row = 0; row < obligations.size(); row++)
        {
            firm(day, obligations.account(row)).add(obligations.instrument(row), obligations.lots(row), 0);
        }
    }

    /** Positions come in the order of registers: mostly it is the same firm again. */
    private FirmBook firm(final IngestedDay day, final int account)
    {
        final long code = AccountCode.brokerageFirm(day.registers().code(account));
        if (null == lastFirm || code != lastFirmCode)
        {
            lastFirm = firms.computeIfAbsent(code, firm -> new FirmBook());
            lastFirmCode = code;
        }
        return lastFirm;
    }

    private void addTrades(final IngestedDay day)
    {
        final Table trades = day.trades();
        for (int row = tradesSeen; row < day.tradeCount(); row++)
        {
            final int instrument = trades.ints(DayTables.TRADE_INSTRUMENT).get(row);
            if (prices.isHeld(instrument))
            {
                final long priceE5 = trades.longs(DayTables.TRADE_PRICE_E5).get(row);
                final long lots = trades.ints(DayTables.TRADE_QTY).get(row);
                final long unit = prices.unit(instrument, priceE5);
                firm(day, trades.ints(DayTables.TRADE_BUYER).get(row)).add(instrument, lots, unit);
                firm(day, trades.ints(DayTables.TRADE_SELLER).get(row)).add(instrument, -lots, unit);
                prices.onTrade(instrument, priceE5);
            }
        }
        tradesSeen = day.tradeCount();
    }

    private RiskSnapshot snapshot(final IngestedDay day)
    {
        final SortedMap<String, Sums> sums = new TreeMap<>();
        settlementAccounts.forEach(code -> sums.put(code, new Sums()));
        firms.forEach((firm, book) ->
        {
            final String code = day.settlementAccounts().ofFirm(AccountCode.unpack(firm));
            sums.computeIfAbsent(code, name -> new Sums()).add(book);
        });
        addOrders(day, sums);
        final List<RiskRow> rows = new ArrayList<>();
        sums.forEach((code, sum) -> rows.add(row(code, sum)));
        final SortedSet<String> alerts = new TreeSet<>();
        rows.stream().filter(RiskRow::alert).forEach(row -> alerts.add(row.settlementAccount()));
        final SortedSet<String> before = alerted;
        alerted = alerts;
        return new RiskSnapshot(
            day.tradingDate(),
            day.cursor(),
            0,
            runId,
            day.tradeCount(),
            thresholdKopecks,
            List.copyOf(rows),
            alerts.stream().filter(code -> !before.contains(code)).toList(),
            before.stream().filter(code -> !alerts.contains(code)).toList());
    }

    private void addOrders(final IngestedDay day, final SortedMap<String, Sums> sums)
    {
        final OrderedLots orders = day.openOrders();
        for (int row = 0; row < orders.size(); row++)
        {
            final String code = day.settlementAccounts().of(day.registers().code(orders.account(row)));
            sums.computeIfAbsent(code, name -> new Sums())
                .add(orders.instrument(row), 0, orders.buyLots(row), orders.sellLots(row));
        }
    }

    private RiskRow row(final String code, final Sums sum)
    {
        sum.portfolio.tell(margin, parameters.switchesOf(LimitLevel.SETTLEMENT_ACCOUNT, code));
        final long before = marginAtRun.requiredKopecks(LimitLevel.SETTLEMENT_ACCOUNT, code);
        final long now = margin.requiredKopecks();
        final long free = freeAtRun.freeKopecks(LimitLevel.SETTLEMENT_ACCOUNT, code);
        final long freeNow = Math.addExact(Math.addExact(free, Math.subtractExact(before, now)), sum.variation);
        return new RiskRow(code, before, now, sum.variation, free, freeNow, freeNow < thresholdKopecks);
    }

    /** Positions and orders of a settlement account. */
    private final class Sums
    {
        /** Of instruments that the run knew: for others there are no scenarios. */
        private final NettedPortfolio portfolio = new NettedPortfolio(arrays.size());
        private long variation;

        private void add(final int instrument, final long held, final long buys, final long sells)
        {
            if (instrument < arrays.size())
            {
                portfolio.add(instrument, held, buys, sells, 0);
            }
        }

        private void add(final FirmBook book)
        {
            for (int i = 0; i < book.size(); i++)
            {
                add(i, book.lots(i), 0, 0);
                variation = Math.addExact(variation, book.gain(i, prices.now(i)));
            }
        }
    }
}
