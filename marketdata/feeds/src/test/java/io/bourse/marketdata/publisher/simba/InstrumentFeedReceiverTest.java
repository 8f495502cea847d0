// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import static io.bourse.marketdata.client.InstrumentCounter.MALFORMED_PACKETS;
import static io.bourse.marketdata.client.InstrumentCounter.PACKETS;
import static io.bourse.marketdata.publisher.simba.InstrumentFeedCounter.CYCLES;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.protocol.InstrumentDefinedEncoder;
import io.bourse.engine.protocol.InstrumentKind;
import io.bourse.engine.protocol.LegDefinedEncoder;
import io.bourse.engine.protocol.MarginSetEncoder;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.PhaseChangedEncoder;
import io.bourse.engine.protocol.PriceLimitsShiftedEncoder;
import io.bourse.engine.protocol.SessionOpenedEncoder;
import io.bourse.engine.protocol.SettlementPublishedEncoder;
import io.bourse.marketdata.Multicast;
import io.bourse.marketdata.client.InstrumentFeed;
import io.bourse.marketdata.client.InstrumentReceiver;
import io.bourse.marketdata.client.InstrumentReceiverOptions;
import io.bourse.marketdata.client.MarketInstrument;
import io.bourse.marketdata.client.MarketLeg;
import io.bourse.marketdata.market.PublicInstrument;
import io.bourse.marketdata.market.PublicLeg;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.market.PublicTransaction;
import io.bourse.marketdata.net.FeedEndpoints;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.MulticastReceiver;
import io.bourse.testing.EventScript;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * What the receiver knows of the instruments equals the market, whatever the network has lost, as soon as one whole
 * cycle has come.
 */
@Tag("venue")
class InstrumentFeedReceiverTest
{
    private static final long CYCLE_NS = 1_000_000;
    private static final int STEPS = 600;
    private static final double LOSS = 0.2;

    private final PublicMarket market = new PublicMarket(this::onTransaction);
    private final EventScript events = new EventScript(market);
    private final List<SimbaInstrumentFeed> feeds = new ArrayList<>();
    private final Map<InstrumentFeed, MulticastReceiver> sockets = new EnumMap<>(InstrumentFeed.class);
    private final List<Integer> ids = new ArrayList<>();
    private long nowNs = 1_000_000_000_000L;

    @AfterEach
    void tearDown()
    {
        CloseHelper.closeAll(feeds);
        CloseHelper.closeAll(sockets.values());
    }

    @ParameterizedTest
    @ValueSource(ints = {8, 9})
    void shouldHaveAllInstrumentsAsTheyAreWhenPacketsWereLost(final int version)
    {
        final long seed = System.nanoTime();
        System.out.println("InstrumentFeedReceiverTest seed=" + seed);
        final Random random = new Random(seed);
        open(InstrumentGroup.FUTURES, version);
        open(InstrumentGroup.OPTIONS, version);
        try (InstrumentReceiver whole = receiver(); InstrumentReceiver lossy = receiver())
        {
            feeds.forEach(feed -> feed.goLive(nowNs));
            for (int i = 0; i < STEPS; i++)
            {
                step(random);
                nowNs += CYCLE_NS / 10;
                feeds.forEach(feed -> feed.doWork(nowNs, random.nextBoolean()));
                deliver(random, whole, lossy);
                if (0 == i % 100)
                {
                    assertEquals(expected(), actual(whole), "seed=" + seed);
                }
            }
            final long cycles = Math.min(feeds.get(0).counters().get(CYCLES), feeds.get(1).counters().get(CYCLES));
            while (Math.min(feeds.get(0).counters().get(CYCLES), feeds.get(1).counters().get(CYCLES)) < cycles + 3)
            {
                nowNs += CYCLE_NS / 10;
                feeds.forEach(feed -> feed.doWork(nowNs, true));
                deliver(null, whole, lossy);
            }
            assertEquals(expected(), actual(whole), "seed=" + seed);
            assertEquals(expected(), actual(lossy), "seed=" + seed);
            assertTrue(whole.isComplete() && lossy.isComplete(), "seed=" + seed);
            assertTrue(lossy.counters().get(PACKETS) < whole.counters().get(PACKETS));
            assertEquals(0, whole.counters().get(MALFORMED_PACKETS));
        }
    }

    private void deliver(final Random random, final InstrumentReceiver whole, final InstrumentReceiver lossy)
    {
        for (final Map.Entry<InstrumentFeed, MulticastReceiver> socket : sockets.entrySet())
        {
            for (final byte[] packet : InstrumentPrinter.packets(socket.getValue()))
            {
                final UnsafeBuffer buffer = new UnsafeBuffer(packet);
                whole.onPacket(socket.getKey(), buffer, 0, packet.length);
                if (null == random || random.nextDouble() >= LOSS)
                {
                    lossy.onPacket(socket.getKey(), buffer, 0, packet.length);
                }
            }
        }
    }

    private void step(final Random random)
    {
        events.begin();
        final int what = ids.size() < 2 ? 0 : random.nextInt(20);
        final int id = ids.isEmpty() ? 0 : ids.get(random.nextInt(ids.size()));
        if (what < 2)
        {
            define(random);
        }
        else if (what < 10)
        {
            events.event(new PhaseChangedEncoder(),
                (e) -> e.instrumentId(id).phase(Phase.get((short)random.nextInt(9))));
        }
        else if (what < 14)
        {
            events.event(new PriceLimitsShiftedEncoder(), (e) -> e.instrumentId(id)
                .lowLimitE5(random.nextInt(1000) - 500).highLimitE5(1000 + random.nextInt(1000)));
        }
        else if (what < 17)
        {
            events.event(new MarginSetEncoder(), (e) -> e.instrumentId(id)
                .longKopecks(1 + random.nextInt(1000)).shortKopecks(1 + random.nextInt(1000)));
        }
        else if (what < 19)
        {
            events.event(new SettlementPublishedEncoder(), (e) -> e.instrumentId(id)
                .settlementPriceE5(1 + random.nextInt(1000)).tickValueE5(1 + random.nextInt(100))
                .lowLimitE5(random.nextInt(1000) - 500).highLimitE5(1000 + random.nextInt(1000)));
        }
        else
        {
            events.event(new SessionOpenedEncoder(), (e) -> e.sessionId(random.nextInt(10_000)).tradingDate(20261122));
        }
        events.end();
    }

    private void define(final Random random)
    {
        final int id = 100 + ids.size();
        final InstrumentKind kind =
            ids.size() < 2 ? InstrumentKind.FUTURE : InstrumentKind.get((short)random.nextInt(4));
        events.event(new InstrumentDefinedEncoder(), (e) -> e
            .priceTickE5(1 + random.nextInt(100)).tickValueE5(1 + random.nextInt(100)).lowLimitE5(random.nextInt(1000))
            .highLimitE5(1000 + random.nextInt(1000)).settlementPriceE5(1 + random.nextInt(1000)).instrumentId(id)
            .maturityDate(20261201 + random.nextInt(20)).kind(kind).symbol("S" + id).underlying("U" + id % 7)
            .currency("RUB"));
        if (InstrumentKind.SPREAD == kind)
        {
            for (int i = 0; i < 2; i++)
            {
                final int leg = ids.get(i);
                final int ratio = 1 - 2 * i;
                events.event(new LegDefinedEncoder(), (e) -> e.instrumentId(id).legInstrumentId(leg).ratio(ratio));
            }
        }
        ids.add(id);
    }

    private List<String> expected()
    {
        final List<String> lines = new ArrayList<>();
        for (final PublicInstrument instrument : market.instruments())
        {
            final List<MarketLeg> legs = new ArrayList<>();
            for (final PublicLeg leg : instrument.legs())
            {
                legs.add(new MarketLeg(leg.instrument().symbol(), leg.instrument().instrumentId(), leg.ratio()));
            }
            final long theoreticalE5 = InstrumentKind.OPTION == instrument.kind() ?
                instrument.settlementPriceE5() : MarketInstrument.NONE;
            lines.add(instrument.instrumentId() + " " + instrument.symbol() + ' ' + instrument.underlying() + ' ' +
                InstrumentTerms.securityType(instrument) + ' ' + instrument.currency() + " status=" +
                InstrumentTerms.tradingStatus(instrument.phase()).value() + " tick=" + instrument.priceTickE5() + '/' +
                instrument.tickValueE5() + " limits=" + instrument.lowLimitE5() + ".." + instrument.highLimitE5() +
                " margins=" + margin(instrument.longMarginKopecks()) + '/' + margin(instrument.shortMarginKopecks()) +
                " theory=" + theoreticalE5 + ' ' + legs);
        }
        return lines;
    }

    private static long margin(final long kopecks)
    {
        return 0 == kopecks ? MarketInstrument.NONE : kopecks;
    }

    private List<String> actual(final InstrumentReceiver receiver)
    {
        final List<String> lines = new ArrayList<>();
        for (final int id : ids)
        {
            final MarketInstrument instrument = receiver.directory().instrument(id);
            lines.add(null == instrument ? id + " unknown" :
                instrument.securityId() + " " + instrument.symbol() + ' ' + instrument.underlying() + ' ' +
                instrument.securityType() + ' ' + instrument.currency() + " status=" + instrument.tradingStatus() +
                " tick=" + instrument.priceTickE5() + '/' + instrument.tickValueE5() + " limits=" +
                instrument.lowLimitE5() + ".." + instrument.highLimitE5() + " margins=" + instrument.marginOnBuyE2() +
                '/' + instrument.marginOnSellE2() + " theory=" + instrument.theoreticalPriceE5() + ' ' +
                instrument.legs());
        }
        return lines;
    }

    private void onTransaction(final PublicTransaction transaction)
    {
        feeds.forEach(feed -> feed.onTransaction(transaction));
    }

    private void open(final InstrumentGroup group, final int version)
    {
        final boolean isFutures = InstrumentGroup.FUTURES == group;
        feeds.add(new SimbaInstrumentFeed(SimbaInstrumentFeedOptions.builder(group)
            .version(version)
            .clock(() -> nowNs)
            .cycleNs(CYCLE_NS)
            .replayA(MulticastEndpoint.parse(
                socket(isFutures ? InstrumentFeed.FUTURES_REPLAY_A : InstrumentFeed.OPTIONS_REPLAY_A)))
            .replayB(null)
            .incrementalA(MulticastEndpoint.parse(socket(
                isFutures ? InstrumentFeed.FUTURES_INCREMENTAL_A : InstrumentFeed.OPTIONS_INCREMENTAL_A)))
            .incrementalB(null).build(), market));
    }

    private String socket(final InstrumentFeed feed)
    {
        final String endpoint = Multicast.free();
        sockets.put(feed, Multicast.open(endpoint));
        return endpoint;
    }

    private static InstrumentReceiver receiver()
    {
        return new InstrumentReceiver(InstrumentReceiverOptions.builder()
            .futures(FeedEndpoints.of(Multicast.free(), Multicast.free(), Multicast.free(), Multicast.free()))
            .options(FeedEndpoints.of(Multicast.free(), Multicast.free(), Multicast.free(), Multicast.free()))
            .build());
    }
}
