// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata;

import io.bourse.engine.client.checkpoint.CheckpointStore;
import io.bourse.engine.protocol.ClearingKind;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.telemetry.CheckpointCounter;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.OrderSender;
import io.bourse.marketdata.client.ReceiverCounter;
import io.bourse.marketdata.client.SimbaReceiver;
import io.bourse.marketdata.net.FeedEndpoints;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.publisher.MarketDataPublisher;
import io.bourse.marketdata.publisher.MarketDataPublisherOptions;
import io.bourse.marketdata.publisher.fast.FastPublisher;
import io.bourse.marketdata.publisher.fast.FastPublisherOptions;
import io.bourse.marketdata.publisher.pitch.PitchFeed;
import io.bourse.marketdata.publisher.pitch.PitchFeedOptions;
import io.bourse.marketdata.publisher.pitch.PitchRecoveryOptions;
import io.bourse.marketdata.publisher.simba.SimbaOrderLog;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * A publisher goes on from its checkpoint behind a real engine, and reads everything when the engine has another
 * history.
 */
@Tag("venue")
class CheckpointEngineTest
{
    private static final int STEPS = 400;
    private static final long NS_OF_MS = 1_000_000;
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    @TempDir
    private Path dir;

    private MarketDataPublisher publisher(final Venue venue)
    {
        venue.publisher = new MarketDataPublisher(MarketDataPublisherOptions.builder()
            .engineClient(venue.client)
            .checkpoints(new CheckpointStore(
                dir.resolve("checkpoints"), "simba-0", MarketDataPublisher.STATE_VERSION, ""))
            .checkpointIntervalBytes(1)
            .feeds(List.of((market) ->
            {
                venue.orderLog = new SimbaOrderLog(
                    venue.multicast.orderLogContext().snapshotCycleNs(Venue.SNAPSHOT_CYCLE_NS).build(), market);
                return venue.orderLog;
            })).build());
        return venue.publisher;
    }

    private static long cursor(final MarketDataPublisher publisher)
    {
        return publisher.checkpointCounters().get(CheckpointCounter.CURSOR);
    }

    private void flow(final Venue venue)
    {
        for (int i = 0; i < STEPS; i++)
        {
            venue.flow.step();
            venue.work();
        }
        venue.flow.listen(0);
        venue.publishAll();
    }

    private static void awaitCheckpoint(final Venue venue)
    {
        final long cursor = venue.client.endCursor();
        venue.workUntil("checkpoint", () -> cursor(venue.publisher) == cursor);
    }

    @Test
    void shouldGoOnFromTheCheckpointOfItsOwnEngineOnly()
    {
        final long seed = System.nanoTime();
        System.out.println("CheckpointEngineTest seed=" + seed);
        try (Venue venue = new Venue(dir.resolve("one"), new Random(seed)))
        {
            publisher(venue);
            assertEquals(0, cursor(venue.publisher));
            flow(venue);
            venue.engine.operator().suspendTrading(1, ClearingKind.INTRADAY);
            awaitCheckpoint(venue);
            final long number = venue.orderLog.msgSeqNum();
            venue.publisher.close();

            publisher(venue);
            assertEquals(venue.client.endCursor(), cursor(venue.publisher));
            assertEquals(number, venue.orderLog.msgSeqNum());
            final SimbaReceiver receiver = venue.add(new SimbaReceiver(venue.multicast.receiverContext().build()));
            venue.engine.operator().completeClearing(1, ClearingKind.INTRADAY);
            venue.engine.operator().resumeTrading(1);
            flow(venue);
            venue.assertBooksEqual("seed=" + seed);
            assertEquals(0, receiver.counters().get(ReceiverCounter.FAULTS));
        }
        try (Venue venue = new Venue(dir.resolve("other"), new Random(~seed)))
        {
            for (int i = 0; i < 2 * STEPS; i++)
            {
                venue.flow.step();
            }
            venue.flow.listen(0);
            publisher(venue);
            assertEquals(0, cursor(venue.publisher), "of another history");
            venue.workUntil("live", venue.publisher::isLive);
            flow(venue);
        }
    }

    /** Prints how long a start takes without and with a checkpoint; of more with {@code -Dbourse.commands=...}. */
    @Tag("drill")
    @Test
    void shouldStartInTheSameTimeHoweverLongTheHistoryIs()
    {
        final int commands = Integer.getInteger("bourse.commands", 1_000_000);
        try (Venue venue = new Venue(dir.resolve("engine"), new Random(1)))
        {
            final OrderSender buyer = new OrderSender(venue.client, 1, 1, "AA01001");
            final OrderSender seller = new OrderSender(venue.client, 1, 2, "BB01001");
            final long startNs = System.nanoTime();
            for (int i = 0; i < commands; i += 2)
            {
                buyer.newOrder(DemoReferenceData.SI_ID, Side.BUY, OrderFlow.SI_MID_E5, 1);
                seller.newOrder(DemoReferenceData.SI_ID, Side.SELL, OrderFlow.SI_MID_E5, 1);
            }
            venue.engine.operator().suspendTrading(1, ClearingKind.INTRADAY);
            final String facts = "commands=" + commands + " streamBytes=" + venue.client.endCursor() + " writtenMs=" +
                (System.nanoTime() - startNs) / NS_OF_MS;
            final long withoutNs = startNs(venue);
            awaitCheckpoint(venue);
            final long copyNs = venue.publisher.checkpointCounters().get(CheckpointCounter.LAST_COPY_NS);
            venue.publisher.close();
            final long withNs = startNs(venue);
            assertEquals(venue.client.endCursor(), cursor(venue.publisher));
            venue.publisher.close();
            System.out.println(facts + " startMs=" + withoutNs / NS_OF_MS + " startFromCheckpointMs=" +
                withNs / NS_OF_MS + " copyUs=" + copyNs / 1_000);

            final long othersWithoutNs = startNs(venue, () -> others(venue));
            awaitCheckpoint(venue);
            final long othersCopyNs = venue.publisher.checkpointCounters().get(CheckpointCounter.LAST_COPY_NS);
            venue.publisher.close();
            final long othersWithNs = startNs(venue, () -> others(venue));
            assertEquals(venue.client.endCursor(), cursor(venue.publisher));
            venue.publisher.close();
            System.out.println("others: " + facts + " startMs=" + othersWithoutNs / NS_OF_MS +
                " startFromCheckpointMs=" + othersWithNs / NS_OF_MS + " copyUs=" + othersCopyNs / 1_000);
        }
    }

    private long startNs(final Venue venue)
    {
        return startNs(venue, () -> publisher(venue));
    }

    private static long startNs(final Venue venue, final Supplier<MarketDataPublisher> start)
    {
        final long startNs = System.nanoTime();
        venue.publisher = start.get();
        while (!venue.publisher.isLive())
        {
            venue.publisher.doWork();
        }
        return System.nanoTime() - startNs;
    }

    /** FAST and PITCH, with all that they keep. */
    private MarketDataPublisher others(final Venue venue)
    {
        return new MarketDataPublisher(MarketDataPublisherOptions.builder()
            .engineClient(venue.client)
            .movesWatermark(false)
            .checkpoints(new CheckpointStore(
                dir.resolve("checkpoints"), "others-0", MarketDataPublisher.STATE_VERSION, ""))
            .checkpointIntervalBytes(1)
            .feeds(List.of(
                (market) -> new FastPublisher(FastPublisherOptions.builder()
                    .ordersLog(endpoints())
                    .trades(endpoints())
                    .books(Map.of(5, endpoints(), 20, endpoints()))
                    .futInfo(endpoints())
                    .optInfo(endpoints())
                    .ordersLogReplay(ANY_PORT)
                    .tradesReplay(ANY_PORT)
                    .directory(dir)
                    .build(), market),
                (market) -> new PitchFeed(PitchFeedOptions.builder()
                    .feedA(MulticastEndpoint.parse(Multicast.free()))
                    .feedB(null)
                    .recovery(PitchRecoveryOptions.builder().historyFile(dir.resolve("pitch.packets")).build())
                    .build())))
            .build());
    }

    private static FeedEndpoints endpoints()
    {
        return FeedEndpoints.of(Multicast.free(), null, Multicast.free(), null);
    }
}
