// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata;

import static io.bourse.marketdata.client.ReceiverCounter.FAULTS;
import static io.bourse.marketdata.client.ReceiverCounter.GAPS;
import static io.bourse.marketdata.client.ReceiverCounter.JOINS;
import static io.bourse.marketdata.client.ReceiverCounter.RECOVERIES;
import static io.bourse.marketdata.client.ReceiverCounter.RESETS;
import static io.bourse.marketdata.client.ReceiverCounter.SENT_AGAIN_PACKETS;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.testing.TestEngine;
import io.bourse.marketdata.client.ReceiverCounter;
import io.bourse.marketdata.client.SimbaFeed;
import io.bourse.marketdata.client.SimbaReceiver;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A publisher process is killed (kill -9) while orders flow, again and again: numbers go on with no gap and no repeat
 * without PossDupFlag, a repeat has the same contents, and the receiver's books are the engine's without a snapshot.
 */
@Tag("drill")
class PublisherKillTest
{
    private static final SimbaFeed[] FEEDS = {
        SimbaFeed.INCREMENTAL_A, SimbaFeed.INCREMENTAL_B, SimbaFeed.SNAPSHOT_A, SimbaFeed.SNAPSHOT_B};
    private static final int KILLS = 3;
    private static final int MAX_STEPS_UNHEARD = 200;
    private static final int FLAGS_OFFSET = 6;

    /** A packet as it left first. */
    private record Packet(long sendingTimeNs, byte[] contents)
    {
    }

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final TreeMap<Long, Packet> sent = new TreeMap<>();
    private final FeedGroups multicast = new FeedGroups();
    private long repeats;
    private long nowNs;
    private LossyRelay relay;
    private SimbaReceiver receiver;

    @Test
    void shouldGoOnWithNoGapAndNoUnmarkedRepeatWhenThePublisherIsKilled(@TempDir final Path dir) throws Exception
    {
        final CounterSet<ReceiverCounter> counters = killAgainAndAgain(dir, LossyRelay.Weather.FINE);
        final String facts = "seed=" + seed + " repeats=" + repeats + " " + counters;
        assertEquals(List.of(0L, 0L, 0L, 1L),
            List.of(counters.get(GAPS), counters.get(FAULTS), counters.get(RESETS), counters.get(JOINS)), facts);
        assertTrue(repeats > 0 && counters.get(SENT_AGAIN_PACKETS) >= repeats, facts);
    }

    @Test
    void shouldEndEqualWhenThePublisherIsKilledAndTheNetworkIsBad(@TempDir final Path dir) throws Exception
    {
        final CounterSet<ReceiverCounter> counters = killAgainAndAgain(dir, new LossyRelay.Weather(200, 100, 100, 100));
        assertTrue(counters.get(RECOVERIES) > 0, "seed=" + seed + " " + counters);
    }

    private CounterSet<ReceiverCounter> killAgainAndAgain(final Path dir, final LossyRelay.Weather weather)
        throws Exception
    {
        System.out.println("PublisherKillTest seed=" + seed);
        final FeedGroups behind = new FeedGroups();
        final RecoveryLog log = new RecoveryLog();
        try (TestEngine engine = TestEngine.start(dir.resolve("engine")).withDemoReferenceData();
            OrderFlow flow = new OrderFlow(engine.connect(), random);
            LossyRelay open = new LossyRelay(multicast, behind, seed).onPacket(this::onPacket)
                .weather(weather, FEEDS);
            SimbaReceiver opened = new SimbaReceiver(
                behind.receiverContext().clock(() -> nowNs).gapTimeoutNs(20).listener(log).build()))
        {
            relay = open;
            receiver = opened;
            final Path mark = dir.resolve("mark");
            final Path oldMark = dir.resolve("old-mark");
            final String directory = engine.engine().aeronDirectoryName();
            for (int life = 0; life <= KILLS; life++)
            {
                try (PublisherProcess publisher =
                    PublisherProcess.start(dir, directory, multicast, mark))
                {
                    // The market does not wait for it; but no receive buffer takes all that a long absence leaves.
                    final int[] steps = {0 == life ? 0 : MAX_STEPS_UNHEARD};
                    workUntil("live", () ->
                    {
                        work(flow, steps[0]-- > 0);
                        return publisher.isLive();
                    });
                    for (int left = 100 + random.nextInt(400); left > 0; left--)
                    {
                        work(flow, true);
                    }
                    if (KILLS == life)
                    {
                        flow.listen(0);
                        assertBooksEqual(engine);
                    }
                }
                if (1 == life)
                {
                    Files.copy(mark, oldMark);
                }
                else if (2 == life)
                {
                    // As after a crash of the machine: what was marked last has not reached the disk.
                    Files.copy(oldMark, mark, StandardCopyOption.REPLACE_EXISTING);
                }
            }
            final CounterSet<ReceiverCounter> counters = receiver.counters();
            final String facts = "seed=" + seed + " repeats=" + repeats + " " + counters;
            log.assertAllSaid(counters, facts);
            assertEquals(1, sent.firstKey(), facts);
            assertEquals(sent.size(), sent.lastKey(), () -> "numbers are missing " + facts);
            System.out.println(facts);
            return counters;
        }
    }

    private void work(final OrderFlow flow, final boolean isTrading)
    {
        if (isTrading)
        {
            flow.step();
        }
        listen();
    }

    /** Time goes on with every look at the network. */
    private void listen()
    {
        relay.doWork();
        receiver.doWork();
        nowNs++;
    }

    private void assertBooksEqual(final TestEngine engine)
    {
        final List<String> expected = Venue.lines(engine.operator().reportState());
        workUntil("equal books", () ->
        {
            listen();
            return receiver.isLive() && expected.equals(Venue.lines(receiver.books()));
        });
    }

    private void workUntil(final String what, final BooleanSupplier condition)
    {
        final long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.getAsBoolean())
        {
            Thread.yield();
            if (System.nanoTime() - deadlineNs > 0)
            {
                throw new AssertionError("did not happen in time: " + what + " seed=" + seed + " sent=" + sent.size() +
                    " " + receiver.counters());
            }
        }
    }

    /** Every packet as it has left the publishers, all lives of them. */
    private void onPacket(final SimbaFeed feed, final UnsafeBuffer packet)
    {
        final int msgFlags = SimbaPacketDescriptor.msgFlags(packet, 0);
        if (0 == (msgFlags & SimbaPacketDescriptor.FLAG_INCREMENTAL))
        {
            return;
        }
        final long msgSeqNum = SimbaPacketDescriptor.msgSeqNum(packet, 0);
        final Packet now = new Packet(SimbaPacketDescriptor.sendingTimeNs(packet, 0), contents(packet));
        final Packet before = sent.putIfAbsent(msgSeqNum, now);
        if (null == before)
        {
            return;
        }
        assertArrayEquals(before.contents, now.contents, () -> "packet=" + msgSeqNum + " seed=" + seed);
        // The copy of the other feed has the same time; anything else is from another life.
        final boolean isMarked = 0 != (msgFlags & SimbaPacketDescriptor.FLAG_POSS_DUP);
        assertTrue(isMarked || before.sendingTimeNs == now.sendingTimeNs,
            () -> "sent again without PossDupFlag: packet=" + msgSeqNum + " feed=" + feed + " seed=" + seed);
        repeats += before.sendingTimeNs != now.sendingTimeNs ? 1 : 0;
    }

    /** All but what may be another when it is sent again: flags and SendingTime. */
    private static byte[] contents(final UnsafeBuffer packet)
    {
        final byte[] contents = new byte[packet.capacity()];
        packet.getBytes(0, contents);
        Arrays.fill(contents, FLAGS_OFFSET, SimbaPacketDescriptor.PACKET_HEADER_LENGTH, (byte)0);
        return contents;
    }
}
