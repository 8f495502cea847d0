// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata;

import static io.bourse.marketdata.client.ReceiverCounter.BEST_PRICES_MISMATCHES;
import static io.bourse.marketdata.client.ReceiverCounter.DUPLICATES;
import static io.bourse.marketdata.client.ReceiverCounter.FAULTS;
import static io.bourse.marketdata.client.ReceiverCounter.FIRST_FROM_A;
import static io.bourse.marketdata.client.ReceiverCounter.FIRST_FROM_B;
import static io.bourse.marketdata.client.ReceiverCounter.GAPS;
import static io.bourse.marketdata.client.ReceiverCounter.HELD_PACKETS;
import static io.bourse.marketdata.client.ReceiverCounter.MALFORMED_PACKETS;
import static io.bourse.marketdata.client.ReceiverCounter.PACKETS_A;
import static io.bourse.marketdata.client.ReceiverCounter.PACKETS_B;
import static io.bourse.marketdata.client.ReceiverCounter.RECOVERIES;
import static io.bourse.marketdata.client.ReceiverCounter.SNAPSHOT_PACKETS;
import static io.bourse.marketdata.client.ReceiverCounter.TRANSACTIONS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.protocol.Side;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.testing.DemoReferenceData;
import io.bourse.engine.testing.TestEngine;
import io.bourse.marketdata.client.ReceiverCounter;
import io.bourse.marketdata.client.ReceiverGroups;
import io.bourse.marketdata.client.SimbaFeed;
import io.bourse.marketdata.client.SimbaReceiver;
import io.bourse.marketdata.simba.OrderBookSnapshotDecoder;
import io.bourse.marketdata.simba.SimbaMessages;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Real packets of a real engine through a bad network: at the end every book equals the engine's.
 */
@Tag("venue")
class LossRecoveryTest
{
    private static final long STEP_NS = 100_000;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private long nowNs;
    private Venue venue;
    private SimbaReceiver receiver;
    private LossyTap tap;

    @BeforeEach
    void setUp(@TempDir final Path dir)
    {
        System.out.println("LossRecoveryTest seed=" + seed);
        venue = new Venue(dir, random);
        receiver = new SimbaReceiver(ReceiverGroups.deafReceiverContext().clock(() -> nowNs).build());
        tap = new LossyTap(venue.multicast, receiver, random);
    }

    @AfterEach
    void tearDown()
    {
        tap.close();
        venue.close();
    }

    private int work()
    {
        nowNs += STEP_NS;
        return venue.work() + tap.doWork();
    }

    private void flow(final int steps)
    {
        for (int i = 0; i < steps; i++)
        {
            venue.flow.step();
            work();
        }
        venue.flow.listen(0);
    }

    private void assertBooksEqual(final String message)
    {
        final List<String> expected = Venue.lines(venue.engine.operator().reportState());
        venue.publishAll();
        venue.workUntil("receive " + message + receiver.counters(), () ->
        {
            work();
            return venue.isCaughtUp(receiver);
        });
        assertEquals(expected, Venue.lines(receiver.books()), message + ' ' + receiver.counters());
        assertEquals(0, receiver.counters().get(FAULTS), message);
        assertEquals(0, receiver.counters().get(BEST_PRICES_MISMATCHES), message);
    }

    @Test
    void shouldLoseNothingWhenEachPacketArrivesOnOneFeedAtLeast()
    {
        venue.startPublisher();
        // The lower bit of a hash decides which feed loses a packet: never both.
        tap.disturb(5, 5).lose((feed, packet) ->
        {
            final int hash = Long.hashCode(seed ^ SimbaPacketDescriptor.msgSeqNum(packet, 0) * 0x9E3779B97F4A7C15L);
            return isIncremental(feed) && 0 != (hash & 2) &&
                (0 == (hash & 1)) == (SimbaFeed.INCREMENTAL_A == feed);
        });
        flow(5_000);
        assertBooksEqual("seed=" + seed);

        final CounterSet<ReceiverCounter> counters = receiver.counters();
        assertEquals(0, counters.get(RECOVERIES), counters.toString());
        assertEquals(venue.orderLog.msgSeqNum(), counters.get(FIRST_FROM_A) + counters.get(FIRST_FROM_B));
        assertTrue(counters.get(FIRST_FROM_A) > 0 && counters.get(FIRST_FROM_B) > 0, counters.toString());
        assertTrue(counters.get(DUPLICATES) > 0 && counters.get(HELD_PACKETS) > 0, counters.toString());
    }

    @Test
    void shouldRecoverBySnapshotAgainAndAgainWhenAllFeedsAreBad()
    {
        venue.startPublisher();
        tap.disturb(5, 10).lose((feed, packet) -> random.nextInt(100) < (isIncremental(feed) ? 8 : 15));
        flow(6_000);
        // Now and then a seed loses nothing on both feeds for long.
        for (int i = 0; 0 == receiver.counters().get(RECOVERIES) && i < 20; i++)
        {
            flow(2_000);
        }
        tap.disturb(0, 0).lose((feed, packet) -> false);
        assertBooksEqual("seed=" + seed);

        assertTrue(receiver.counters().get(RECOVERIES) > 0, receiver.counters().toString());
        assertTrue(receiver.counters().get(GAPS) > 0, receiver.counters().toString());
    }

    @Test
    void shouldStandStillAfterAGapOnBothFeedsUntilASnapshotComes()
    {
        venue.startPublisher();
        flow(500);
        assertBooksEqual("before, seed=" + seed);
        final long lost = venue.orderLog.msgSeqNum() + 3;
        final List<String> before = new ArrayList<>();
        tap.lose((feed, packet) -> !isIncremental(feed) || SimbaPacketDescriptor.msgSeqNum(packet, 0) == lost);
        for (int i = 0; i < 8; i++)
        {
            venue.flow.rest(DemoReferenceData.SI_ID, Side.BUY, -30 - i, 1);
        }
        venue.publishAll();
        venue.workUntil("gap", () ->
        {
            work();
            return receiver.counters().get(GAPS) > 0;
        });
        assertFalse(receiver.isLive());
        assertEquals(lost - 1, receiver.lastMsgSeqNum());
        assertEquals(1, receiver.counters().get(GAPS));
        before.addAll(Venue.lines(receiver.books()));
        for (int i = 0; i < 1_000; i++)
        {
            work();
        }
        assertEquals(before, Venue.lines(receiver.books()));

        tap.lose((feed, packet) -> false);
        assertBooksEqual("after, seed=" + seed);
        assertEquals(1, receiver.counters().get(RECOVERIES));
    }

    @Test
    void shouldLearnOfTheLastPacketFromAHeartbeat()
    {
        venue.startPublisher();
        flow(100);
        assertBooksEqual("before, seed=" + seed);
        final long last = venue.orderLog.msgSeqNum() + 1;
        tap.lose((feed, packet) -> isIncremental(feed) && SimbaPacketDescriptor.msgSeqNum(packet, 0) == last &&
            0 != (SimbaPacketDescriptor.msgFlags(packet, 0) & SimbaPacketDescriptor.FLAG_INCREMENTAL));
        venue.flow.rest(DemoReferenceData.SI_ID, Side.BUY, -30, 1);
        assertBooksEqual("after, seed=" + seed);

        assertEquals(1, receiver.counters().get(RECOVERIES));
    }

    @Test
    void shouldLearnOfTheLastPacketFromASnapshot()
    {
        venue.startPublisher();
        flow(100);
        assertBooksEqual("before, seed=" + seed);
        tap.lose((feed, packet) -> isIncremental(feed));
        venue.flow.rest(DemoReferenceData.SI_ID, Side.BUY, -30, 1);
        assertBooksEqual("after, seed=" + seed);

        assertEquals(1, receiver.counters().get(RECOVERIES));
    }

    @Test
    void shouldNotBelieveAWrongNumberForEver()
    {
        // Without heartbeats: the next one would unmask the number before its time is over.
        venue.startPublisher(venue.client, venue.multicast.orderLogContext().snapshotCycleNs(Venue.SNAPSHOT_CYCLE_NS));
        venue.workUntil("publisher live", venue.publisher::isLive);
        flow(100);
        final UnsafeBuffer[] forged = new UnsafeBuffer[1];
        tap.lose((feed, packet) ->
        {
            final int templateId = SimbaMessages.templateId(packet, SimbaPacketDescriptor.PACKET_HEADER_LENGTH);
            if (SimbaFeed.SNAPSHOT_A == feed && OrderBookSnapshotDecoder.TEMPLATE_ID == templateId)
            {
                forged[0] = new UnsafeBuffer(packet.byteArray().clone());
            }
            return false;
        });
        venue.workUntil("snapshot", () ->
        {
            work();
            return null != forged[0];
        });
        assertBooksEqual("before, seed=" + seed);
        final int lastProcessedOffset = SimbaPacketDescriptor.PACKET_HEADER_LENGTH + SimbaMessages.HEADER_LENGTH +
            OrderBookSnapshotDecoder.lastMsgSeqNumProcessedEncodingOffset();
        forged[0].putInt(lastProcessedOffset, 2_000_000_000, ByteOrder.LITTLE_ENDIAN);
        receiver.onPacket(SimbaFeed.SNAPSHOT_A, forged[0], 0, forged[0].capacity());
        venue.workUntil("gap", () ->
        {
            work();
            return 1 == receiver.counters().get(GAPS);
        });
        assertBooksEqual("after, seed=" + seed);

        flow(500);
        assertBooksEqual("and on, seed=" + seed);
        assertEquals(1, receiver.counters().get(RECOVERIES));
    }

    @Test
    void shouldBeginAgainWhenAPublisherWithoutHistoryTakesOver(@TempDir final Path otherDir)
    {
        venue.startPublisher();
        flow(300);
        assertBooksEqual("before, seed=" + seed);
        venue.publisher.close();
        try (TestEngine other = TestEngine.start(otherDir).withDemoReferenceData())
        {
            venue.startPublisher(other.connect(), venue.multicast.orderLogContext()
                .snapshotCycleNs(Venue.SNAPSHOT_CYCLE_NS)
                .heartbeatIntervalNs(Venue.HEARTBEAT_INTERVAL_NS));
            venue.workUntil("books empty", () ->
            {
                work();
                return Venue.lines(receiver.books()).isEmpty();
            });
            try (OrderFlow flow = new OrderFlow(other.connect(), random))
            {
                flow.rest(DemoReferenceData.SI_ID, Side.BUY, -1, 5);
                venue.workUntil("new order", () ->
                {
                    work();
                    return 1 == Venue.lines(receiver.books()).size();
                });
            }
            assertEquals(Venue.lines(other.operator().reportState()), Venue.lines(receiver.books()));
            venue.publisher.close();
        }
        assertEquals(0, receiver.counters().get(FAULTS));
    }

    @Test
    void shouldChangeNothingWhenPacketsAreDamaged()
    {
        venue.startPublisher();
        final ArrayList<UnsafeBuffer> captured = new ArrayList<>();
        tap.lose((feed, packet) ->
        {
            if (isIncremental(feed))
            {
                captured.add(packet);
            }
            return false;
        });
        flow(200);
        assertBooksEqual("before, seed=" + seed);
        final List<String> before = Venue.lines(receiver.books());
        final long malformedBefore = receiver.counters().get(MALFORMED_PACKETS);
        int fed = 0;
        for (final UnsafeBuffer packet : captured)
        {
            for (int length = 0; length < packet.capacity(); length += 7)
            {
                receiver.onPacket(SimbaFeed.values()[fed++ % 4], packet, 0, length);
            }
        }
        assertEquals(fed, receiver.counters().get(MALFORMED_PACKETS) - malformedBefore);
        assertEquals(before, Venue.lines(receiver.books()));

        for (int i = 0; i < 20_000; i++)
        {
            // The headers are left alone, so these are copies of old packets.
            final UnsafeBuffer damaged = damage(captured.get(random.nextInt(captured.size())));
            receiver.onPacket(SimbaFeed.INCREMENTAL_A, damaged, 0, damaged.capacity());
        }
        assertBooksEqual("after, seed=" + seed);
    }

    @Test
    void shouldSurviveAnyContentsWhenPacketsAreNextInOrder()
    {
        venue.startPublisher();
        final ArrayList<UnsafeBuffer> captured = new ArrayList<>();
        final ArrayList<SimbaFeed> feeds = new ArrayList<>();
        tap.lose((feed, packet) ->
        {
            captured.add(packet);
            feeds.add(feed);
            return false;
        });
        flow(1_000);
        assertBooksEqual("captured, seed=" + seed);
        long transactions = 0;
        for (int round = 0; round < 20; round++)
        {
            try (SimbaReceiver victim =
                new SimbaReceiver(ReceiverGroups.deafReceiverContext().clock(() -> nowNs).build()))
            {
                for (int i = 0; i < captured.size(); i++)
                {
                    final UnsafeBuffer packet =
                        random.nextInt(20) == 0 ? damage(captured.get(i)) : captured.get(i);
                    victim.onPacket(feeds.get(i), packet, 0, packet.capacity());
                    nowNs += STEP_NS;
                    victim.doWork();
                }
                final CounterSet<ReceiverCounter> counters = victim.counters();
                assertEquals(
                    captured.size(),
                    counters.get(PACKETS_A) + counters.get(PACKETS_B) + counters.get(SNAPSHOT_PACKETS) +
                        counters.get(MALFORMED_PACKETS),
                    "seed=" + seed + ' ' + counters);
                transactions += counters.get(TRANSACTIONS);
            }
        }
        assertTrue(transactions > 0, "seed=" + seed);
    }

    private UnsafeBuffer damage(final UnsafeBuffer packet)
    {
        final byte[] damaged = new byte[packet.capacity()];
        packet.getBytes(0, damaged);
        for (int n = random.nextInt(4); n >= 0; n--)
        {
            final int from = SimbaPacketDescriptor.PACKET_HEADER_LENGTH;
            damaged[from + random.nextInt(damaged.length - from)] = (byte)random.nextInt();
        }
        return new UnsafeBuffer(damaged);
    }

    private static boolean isIncremental(final SimbaFeed feed)
    {
        return SimbaFeed.INCREMENTAL_A == feed || SimbaFeed.INCREMENTAL_B == feed;
    }
}
