// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata;

import io.bourse.engine.client.operator.InstrumentSpec;
import io.bourse.engine.client.operator.PhaseChangeSpec;
import io.bourse.engine.client.operator.PhaseOperator;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.TestEngine;
import io.bourse.marketdata.client.InstrumentCounter;
import io.bourse.marketdata.client.InstrumentReceiverOptions;
import io.bourse.marketdata.client.MarketInstrument;
import io.bourse.marketdata.client.MarketReceiver;
import io.bourse.marketdata.client.SimbaFeed;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.net.FeedEndpoints;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.publisher.MarketDataPublisher;
import io.bourse.marketdata.publisher.MarketDataPublisherOptions;
import io.bourse.marketdata.publisher.simba.InstrumentGroup;
import io.bourse.marketdata.publisher.simba.SimbaInstrumentFeed;
import io.bourse.marketdata.publisher.simba.SimbaInstrumentFeedOptions;
import io.bourse.marketdata.publisher.simba.SimbaOrderLog;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The instrument feeds of a real venue through a bad network, and the join order of a day's start: instruments, then
 * orders.
 */
@Tag("venue")
class InstrumentFeedsTest
{
    private static final LossyRelay.Weather BAD = new LossyRelay.Weather(200, 100, 100, 100);

    private final long seed = System.nanoTime();
    private final FeedGroups orders = new FeedGroups();
    private final FeedGroups futures = new FeedGroups();
    private final FeedGroups options = new FeedGroups();
    private final FeedGroups behind = new FeedGroups();
    private MarketDataPublisher publisher;
    private LossyRelay relay;
    private MarketReceiver receiver;

    @ParameterizedTest
    @ValueSource(ints = {8, 9})
    void shouldKnowTheInstrumentsBeforeTheirOrders(final int version, @TempDir final Path dir)
    {
        System.out.println("InstrumentFeedsTest seed=" + seed);
        try (TestEngine engine = TestEngine.start(dir).withDemoReferenceData();
            OrderFlow flow = new OrderFlow(engine.connect(), new Random(seed));
            MarketDataPublisher opened = publisher(engine, version);
            LossyRelay open = new LossyRelay(futures, behind, seed).weather(
                BAD, SimbaFeed.INCREMENTAL_A, SimbaFeed.INCREMENTAL_B, SimbaFeed.SNAPSHOT_A, SimbaFeed.SNAPSHOT_B);
            MarketReceiver market = receiver())
        {
            publisher = opened;
            relay = open;
            receiver = market;
            for (int i = 0; i < 200; i++)
            {
                flow.step();
            }
            flow.listen(0);
            assertNull(receiver.orders());
            workUntil("instruments and orders", () -> null != receiver.orders() && receiver.orders().isLive());
            assertTrue(receiver.instruments().isComplete());
            assertEquals(2, receiver.directory().all().size());
            assertIs(DemoReferenceData.SI);
            assertIs(DemoReferenceData.RI);
            workUntil("books", () -> Venue.lines(engine.operator().reportState()).equals(
                Venue.lines(receiver.orders().books())));

            final PhaseOperator phases = new PhaseOperator(engine.operator());
            phases.changePhase(PhaseChangeSpec.ofInstrument(DemoReferenceData.SI_ID, Phase.HALTED));
            workUntil("halted", () -> instrument(DemoReferenceData.SI).isHalted());
            assertTrue(instrument(DemoReferenceData.RI).isTrading());
            phases.changePhase(PhaseChangeSpec.ofInstrument(DemoReferenceData.SI_ID, Phase.CONTINUOUS));
            workUntil("trading", () -> instrument(DemoReferenceData.SI).isTrading());
            assertEquals(0, receiver.instruments().counters().get(InstrumentCounter.MALFORMED_PACKETS), "seed=" + seed);
        }
    }

    private void assertIs(final InstrumentSpec spec)
    {
        final MarketInstrument instrument = instrument(spec);
        assertEquals(spec.instrumentId(), instrument.securityId());
        assertEquals(spec.priceTickE5(), instrument.priceTickE5());
        assertEquals(spec.lowLimitE5(), instrument.lowLimitE5());
        assertEquals(spec.highLimitE5(), instrument.highLimitE5());
        assertEquals(spec.maturityDate(), instrument.maturityDate());
        assertEquals(spec.underlying(), instrument.underlying());
        assertEquals(spec.settlementPriceE5(), instrument.settlementPriceE5());
        assertEquals(spec.settlementPriceE5(), instrument.lastSettlementPriceE5());
        assertEquals("FUT", instrument.securityType());
    }

    private MarketInstrument instrument(final InstrumentSpec spec)
    {
        return receiver.directory().instrument(spec.symbol());
    }

    private MarketDataPublisher publisher(final TestEngine engine, final int version)
    {
        return new MarketDataPublisher(MarketDataPublisherOptions.builder()
            .engineClient(engine.connect())
            .feeds(List.of(
                market -> new SimbaOrderLog(orders.orderLogContext()
                    .snapshotCycleNs(Venue.SNAPSHOT_CYCLE_NS)
                    .heartbeatIntervalNs(Venue.HEARTBEAT_INTERVAL_NS)
                    .version(version).build(), market),
                market -> feed(InstrumentGroup.FUTURES, futures, version, market),
                market -> feed(InstrumentGroup.OPTIONS, options, version, market))).build());
    }

    private static SimbaInstrumentFeed feed(
        final InstrumentGroup group,
        final FeedGroups multicast,
        final int version,
        final PublicMarket market)
    {
        final String[] endpoints = multicast.endpoints();
        return new SimbaInstrumentFeed(
            SimbaInstrumentFeedOptions.builder(group)
                .incrementalA(MulticastEndpoint.parse(endpoints[0]))
                .incrementalB(MulticastEndpoint.parse(endpoints[1]))
                .replayA(MulticastEndpoint.parse(endpoints[2]))
                .replayB(MulticastEndpoint.parse(endpoints[3]))
                .cycleNs(TimeUnit.MILLISECONDS.toNanos(20))
                .version(version).build(),
            market);
    }

    private MarketReceiver receiver()
    {
        final String[] futuresEndpoints = behind.endpoints();
        final String[] optionsEndpoints = options.endpoints();
        return new MarketReceiver(
            InstrumentReceiverOptions.builder()
                .futures(FeedEndpoints.of(
                    futuresEndpoints[0], futuresEndpoints[1], futuresEndpoints[2], futuresEndpoints[3]))
                .options(FeedEndpoints.of(
                    optionsEndpoints[0], optionsEndpoints[1], optionsEndpoints[2], optionsEndpoints[3]))
                .build(),
            orders.receiverContext().build());
    }

    private void workUntil(final String what, final BooleanSupplier condition)
    {
        final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean())
        {
            if (0 == publisher.doWork() + relay.doWork() + receiver.doWork())
            {
                Thread.yield();
            }
            if (System.nanoTime() - deadlineNs > 0)
            {
                throw new AssertionError("did not happen in time: " + what + " seed=" + seed + " " +
                    receiver.instruments().counters());
            }
        }
    }
}
