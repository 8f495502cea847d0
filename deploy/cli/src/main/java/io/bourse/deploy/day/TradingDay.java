// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.day;

import io.bourse.deploy.config.ReferenceData;
import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.node.Venue;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.node.VenueKeys;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.deploy.orders.LobsterOrders;
import io.bourse.deploy.orders.OrderLogOrders;
import io.bourse.deploy.orders.OrderSource;
import io.bourse.deploy.orders.SyntheticFlow;
import io.bourse.deploy.progress.ProgressDisplay;
import io.bourse.deploy.timestamps.StampQuery;
import io.bourse.deploy.timestamps.StampSummary;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.PhaseOperator;
import io.bourse.engine.client.operator.StateReport;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.marketdata.client.ReceiverCounter;
import org.HdrHistogram.Histogram;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import static io.bourse.gateway.sbe.GatewayCounter.LATE_ANSWERS;
import static io.bourse.gateway.sbe.GatewayCounter.PUBLIC_FIRST_ANSWERS;
import static io.bourse.marketdata.client.ReceiverCounter.BEST_PRICES_MISMATCHES;
import static io.bourse.marketdata.client.ReceiverCounter.GAPS;
import static io.bourse.marketdata.client.ReceiverCounter.MALFORMED_PACKETS;
import static io.bourse.marketdata.client.ReceiverCounter.RECOVERIES;
import static io.bourse.marketdata.client.ReceiverCounter.TRADES;

/**
 * The main job: a whole trading day over real sockets, from the first order to verified reports, with every check that
 * can be made from outside.
 */
public final class TradingDay
{
    /** Result of a day on which every check held. */
    public static final String OK = "OK";
    /** Result of a day on which a check failed. */
    public static final String FAILED = "FAILED";

    private static final long OPERATOR_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(60);
    private static final double NS_PER_S = 1_000_000_000.0;
    private static final long QUIET_ORDERS = 2_000;
    private static final int PERCENT = 100;

    private final DayOptions options;
    private final PrintStream out;
    private final DayChecks checks = new DayChecks();

    /**
     * A day to be run once.
     *
     * @param options of the day.
     * @param out where progress goes.
     */
    public TradingDay(final DayOptions options, final PrintStream out)
    {
        this.options = options;
        this.out = out;
    }

    /**
     * Runs the day.
     *
     * @return what it came to.
     * @throws IOException when files cannot be read or written.
     * @throws DayCheckException when it cannot go on.
     */
    public DaySummary run() throws IOException
    {
        requireEmpty(options.out());
        final VenueConfig config = VenueConfigLoader.load(
            options.configFile(), LoopbackPorts.overrides(options.out().resolve("data")));
        VenueKeys.require(config);
        return run(config, ReferenceDataReader.read(config.referenceData(), config.tradingDate()));
    }

    /**
     * Runs the day of one market.
     *
     * @param config of its only partition.
     * @return what it came to.
     * @throws IOException when files cannot be read or written.
     * @throws DayCheckException when it cannot go on.
     */
    DaySummary runMarket(final VenueConfig config) throws IOException
    {
        return run(config, ReferenceDataReader.read(config));
    }

    private DaySummary run(final VenueConfig config, final ReferenceData data) throws IOException
    {
        final Path dataDir = config.market().isEmpty() ? config.dataDir() : config.dataDir().getParent();
        Files.createDirectories(options.out());
        try (DayConsole console = options.hasConsole() ? new DayConsole(out) : DayConsole.NONE;
            OrderSource source = source(data);
            HiccupMeter hiccups = new HiccupMeter();
            Venue venue = Venue.start(config);
            EngineClient engine = venue.engine().connect();
            OperatorClient operator = DemoOperators.client(engine, OPERATOR_TIMEOUT_NS))
        {
            out.println("venue on loopback: TWIME " + venue.descriptor().twime() + ", FIX " + venue.descriptor().fix() +
                ", durability " + venue.descriptor().durability() + ", data " + dataDir);
            // The venue's own goes with it; this one stays and says what a capture of the day holds.
            venue.descriptor().write(options.out());
            console.show(dataDir);
            source.instruments().forEach(operator::defineInstrument);
            final boolean hasMembers = source.instruments().isEmpty() && DayContracts.isScripted(data);
            final boolean hasSpot = DaySpot.isScripted(data) &&
                (hasMembers || !config.market().isEmpty() && VenueConfig.EMBEDDED.equals(config.referenceData()));
            if (hasMembers)
            {
                DayMembers.define(operator, data.accounts().size(), data.logins().size());
            }
            try (MarketWatch market = new MarketWatch(venue); DayClients entry = DayClients.connect(venue, data))
            {
                market.awaitJoined();
                final DayContracts contracts = new DayContracts(data, config.tradingDate(), checks);
                console.awaitEnter("the day begins");
                final DaySummary summary = trade(new Parts(
                    config, venue, engine, operator, source, market, entry, hiccups, contracts, hasMembers, hasSpot,
                    new DayClearing(dataDir, checks, hasMembers),
                    new DayFunds(VenueClearing.baseDir(dataDir), checks),
                    new DayDefault(dataDir, checks),
                    new DaySpot(VenueClearing.baseDir(dataDir), config.tradingDate(), data, checks)));
                console.awaitEnter("the venue closes");
                return summary;
            }
            catch (final IOException | RuntimeException ex)
            {
                // Said at once: closing everything takes a while, and may itself be what went wrong.
                out.println("\nthe day failed: " + ex.getMessage());
                throw ex;
            }
        }
    }

    /** Everything that is open during the day. */
    private record Parts(
        VenueConfig config,
        Venue venue,
        EngineClient engine,
        OperatorClient operator,
        OrderSource source,
        MarketWatch market,
        DayClients clients,
        HiccupMeter hiccups,
        DayContracts contracts,
        boolean hasMembers,
        boolean hasSpot,
        DayClearing clearing,
        DayFunds funds,
        DayDefault defaulted,
        DaySpot spot)
    {
    }

    private DaySummary trade(final Parts parts) throws IOException
    {
        final OrderSource source = parts.source;
        final DayClearing clearing = parts.clearing;
        final List<DayClient> senders = source.instruments().isEmpty() ? parts.clients.all() : parts.clients.first();
        final DayClients.Tallies quiet = parts.clients.beginPart();
        final DayClients.Tallies loaded;
        final StateReport endOfTrading;
        long tradingNs;
        try (ProgressDisplay bar = new ProgressDisplay("orders", source.newOrderCount(), out))
        {
            final FlowDriver driver = new FlowDriver(
                source,
                senders,
                new PhaseOperator(parts.operator)::changePhase,
                bar::stepTo,
                parts.venue.failure(),
                options.ordersPerSecond());
            bar.phase("quiet opening");
            driver.runQuietly(Math.min(QUIET_ORDERS, source.newOrderCount() / 4));
            loaded = parts.clients.beginPart();
            bar.phase("first half");
            tradingNs = driver.run(source.newOrderCount() * options.percentBeforeIntraday() / PERCENT);
            tradeScripts(parts, senders, loaded);
            parts.market.compare("books before intraday clearing", parts.operator.reportState(), parts.engine, checks);
            bar.phase("intraday clearing");
            clearing.run(ClearingKind.INTRADAY);
            if (parts.hasMembers)
            {
                parts.funds.payIn();
            }
            bar.phase("second half");
            tradingNs += driver.run(Long.MAX_VALUE);
            parts.contracts.instruct(parts.operator);
            endOfTrading = parts.operator.reportState();
            driver.awaitExecutions(
                () -> quiet.all().executions + loaded.all().executions, 2 * endOfTrading.tradeCount());
            parts.market.compare("books before evening clearing", endOfTrading, parts.engine, checks);
            if (parts.hasMembers)
            {
                bar.phase("default");
                carryOutDefault(parts);
            }
            bar.phase("evening clearing");
            clearing.run(ClearingKind.EVENING);
            bar.phase("done");
        }
        checkClosed(parts);
        final ClientTally all = quiet.all();
        all.add(loaded.all());
        checkAnswers(all, endOfTrading, clearing);
        checkFeed(parts);
        final long perSecond = Math.round(loaded.all().sent() * NS_PER_S / tradingNs);
        return summary(
            parts, flow(all, endOfTrading, tradingNs, perSecond), latency(quiet, loaded, parts.hiccups), clearing);
    }

    private static void tradeScripts(
        final Parts parts, final List<DayClient> senders, final DayClients.Tallies tallies) throws IOException
    {
        if (parts.source.instruments().isEmpty())
        {
            parts.contracts.trade(senders, parts.venue.failure());
        }
        if (parts.hasMembers)
        {
            DayMembers.trade(parts.venue, senders, tallies.twime());
            parts.funds.payOut(parts.config.clearing().openingBalanceKopecks());
        }
        if (parts.hasSpot)
        {
            parts.spot.deposit();
            parts.spot.trade(senders, parts.venue.failure());
        }
    }

    /** After the end of trading: one run closes the positions, the next one, of the evening, shares the loss. */
    private static void carryOutDefault(final Parts parts) throws IOException
    {
        parts.defaulted.declare(parts.funds.owed());
        parts.clearing.run(ClearingKind.INTRADAY);
        parts.defaulted.cover();
    }

    private void checkClosed(final Parts parts) throws IOException
    {
        final StateReport closed = parts.operator.reportState();
        parts.market.compare("books after evening clearing", closed, parts.engine, checks);
        checks.equal("orders left after the session", 0, closed.orderCount());
        if (parts.source.instruments().isEmpty())
        {
            parts.contracts.check(parts.operator, closed);
        }
        if (parts.hasMembers)
        {
            parts.funds.check();
            parts.defaulted.check(closed);
        }
        if (parts.hasSpot)
        {
            parts.spot.check(Path.of(parts.clearing.runs().getLast().directory()));
        }
        if (parts.hasMembers || parts.hasSpot)
        {
            parts.clearing.repeat();
        }
    }

    private void checkAnswers(final ClientTally all, final StateReport engine, final DayClearing clearing)
    {
        checks.equal("every request has one answer", all.sent(),
            all.accepted + all.cancelled + all.replaced + all.refused);
        checks.equal("two executions for every trade", 2 * engine.tradeCount(), all.executions);
        checks.equal("trades cleared in the evening", engine.tradeCount(), clearing.runs().getLast().trades());
        clearing.comparePositions(all.positions, engine);
    }

    private void checkFeed(final Parts parts)
    {
        checks.equal("packets the receiver could not read", 0, parts.market.counters().get(MALFORMED_PACKETS));
        checks.equal("best prices that differ from the book", 0, parts.market.counters().get(BEST_PRICES_MISMATCHES));
        checkTradesOnFeed(parts.operator.reportState().tradeCount(), parts.market.counters());
        checks.add("no component failed", !parts.venue.failure().isDone(), "engine, gateways, market data");
    }

    /** A snapshot brings back the books, not the trades that were lost with the packets. */
    private void checkTradesOnFeed(final long trades, final CounterSet<ReceiverCounter> counters)
    {
        final long received = counters.get(TRADES);
        final boolean ok = 0 == counters.get(RECOVERIES) ? trades == received : trades >= received;
        checks.add("trades on the feed", ok, "engine=" + trades + " received=" + received +
            " recoveries=" + counters.get(RECOVERIES));
    }

    private static DaySummary.Flow flow(
        final ClientTally all, final StateReport engine, final long tradingNs, final long perSecond)
    {
        return new DaySummary.Flow(
            all.newOrders, all.cancels, all.replaces, all.dropped, all.accepted, all.refused, all.refusals,
            engine.tradeCount(), all.executedLots / 2, tradingNs, perSecond);
    }

    private static DaySummary.Latency latency(
        final DayClients.Tallies quiet, final DayClients.Tallies loaded, final HiccupMeter hiccups)
    {
        return new DaySummary.Latency(
            Stream.of(
                percentiles("TWIME", "one at a time", quiet.twime()),
                percentiles("FIX", "one at a time", quiet.fix()),
                percentiles("TWIME", "windows full", loaded.twime()),
                percentiles("FIX", "windows full", loaded.fix()))
                .filter(row -> row.count() > 0).toList(),
            hiccups.lateNs(100));
    }

    private DaySummary summary(
        final Parts parts, final DaySummary.Flow flow, final DaySummary.Latency latency, final DayClearing clearing)
        throws IOException
    {
        final CounterSet<ReceiverCounter> counters = parts.market.counters();
        final DaySummary.Feed feed = new DaySummary.Feed(
            parts.venue.simba().incrementalPacketsSent(), counters.get(GAPS), counters.get(RECOVERIES),
            parts.venue.twime().counters().get(PUBLIC_FIRST_ANSWERS), parts.venue.twime().counters().get(LATE_ANSWERS),
            lead(parts));
        return new DaySummary(
            checks.allOk() ? OK : FAILED,
            new DaySummary.Input(
                sourceName(), options.seed(), parts.config.tradingDate(), parts.source.omissions(),
                parts.source.recordedTrades()),
            new DaySummary.Machine(
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
                System.getProperty("os.name") + " " + System.getProperty("os.version"),
                parts.config.durability()),
            flow, latency, feed, clearing.runs(), checks.list());
    }

    private static DaySummary.Lead lead(final Parts parts) throws IOException
    {
        final Path dataDir = parts.config.dataDir();
        final int tradingDate = parts.config.tradingDate();
        if (!StampQuery.exists(dataDir, tradingDate))
        {
            return DaySummary.Lead.UNKNOWN;
        }
        final StampSummary stamps = StampSummary.of(StampQuery.open(List.of(dataDir), tradingDate));
        return new DaySummary.Lead(stamps.withMarketData(), stamps.publicFirst(), stamps.leadNs(50),
            stamps.leadNs(99), stamps.lost());
    }

    private static DaySummary.Percentiles percentiles(
        final String protocol, final String condition, final ClientTally tally)
    {
        final Histogram ns = tally.roundTripNs;
        return new DaySummary.Percentiles(
            protocol, condition, ns.getTotalCount(), ns.getValueAtPercentile(50), ns.getValueAtPercentile(90),
            ns.getValueAtPercentile(99), ns.getValueAtPercentile(99.9), ns.getMaxValue());
    }

    private String sourceName()
    {
        return null == options.ordersFile() ? "synthetic" : options.ordersFile().getFileName().toString();
    }

    private OrderSource source(final ReferenceData data) throws IOException
    {
        if (null == options.ordersFile())
        {
            return new SyntheticFlow(
                DayContracts.traded(data), DayClients.weights(data), options.count(), options.seed());
        }
        return isOrderLog(options.ordersFile()) ?
            new OrderLogOrders(options.ordersFile()) : new LobsterOrders(options.ordersFile());
    }

    /** An order log begins with a header line; a LOBSTER file with a number. */
    private static boolean isOrderLog(final Path file) throws IOException
    {
        return !file.getFileName().toString().endsWith(".zip") && OrderLogOrders.hasHeader(file);
    }

    static void requireEmpty(final Path directory) throws IOException
    {
        Files.createDirectories(directory);
        try (Stream<Path> entries = Files.list(directory))
        {
            if (entries.findAny().isPresent())
            {
                throw new IOException("the output directory is not empty, name another one: out=" + directory);
            }
        }
    }
}
