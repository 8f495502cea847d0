// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import static io.bourse.marketdata.client.fast.FastReceiverCounter.FAULTS;
import static io.bourse.marketdata.publisher.fast.FastFeedCounter.MSG_SEQ_NUM;
import static io.bourse.marketdata.publisher.fast.FastFeedCounter.SNAPSHOT_CYCLES;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.client.operator.SessionOperator;
import io.bourse.engine.client.operator.TradeOperator;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.FeatureLevels;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.marketdata.OrderFlow;
import io.bourse.marketdata.client.fast.FastReceiver;
import io.bourse.marketdata.client.fast.FastValues;
import io.bourse.marketdata.fast.FastMessages;
import io.bourse.marketdata.fast.FastWriter;
import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.statistics.DailyStatistics;
import io.bourse.marketdata.statistics.IndexMember;
import io.bourse.marketdata.statistics.IndexSpec;
import io.bourse.marketdata.statistics.PriceIndex;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the feeds beside the books carry, and that every datagram of every feed is FAST for OpenFAST too.
 */
@Tag("venue")
class FastFeedsTest
{
    private static final int SI = DemoReferenceData.SI_ID;
    private static final int INDEX_ID = 900_001;

    private final long seed = System.nanoTime();
    private final Map<String, FastTap> incrementals = new HashMap<>();
    private final Map<String, FastTap> snapshots = new HashMap<>();
    private FastVenue venue;

    @BeforeEach
    void setUp(@TempDir final Path dir)
    {
        System.out.println("FastFeedsTest seed=" + seed);
        venue = new FastVenue(dir, new Random(seed), List.of(new IndexSpec(INDEX_ID, "BOURSE", "RUB", 20261123,
            1_000_00000L, 90_000_000L, 2, 0, List.of(new IndexMember(SI, 1_000_000, 10_000)))));
    }

    @AfterEach
    void tearDown()
    {
        CloseHelper.quietCloseAll(incrementals.values());
        CloseHelper.quietCloseAll(snapshots.values());
        venue.close();
    }

    private void tapAll()
    {
        venue.lines.forEach((feed, lines) ->
        {
            incrementals.put(feed, new FastTap(lines[0], lines[1]));
            snapshots.put(feed, new FastTap(lines[2], lines[3]));
        });
    }

    private int pollTaps()
    {
        int count = 0;
        for (final FastTap tap : incrementals.values())
        {
            count += tap.poll();
        }
        for (final FastTap tap : snapshots.values())
        {
            count += tap.poll();
        }
        return count;
    }

    private List<List<String>> messages(final FastTap tap, final String name)
    {
        pollTaps();
        return tap.a.stream().map(FastTap::lines).filter(lines -> lines.get(0).startsWith(name + ' ')).toList();
    }

    @Test
    void shouldSendOnEveryLineWhatOpenFastDecodesToTheSame()
    {
        tapAll();
        venue.startPublisher();
        for (int i = 0; i < 3; i++)
        {
            venue.flow(150);
            venue.publishAll();
            pollTaps();
        }
        final long cycles = venue.fast.counters("ORDERS-LOG").get(SNAPSHOT_CYCLES);
        venue.workUntil("two more cycles of each", () ->
        {
            pollTaps();
            return venue.fast.feedNames().stream().allMatch(name ->
                venue.fast.counters(name).get(SNAPSHOT_CYCLES) > cycles + 2);
        });
        pollTaps();
        venue.lines.keySet().forEach(feed ->
        {
            for (final FastTap tap : List.of(incrementals.get(feed), snapshots.get(feed)))
            {
                assertTrue(!tap.a.isEmpty(), feed);
                assertEquals(FastTap.hex(tap.a), FastTap.hex(tap.b), feed);
                final int step = Math.max(1, tap.a.size() / 40);
                for (int i = 0; i < tap.a.size(); i += step)
                {
                    final byte[] packet = tap.a.get(i);
                    final List<String> lines = FastTap.lines(packet);
                    assertEquals(FastTap.openFastLines(packet), lines, feed);
                    assertEquals("MsgSeqNum=" + FastTap.number(packet), lines.get(1), feed);
                    assertTrue(packet.length <= 1400, feed);
                }
            }
        });
    }

    @Test
    void shouldSendTradesAndTheStatisticsOfTheDay()
    {
        tapAll();
        final FastValues values = new FastValues();
        final FastReceiver receiver = venue.receive("FO-TRADES", values);
        venue.startPublisher();
        venue.venue.flow.rest(SI, Side.SELL, 2, 10);
        venue.venue.flow.hit(SI, Side.BUY, 2, 4);
        venue.publishAll();
        final List<List<String>> sent = messages(incrementals.get("FO-TRADES"), "DefaultIncrementalRefreshMessage");
        final List<String> trade = sent.get(sent.size() - 1);
        final int entry = trade.indexOf("MDEntryType=2");
        assertEquals(List.of("MDEntryType=2", "SecurityID=" + SI, "Symbol=SI-12.26",
            "ExchangeTradingSessionID=" + DemoReferenceData.SESSION_ID), trade.subList(entry, entry + 4));
        assertTrue(trade.contains("MDEntryPx=90002"), trade.toString());
        assertTrue(trade.contains("OrderSide=1"), trade.toString());
        venue.flow(600);
        venue.publishAll();
        venue.workUntil("caught up", () -> venue.isCaughtUp("FO-TRADES", receiver));
        assertStatistics(values);
        assertEquals(0, receiver.counters().get(FAULTS));

        final FastValues lateValues = new FastValues();
        final FastReceiver late = venue.receive("FO-TRADES", lateValues);
        venue.workUntil("joined", () -> venue.isCaughtUp("FO-TRADES", late));
        assertStatistics(lateValues);

        venue.venue.engine.operator().suspendTrading(1, ClearingKind.EVENING);
        venue.venue.engine.operator().completeClearing(1, ClearingKind.EVENING);
        venue.venue.engine.operator().openSession(
            DemoReferenceData.SESSION_ID + 1, DemoReferenceData.TRADING_DATE + 1);
        venue.publishAll();
        venue.workUntil("next session", () -> venue.isCaughtUp("FO-TRADES", receiver));
        assertStatistics(values);
        assertEquals(FastWriter.NULL, values.value(SI, FastMessages.VOLUME));
    }

    @Test
    void shouldDeleteTheEntryOfABrokenTradeAndCorrectTheStatistics()
    {
        final OperatorClient operator = venue.venue.engine.operator();
        for (int level = FeatureLevels.BASE + 1; level <= FeatureLevels.HIGHEST; level++)
        {
            new SessionOperator(operator).setFeatureLevel(level);
        }
        tapAll();
        final FastValues values = new FastValues();
        final FastReceiver receiver = venue.receive("FO-TRADES", values);
        venue.startPublisher();
        venue.venue.flow.rest(SI, Side.SELL, 2, 10);
        venue.venue.flow.hit(SI, Side.BUY, 2, 4);
        venue.publishAll();
        new TradeOperator(operator).correct(1, SI, 90_003_00000L, 3, "wrong");
        venue.publishAll();
        final List<List<String>> sent = messages(incrementals.get("FO-TRADES"), "DefaultIncrementalRefreshMessage");
        final List<String> correction = sent.get(sent.size() - 1);
        final int deleted = correction.indexOf("MDEntryID=1");
        final int added = correction.indexOf("MDEntryID=3");
        assertTrue(0 < deleted && deleted < added, correction::toString);
        assertTrue(correction.subList(0, deleted).contains("MDUpdateAction=2"), correction::toString);
        assertTrue(correction.subList(deleted, added).contains("MDUpdateAction=0"), correction::toString);
        new TradeOperator(operator).bust(3, SI, "wrong");
        venue.publishAll();
        venue.workUntil("caught up", () -> venue.isCaughtUp("FO-TRADES", receiver));
        assertStatistics(values);
        assertEquals(FastWriter.NULL, values.value(SI, FastMessages.VOLUME));
        assertEquals(0, receiver.counters().get(FAULTS));
    }

    private void assertStatistics(final FastValues values)
    {
        final List<Long> expected = new ArrayList<>();
        final List<Long> actual = new ArrayList<>();
        for (final PublicInstrument instrument : venue.market.instruments())
        {
            final DailyStatistics s = instrument.statistics();
            final int id = instrument.instrumentId();
            expected.addAll(List.of(price(s.openPriceE5()), price(s.closePriceE5()), price(s.highPriceE5()),
                price(s.lowPriceE5()), price(s.vwapE5()), price(s.settlementPriceE5()),
                0 == s.volumeLots() ? FastWriter.NULL : s.volumeLots(), s.openInterestLots(),
                price(s.openingAuctionPriceE5())));
            for (final byte type : new byte[]{'4', '5', '7', '8', '9', '6', 'B', 'C', 'W'})
            {
                actual.add(values.value(id, type));
            }
        }
        assertEquals(expected, actual, "seed=" + seed);
    }

    private static Long price(final long priceE5)
    {
        return DailyStatistics.NULL_PRICE == priceE5 ? FastWriter.NULL : priceE5;
    }

    @Test
    void shouldSendTheValuesOfAnIndex()
    {
        final FastValues values = new FastValues();
        final FastReceiver receiver = venue.receive("INDEX", values);
        venue.startPublisher();
        for (int i = 0; i < 5; i++)
        {
            venue.venue.flow.rest(SI, Side.SELL, i, 1);
            venue.venue.flow.hit(SI, Side.BUY, i, 1);
        }
        venue.publishAll();
        venue.workUntil("caught up", () -> venue.isCaughtUp("INDEX", receiver));
        final PriceIndex index = venue.market.statistics().indices().indices().get(0);
        assertTrue(PriceIndex.NULL_VALUE != index.valueE5());
        assertEquals(index.valueE5(), values.value(INDEX_ID, FastMessages.INDEX_VALUE));
        assertEquals(1_000_04000L, index.valueE5());
        assertEquals(index.highE5(), values.value(INDEX_ID, FastMessages.HIGH_PRICE));
    }

    @Test
    void shouldReplayInstrumentsAndSendTheirChanges()
    {
        tapAll();
        venue.startPublisher();
        venue.phase(SI, Phase.INTRADAY_AUCTION);
        venue.publishAll();
        pollTaps();
        final List<List<String>> statuses = messages(incrementals.get("FUT-INFO"), "SecurityStatus");
        assertEquals("SecurityTradingStatus=119", statuses.get(statuses.size() - 1).get(5));
        final List<List<String>> auctions = messages(incrementals.get("FUT-INFO"), "DiscreteAuction");
        assertTrue(auctions.get(auctions.size() - 1).contains("UnderlyingSymbol=SI-12.26"), auctions.toString());

        venue.venue.engine.operator().suspendTrading(1, ClearingKind.INTRADAY);
        venue.publishAll();
        final List<List<String>> sessions = messages(incrementals.get("OPT-INFO"), "TradingSessionStatus");
        assertTrue(sessions.get(sessions.size() - 1).contains("TradSesStatus=1"), sessions.toString());
        final List<List<String>> all = messages(incrementals.get("FUT-INFO"), "SecurityMassStatus");
        assertEquals(
            List.of("LastFragment=1", "SecMassStatGrp x2", "-", "SecurityID=" + SI, "SecurityTradingStatus=18", "-",
                "SecurityID=" + DemoReferenceData.RI_ID, "SecurityTradingStatus=18"),
            all.get(all.size() - 1).subList(3, 11));

        final int before = snapshots.get("FUT-INFO").a.size();
        final long cycles = venue.fast.counters("FUT-INFO").get(SNAPSHOT_CYCLES);
        venue.workUntil("a cycle", () -> venue.fast.counters("FUT-INFO").get(SNAPSHOT_CYCLES) > cycles + 1);
        pollTaps();
        final List<List<String>> replay =
            snapshots.get("FUT-INFO").a.stream().skip(before).map(FastTap::lines).toList();
        final List<String> definition = replay.stream()
            .filter(lines -> lines.contains("Symbol=SI-12.26") && lines.get(0).startsWith("SecurityDefinition "))
            .reduce((first, second) -> second).orElseThrow();
        assertEquals(
            List.of("SecurityDefinition 40", "TotNumReports=2", "Symbol=SI-12.26", "SecurityID=" + SI,
                "CFICode=FXXXXX", "SecurityTradingStatus=18", "Currency=RUB", "MarketSegmentID=D",
                "TradingSessionID=1", "ExchangeTradingSessionID=" + DemoReferenceData.SESSION_ID, "MDFeedTypes x6",
                "-", "MDFeedType=ORDERS-LOG", "-", "MDFeedType=FO-TRADES", "-", "MDFeedType=FO-BOOK-1",
                "MarketDepth=1", "-", "MDFeedType=FO-BOOK-5", "MarketDepth=5", "-", "MDFeedType=FO-BOOK-20",
                "MarketDepth=20", "-", "MDFeedType=FO-BOOK-50", "MarketDepth=50", "Underlyings x1", "-",
                "UnderlyingSymbol=SI", "HighLimitPx=100000", "LowLimitPx=80000", "MinPriceIncrement=1",
                "MinPriceIncrementAmount=1", "MaturityDate=20261217", "SettlPrice=90000"),
            without(definition));
        final List<String> end = replay.stream().filter(lines -> lines.get(0).startsWith("SequenceReset "))
            .reduce((first, second) -> second).orElseThrow();
        assertEquals("NewSeqNo=1", end.get(3));
    }

    private static List<String> without(final List<String> lines)
    {
        return lines.stream()
            .filter(line -> !line.startsWith("MsgSeqNum") && !line.startsWith("SendingTime")).toList();
    }

    @Test
    void shouldRepeatTheLastNumberInHeartbeats()
    {
        tapAll();
        venue.startPublisher();
        venue.venue.flow.rest(SI, Side.BUY, -1, 3);
        venue.publishAll();
        pollTaps();
        final int before = messages(incrementals.get("ORDERS-LOG"), "Heartbeat").size();
        venue.workUntil("heartbeat",
            () -> messages(incrementals.get("ORDERS-LOG"), "Heartbeat").size() > before + 1);
        final List<List<String>> heartbeats = messages(incrementals.get("ORDERS-LOG"), "Heartbeat");
        assertEquals("MsgSeqNum=" + venue.fast.counters("ORDERS-LOG").get(MSG_SEQ_NUM),
            heartbeats.get(heartbeats.size() - 1).get(1));
        final List<List<String>> orders = messages(incrementals.get("ORDERS-LOG"), "OrdersLogMessage");
        final List<String> order = orders.get(orders.size() - 1);
        assertEquals(List.of("LastFragment=1", "MDEntries x1", "-", "MDUpdateAction=0", "MDEntryType=0"),
            order.subList(3, 8));
        assertTrue(order.containsAll(List.of("MDEntryPx=" + (OrderFlow.SI_MID_E5 / 100_000 - 1), "MDEntrySize=3",
            "MDFlags=" + 0x1001, "MDFlags2=0")), order.toString());
    }
}
