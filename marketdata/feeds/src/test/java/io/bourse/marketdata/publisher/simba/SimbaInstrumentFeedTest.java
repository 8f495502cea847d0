// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import static io.bourse.marketdata.publisher.simba.InstrumentFeedCounter.CYCLES;
import static io.bourse.marketdata.publisher.simba.InstrumentFeedCounter.LAST_CYCLE_NS;
import static io.bourse.marketdata.publisher.simba.InstrumentFeedCounter.MSG_SEQ_NUM;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.protocol.AuctionUncrossedEncoder;
import io.bourse.engine.protocol.ClearingCompletedEncoder;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.InstrumentDefinedEncoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LegDefinedEncoder;
import io.bourse.engine.protocol.MarginSetEncoder;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.PhaseCause;
import io.bourse.engine.protocol.PhaseChangedEncoder;
import io.bourse.engine.protocol.PriceLimitsShiftedEncoder;
import io.bourse.engine.protocol.SessionOpenedEncoder;
import io.bourse.engine.protocol.SettlementPublishedEncoder;
import io.bourse.engine.protocol.TradingResumedEncoder;
import io.bourse.engine.protocol.TradingSuspendedEncoder;
import io.bourse.marketdata.Multicast;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.market.PublicTransaction;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.MulticastReceiver;
import io.bourse.testing.EventScript;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * FUT-INFO and OPT-INFO as they arrive, from hand-written events; time is the test's own.
 */
@Tag("venue")
class SimbaInstrumentFeedTest
{
    private static final int FUTURE = 1;
    private static final int LATER = 2;
    private static final int OPTION = 3;
    private static final int SPREAD = 4;
    private static final long SECOND_NS = TimeUnit.SECONDS.toNanos(1);

    private final List<AutoCloseable> closeables = new ArrayList<>();
    private final List<SimbaInstrumentFeed> feeds = new ArrayList<>();
    private final PublicMarket market = new PublicMarket(this::onTransaction);
    private final EventScript events = new EventScript(market);
    private final Map<String, MulticastReceiver> receivers = new HashMap<>();
    private long nowNs = 1_000_000 * SECOND_NS;

    @AfterEach
    void tearDown()
    {
        CloseHelper.closeAll(closeables);
        CloseHelper.closeAll(receivers.values());
    }

    @Test
    void shouldSendEveryChangeOnceOnTheFeedOfItsGroup()
    {
        start(InstrumentGroup.FUTURES, 8).goLive(nowNs);
        start(InstrumentGroup.OPTIONS, 8).goLive(nowNs);
        runDay();
        final List<String> session = List.of(
            "TradingSessionStatus Open event=ChangeOfTradingSession session=77 open=1006 close=0 clearing=0");
        final List<String> futures = new ArrayList<>(List.of("0 Heartbeat"));
        addNumbered(futures, List.of(
            "SecurityDefinition SI-12.26 total=1",
            "SecurityDefinition SI-3.27 total=2",
            "SecurityDefinition SI-12.26/3.27 total=3",
            session.get(0),
            "SecurityStatus SI-12.26 ReadyToTrade limits=9000000..11000000 margins=500000/600000",
            "SecurityStatus SI-12.26 DiscreteAuctionOpen limits=9000000..11000000 margins=500000/600000",
            "SecurityStatus SI-12.26 DiscreteAuctionClose limits=9000000..11000000 margins=500000/600000",
            "SecurityStatus SI-12.26 ReadyToTrade limits=9000000..11000000 margins=500000/600000",
            "SecurityStatus SI-12.26 TradingHalt limits=9000000..11000000 margins=500000/600000",
            "SecurityStatus SI-12.26 TradingHalt limits=9500000..11500000 margins=500000/600000",
            "TradingSessionStatus Halted event=ChangeOfTradingStatus session=77 open=1006 close=0 clearing=1013",
            "SecurityDefinition SI-12.26 total=3",
            "SecurityStatus SI-12.26 TradingHalt limits=1..2 margins=500000/600000",
            "TradingSessionStatus Open event=TradingResumes session=77 open=1006 close=0 clearing=1013",
            "TradingSessionStatus Halted event=ChangeOfTradingStatus session=77 open=1006 close=1017 clearing=1017",
            "TradingSessionStatus Closed event=ChangeOfTradingStatus session=77 open=1006 close=1017 clearing=1017"));
        final List<String> options = new ArrayList<>(List.of("0 Heartbeat"));
        addNumbered(options, List.of(
            "SecurityDefinition SI-C total=1",
            session.get(0),
            "TradingSessionStatus Halted event=ChangeOfTradingStatus session=77 open=1006 close=0 clearing=1013",
            "SecurityDefinition SI-C total=1",
            "SecurityDefinitionUpdateReport 3 volatility=null theor=12300000 limit=null",
            "SecurityStatus SI-C ReadyToTrade limits=1..2 margins=null/null",
            "TradingSessionStatus Open event=TradingResumes session=77 open=1006 close=0 clearing=1013",
            "TradingSessionStatus Halted event=ChangeOfTradingStatus session=77 open=1006 close=1017 clearing=1017",
            "TradingSessionStatus Closed event=ChangeOfTradingStatus session=77 open=1006 close=1017 clearing=1017"));
        assertEquals(futures, take("FUTURES incremental A"));
        assertEquals(futures, take("FUTURES incremental B"));
        assertEquals(options, take("OPTIONS incremental A"));
        assertEquals(options, take("OPTIONS incremental B"));
        assertEquals(List.of(16L, 9L),
            List.of(feeds.get(0).counters().get(MSG_SEQ_NUM), feeds.get(1).counters().get(MSG_SEQ_NUM)));
    }

    @Test
    void shouldHaveEveryFieldOfADefinition()
    {
        start(InstrumentGroup.FUTURES, 8).goLive(nowNs);
        start(InstrumentGroup.FUTURES, 9).goLive(nowNs);
        runDay();
        final InstrumentPrinter printer = new InstrumentPrinter();
        final List<String> eight = printer.definitions(receivers.get("0 FUTURES incremental A"));
        final List<String> nine = printer.definitions(receivers.get("1 FUTURES incremental A"));
        final String common = "SecurityTradingStatus=ReadyToTrade Currency=RUB " +
            "MarketSegmentID=Derivatives HighLimitPx=11000000 LowLimitPx=9000000 MinPriceIncrement=100000 " +
            "MinPriceIncrementAmount=100000 ";
        assertEquals("TotNumReports=1 Symbol=SI-12.26 SecurityID=1 SecurityAltID=SI-12.26 " +
            "SecurityAltIDSource=ExchangeSymbol SecurityType=FUT " +
            "CFICode=FXXXXX " + common + "MaturityDate=20261217 Flags=anonymousTrading,privateTrading,daySession " +
            "SettlPriceOpen=10000000 ValuationMethod=FUT SettlCurrency=RUB NegativePrices=NotEligible " +
            "SettlPrice=100.0 " +
            "feed=ORDERS-LOG/0/3 underlying=SI event=7/20261217", eight.get(0));
        assertEquals("TotNumReports=1 Symbol=SI-12.26 SecurityID=1 SecurityAltID=SI-12.26 " +
            "SecurityAltIDSource=ExchangeSymbol SecurityType=FUT " +
            "CFICode=FXXXXX " + common + "Flags=anonymousTrading,privateTrading,daySession " +
            "SettlPriceOpen=10000000 ValuationMethod=FUT SettlCurrency=RUB NegativePrices=NotEligible " +
            "SettlPrice=10000000 ClearingSettlPrice=10000000 " +
            "feed=ORDERS-LOG/0/3 underlying=SI event=7/20261217", nine.get(0));
        assertEquals("TotNumReports=3 Symbol=SI-12.26/3.27 SecurityID=4 SecurityAltID=SI-12.26/3.27 " +
            "SecurityAltIDSource=ExchangeSymbol SecurityType=MLEG CFICode=KXXXXX " +
            common.replace("LowLimitPx=9000000", "LowLimitPx=-9000000") +
            "Flags=anonymousTrading,privateTrading,daySession,multiLeg " +
            "SettlPriceOpen=0 ValuationMethod=FUT SettlCurrency=RUB NegativePrices=Eligible " +
            "SettlPrice=0 ClearingSettlPrice=0 " +
            "feed=ORDERS-LOG/0/3 leg=SI-12.26/1/1 leg=SI-3.27/2/-1", nine.get(2));
        // After the intraday clearing: new prices, the session's first settlement price, margins, the session.
        assertEquals("TotNumReports=3 Symbol=SI-12.26 SecurityID=1 SecurityAltID=SI-12.26 " +
            "SecurityAltIDSource=ExchangeSymbol SecurityType=FUT " +
            "CFICode=FXXXXX SecurityTradingStatus=TradingHalt Currency=RUB " +
            "MarketSegmentID=Derivatives TradingSessionID=Day ExchangeTradingSessionID=77 HighLimitPx=2 LowLimitPx=1 " +
            "MinPriceIncrement=100000 MinPriceIncrementAmount=7 InitialMarginOnBuy=500000 " +
            "InitialMarginOnSell=600000 MaturityDate=20261217 Flags=anonymousTrading,privateTrading,daySession " +
            "SettlPriceOpen=10000000 ValuationMethod=FUT SettlCurrency=RUB NegativePrices=NotEligible " +
            "SettlPrice=123.0 " +
            "feed=ORDERS-LOG/0/3 underlying=SI event=7/20261217", eight.get(3));
    }

    @Test
    void shouldSendAllDefinitionsEvenlyInEveryCycle()
    {
        final SimbaInstrumentFeed feed = start(InstrumentGroup.FUTURES, 8);
        define(FUTURE, "SI-12.26", InstrumentKind.FUTURE, 9_000_000, 10_000_000);
        define(LATER, "SI-3.27", InstrumentKind.FUTURE, 9_000_000, 10_000_000);
        feed.goLive(nowNs);
        final String reset = "SequenceReset 1";
        final String session = "TradingSessionStatus Closed event=NULL_VAL session=null open=0 close=0 clearing=0";
        // Four packets in a cycle of four seconds: one every second.
        final List<String> seen = new ArrayList<>();
        for (int second = 0; second < 4; second++)
        {
            feed.doWork(nowNs, true);
            seen.add(String.valueOf(take("FUTURES replay A")));
            feed.doWork(nowNs + SECOND_NS - 1, true);
            assertEquals(List.of(), take("FUTURES replay A"));
            nowNs += SECOND_NS;
            if (second == 2)
            {
                define(SPREAD, "SI-12.26/3.27", InstrumentKind.SPREAD, -9_000_000, 0);
            }
        }
        assertEquals(List.of("[1 " + reset + "]", "[1 " + session + "]",
            "[2 SecurityDefinition SI-12.26 total=2]", "[3 SecurityDefinition SI-3.27 total=2]"), seen);
        assertEquals(0, feed.counters().get(CYCLES));
        // The one that came in the middle is in the next cycle, and was on the incremental feed at once.
        feed.doWork(nowNs, true);
        assertEquals(List.of("4 " + reset), take("FUTURES replay A"));
        assertEquals(List.of(1L, 4 * SECOND_NS),
            List.of(feed.counters().get(CYCLES), feed.counters().get(LAST_CYCLE_NS)));
        nowNs += 4 * SECOND_NS;
        feed.doWork(nowNs, true);
        assertEquals(List.of("1 " + session, "2 SecurityDefinition SI-12.26 total=3",
            "3 SecurityDefinition SI-3.27 total=3", "4 SecurityDefinition SI-12.26/3.27 total=3", "5 " + reset),
            take("FUTURES replay A"));
        take("FUTURES replay B");
        assertEquals(List.of("2 Heartbeat", "3 SecurityDefinition SI-12.26/3.27 total=3"),
            take("FUTURES incremental A"));
    }

    @Test
    void shouldSendLittleAtATimeWhenThereIsOtherWork()
    {
        final SimbaInstrumentFeed feed = start(InstrumentGroup.FUTURES, 8);
        feed.goLive(nowNs);
        for (int i = 0; i < 100; i++)
        {
            define(100 + i, "F" + i, InstrumentKind.FUTURE, 1, 1);
        }
        take("FUTURES incremental A");
        feed.doWork(nowNs, false);
        nowNs += SECOND_NS;
        assertEquals(1, feed.doWork(nowNs, false));
        assertEquals(8, feed.doWork(nowNs, true));
        assertEquals(10, take("FUTURES replay A").size());
        // An hour of silence: the rest of the cycle does not follow in one go.
        nowNs += 3600 * SECOND_NS;
        int sent = 0;
        for (int i = 0; i < 100; i++)
        {
            sent += feed.doWork(nowNs, true);
        }
        assertEquals(64 + 1 + 1, sent, "64 packets, the one that is due, and a heartbeat");
    }

    @Test
    void shouldContinueItsNumbersWhenItStartsAgain()
    {
        final SimbaInstrumentFeed first = start(InstrumentGroup.FUTURES, 8);
        first.goLive(nowNs);
        final SimbaInstrumentFeed second = start(InstrumentGroup.FUTURES, 8);
        runDay();
        assertEquals(16, first.counters().get(MSG_SEQ_NUM));
        assertEquals(List.of(), takeOf(1, "FUTURES incremental A"));
        second.goLive(nowNs);
        define(9, "NEW", InstrumentKind.SPOT, 1, 1);
        assertEquals(List.of("16 Heartbeat", "17 SecurityDefinition NEW total=4"),
            takeOf(1, "FUTURES incremental A"));
        final List<String> ofFirst = take("FUTURES incremental A");
        assertEquals("17 SecurityDefinition NEW total=4", ofFirst.get(ofFirst.size() - 1));
        assertEquals(first.publishedCursor(), second.publishedCursor());
    }

    @Test
    void shouldSendAHeartbeatWhenSilent()
    {
        final SimbaInstrumentFeed feed = start(InstrumentGroup.OPTIONS, 9);
        feed.goLive(nowNs);
        define(OPTION, "SI-C", InstrumentKind.OPTION, 1, 1);
        nowNs += 30 * SECOND_NS - 1;
        feed.doWork(nowNs, true);
        assertEquals(List.of("0 Heartbeat", "1 SecurityDefinition SI-C total=1"), take("OPTIONS incremental A"));
        nowNs += 2;
        feed.doWork(nowNs, true);
        feed.doWork(nowNs, true);
        assertEquals(List.of("1 Heartbeat"), take("OPTIONS incremental A"));
    }

    @Test
    void shouldSendTheSidesItHas()
    {
        final SimbaInstrumentFeedOptionsBuilder context =
            context(InstrumentGroup.OPTIONS, 8).incrementalB(null).replayA(null);
        final SimbaInstrumentFeed feed = open(context);
        feed.goLive(nowNs);
        feed.doWork(nowNs, true);
        assertEquals(List.of("0 Heartbeat"), take("OPTIONS incremental A"));
        assertEquals(List.of(), take("OPTIONS incremental B"));
        assertEquals(List.of(), take("OPTIONS replay A"));
        assertEquals(List.of("1 SequenceReset 1"), take("OPTIONS replay B"));
        assertEquals(0, feed.sendFailures());
    }

    @Test
    void shouldSendEveryPhase()
    {
        final List<String> statuses = new ArrayList<>();
        for (final Phase phase : Phase.values())
        {
            statuses.add(phase + "=" + InstrumentTerms.tradingStatus(phase).value());
        }
        assertEquals(List.of("CLOSED=18", "PRE_OPEN=21", "OPENING_AUCTION=119", "CONTINUOUS=17",
            "INTRADAY_AUCTION=119", "VOLATILITY_AUCTION=119", "CLOSING_AUCTION=119", "POST_TRADE=18", "HALTED=2",
            "NULL_VAL=20"), statuses);
    }

    @Test
    void shouldFitThePacketWhenAStrategyHasAsManyLegsAsTheEngineAllows()
    {
        final SimbaInstrumentFeed feed =
            open(context(InstrumentGroup.FUTURES, 9).maxPacketLength(SimbaInstrumentFeedOptions.MIN_PACKET_LENGTH));
        feed.goLive(nowNs);
        events.begin();
        for (int i = 1; i <= 4; i++)
        {
            definedEvent(i, "F" + i, InstrumentKind.FUTURE, 1, 1);
        }
        definedEvent(SPREAD + 1, "ALL", InstrumentKind.SPREAD, 1, 1);
        for (int i = 1; i <= 4; i++)
        {
            leg(SPREAD + 1, i, i);
        }
        events.end();
        final List<String> seen = take("FUTURES incremental A");
        assertEquals("5 SecurityDefinition ALL total=5", seen.get(seen.size() - 1));
    }

    @Test
    void shouldRefuseOptionsThatMakeNoSense()
    {
        assertThrows(IllegalArgumentException.class, () -> context(InstrumentGroup.FUTURES, 7).build());
        assertThrows(IllegalArgumentException.class,
            () -> context(InstrumentGroup.FUTURES, 8).replayA(null).replayB(null).build());
        assertThrows(IllegalArgumentException.class, () -> context(InstrumentGroup.FUTURES, 8)
            .replayA(MulticastEndpoint.parse("239.195.1.1:1"))
            .incrementalA(MulticastEndpoint.parse("239.195.1.1:1")).build());
        assertThrows(IllegalArgumentException.class,
            () -> context(InstrumentGroup.FUTURES, 8).maxPacketLength(639).build());
        assertThrows(IllegalArgumentException.class, () -> context(InstrumentGroup.FUTURES, 8).cycleNs(0).build());
    }

    /** Definitions, a session with margins, an auction, a halt, shifted limits, both clearings. */
    private void runDay()
    {
        define(FUTURE, "SI-12.26", InstrumentKind.FUTURE, 9_000_000, 10_000_000);
        define(LATER, "SI-3.27", InstrumentKind.FUTURE, 9_000_000, 10_000_000);
        define(OPTION, "SI-C", InstrumentKind.OPTION, 9_000_000, 10_000_000);
        events.begin();
        definedEvent(SPREAD, "SI-12.26/3.27", InstrumentKind.SPREAD, -9_000_000, 0);
        leg(SPREAD, FUTURE, 1);
        leg(SPREAD, LATER, -1);
        events.end();
        events.begin().end();
        events.begin().event(new SessionOpenedEncoder(), (e) -> e.sessionId(77).tradingDate(20261122)).end();
        events.begin().event(new MarginSetEncoder(),
            (e) -> e.longKopecks(500_000).shortKopecks(600_000).instrumentId(FUTURE)).end();
        phase(Phase.INTRADAY_AUCTION, false);
        phase(Phase.CONTINUOUS, true);
        phase(Phase.HALTED, false);
        events.begin().event(new PriceLimitsShiftedEncoder(),
            (e) -> e.instrumentId(FUTURE).lowLimitE5(9_500_000).highLimitE5(11_500_000)).end();
        events.begin().end();
        suspend(ClearingKind.INTRADAY);
        events.begin();
        settle(FUTURE);
        settle(OPTION);
        events.end();
        events.begin().event(new ClearingCompletedEncoder(),
            (e) -> e.runId(1).sessionId(77).kind(ClearingKind.INTRADAY)).end();
        events.begin().event(new TradingResumedEncoder(), (e) -> e.runId(1).sessionId(77)).end();
        suspend(ClearingKind.EVENING);
        events.begin().event(new ClearingCompletedEncoder(),
            (e) -> e.runId(2).sessionId(77).kind(ClearingKind.EVENING)).end();
    }

    private void define(
        final int id, final String symbol, final InstrumentKind kind, final long lowLimitE5, final long settlementE5)
    {
        events.begin();
        definedEvent(id, symbol, kind, lowLimitE5, settlementE5);
        events.end();
    }

    private void definedEvent(
        final int id, final String symbol, final InstrumentKind kind, final long lowLimitE5, final long settlementE5)
    {
        final boolean isSpread = InstrumentKind.SPREAD == kind;
        events.event(new InstrumentDefinedEncoder(), (e) -> e
            .priceTickE5(100_000).tickValueE5(100_000).lowLimitE5(lowLimitE5).highLimitE5(11_000_000)
            .settlementPriceE5(settlementE5).instrumentId(id).maturityDate(isSpread ? 0 : 20261217).kind(kind)
            .symbol(symbol).underlying(isSpread ? "" : "SI").currency("RUB"));
    }

    private void leg(final int strategy, final int instrument, final int ratio)
    {
        events.event(new LegDefinedEncoder(),
            (e) -> e.instrumentId(strategy).legInstrumentId(instrument).ratio(ratio));
    }

    private void phase(final Phase phase, final boolean isUncrossed)
    {
        events.begin();
        if (isUncrossed)
        {
            events.event(new AuctionUncrossedEncoder(),
                (e) -> e.priceE5(1).qtyLots(2).instrumentId(FUTURE).phase(Phase.INTRADAY_AUCTION));
        }
        events.event(new PhaseChangedEncoder(), (e) -> e
            .instrumentId(FUTURE).phase(phase).previous(Phase.CONTINUOUS).cause(PhaseCause.OPERATOR)).end();
    }

    private void suspend(final ClearingKind kind)
    {
        events.begin().event(new TradingSuspendedEncoder(), (e) -> e.runId(1).sessionId(77).kind(kind)).end();
    }

    private void settle(final int instrument)
    {
        events.event(new SettlementPublishedEncoder(), (e) -> e.runId(1).settlementPriceE5(12_300_000)
            .tickValueE5(7).lowLimitE5(1).highLimitE5(2).instrumentId(instrument).kind(ClearingKind.INTRADAY));
    }

    private void onTransaction(final PublicTransaction transaction)
    {
        feeds.forEach(feed -> feed.onTransaction(transaction));
    }

    private SimbaInstrumentFeedOptionsBuilder context(final InstrumentGroup group, final int version)
    {
        return SimbaInstrumentFeedOptions.builder(group)
            .version(version)
            .clock(() -> nowNs)
            .cycleNs(4 * SECOND_NS)
            .replayA(MulticastEndpoint.parse(endpoint(group, "replay A")))
            .replayB(MulticastEndpoint.parse(endpoint(group, "replay B")))
            .incrementalA(MulticastEndpoint.parse(endpoint(group, "incremental A")))
            .incrementalB(MulticastEndpoint.parse(endpoint(group, "incremental B")));
    }

    private String endpoint(final InstrumentGroup group, final String name)
    {
        final String endpoint = Multicast.free();
        final MulticastReceiver before =
            receivers.put(feeds.size() + " " + group + ' ' + name, Multicast.open(endpoint));
        CloseHelper.close(before);
        return endpoint;
    }

    private SimbaInstrumentFeed start(final InstrumentGroup group, final int version)
    {
        return open(context(group, version));
    }

    private SimbaInstrumentFeed open(final SimbaInstrumentFeedOptionsBuilder context)
    {
        final SimbaInstrumentFeed feed = new SimbaInstrumentFeed(context.build(), market);
        closeables.add(feed);
        feeds.add(feed);
        return feed;
    }

    private static void addNumbered(final List<String> lines, final List<String> messages)
    {
        for (final String message : messages)
        {
            lines.add(lines.size() + " " + message);
        }
    }

    private List<String> take(final String name)
    {
        return takeOf(name.startsWith("OPTIONS") && feeds.size() > 1 ? 1 : 0, name);
    }

    private List<String> takeOf(final int feed, final String name)
    {
        return new InstrumentPrinter().lines(receivers.get(feed + " " + name));
    }

    @Test
    void shouldSendTheSameBytesOnAAndB()
    {
        final SimbaInstrumentFeed feed = start(InstrumentGroup.FUTURES, 9);
        feed.goLive(nowNs);
        runDay();
        nowNs += 4 * SECOND_NS;
        feed.doWork(nowNs, true);
        nowNs += 4 * SECOND_NS;
        feed.doWork(nowNs, true);
        for (final String name : List.of("incremental", "replay"))
        {
            final List<byte[]> packetsA = InstrumentPrinter.packets(receivers.get("0 FUTURES " + name + " A"));
            final List<byte[]> packetsB = InstrumentPrinter.packets(receivers.get("0 FUTURES " + name + " B"));
            assertTrue(packetsA.size() > 5, name);
            assertEquals(packetsA.size(), packetsB.size());
            for (int i = 0; i < packetsA.size(); i++)
            {
                assertTrue(Arrays.equals(packetsA.get(i), packetsB.get(i)), name + ' ' + i);
            }
        }
    }
}
