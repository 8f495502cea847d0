// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata;

import static io.bourse.marketdata.client.ReceiverCounter.GAPS;
import static io.bourse.marketdata.client.ReceiverCounter.JOINS;
import static io.bourse.marketdata.client.ReceiverCounter.RECOVERIES;
import static io.bourse.marketdata.client.ReceiverCounter.REPLAYED_PACKETS;
import static io.bourse.marketdata.client.ReceiverCounter.REPLAY_FAILURES;
import static io.bourse.marketdata.client.ReceiverCounter.REPLAY_RECOVERIES;
import static io.bourse.marketdata.client.ReceiverCounter.REPLAY_REQUESTS;
import static io.bourse.marketdata.client.ReceiverCounter.TRANSACTIONS;
import static io.bourse.marketdata.client.SimbaFeed.INCREMENTAL_A;
import static io.bourse.marketdata.client.SimbaFeed.INCREMENTAL_B;
import static io.bourse.marketdata.client.SimbaFeed.SNAPSHOT_A;
import static io.bourse.marketdata.client.SimbaFeed.SNAPSHOT_B;
import static io.bourse.marketdata.publisher.simba.OrderLogCounter.TRANSACTIONS_SENT;
import static io.bourse.marketdata.publisher.simba.ReplayCounter.PACKETS_REPLAYED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.marketdata.LossyRelay.Weather;
import io.bourse.marketdata.client.ReceiverCounter;
import io.bourse.marketdata.client.Recovery;
import io.bourse.marketdata.client.SimbaReceiver;
import io.bourse.marketdata.net.PacketHistory;
import io.bourse.marketdata.publisher.simba.SimbaReplayOptions;
import io.bourse.marketdata.publisher.simba.SimbaReplayServer;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;

import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Losses on both feeds with a real TCP replay behind a line that may be cut: what is small comes by TCP, the rest by
 * snapshot, and the receiver ends with the engine's books.
 */
@Tag("drill")
class ReplayDrillTest
{
    private static final int STEPS = 2_500;
    private static final long STEP_NS = 100_000;
    private static final int HISTORY_CAPACITY = 16 * 1024 * 1024;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);
    private final RecoveryLog log = new RecoveryLog();
    private final PacketHistory history = PacketHistory.inMemory(HISTORY_CAPACITY);
    private long nowNs;
    private Venue venue;
    private LossyRelay relay;
    private SimbaReplayServer server;
    private TcpCutter line;
    private SimbaReceiver receiver;

    @AfterEach
    void tearDown()
    {
        CloseHelper.closeAll(receiver, line, server, relay, venue, history);
    }

    private void start(final Path dir, final int maxConnectionsPerDay, final IntSupplier cutAfterBytes)
    {
        System.out.println("ReplayDrillTest seed=" + seed);
        venue = new Venue(dir, random);
        final FeedGroups behind = new FeedGroups();
        relay = new LossyRelay(venue.multicast, behind, seed).onPacket((feed, packet) ->
        {
            if (INCREMENTAL_A == feed && 0 != (SimbaPacketDescriptor.msgFlags(packet, 0) &
                SimbaPacketDescriptor.FLAG_INCREMENTAL))
            {
                history.append(SimbaPacketDescriptor.msgSeqNum(packet, 0), packet, 0, packet.capacity());
            }
        });
        server = new SimbaReplayServer(SimbaReplayOptions.builder()
            .bindAddress(new InetSocketAddress("127.0.0.1", 0))
            .maxConnectionsPerAddressPerDay(maxConnectionsPerDay)
            .build(), history);
        line = new TcpCutter(server.localAddress(), cutAfterBytes);
        receiver = new SimbaReceiver(behind.receiverContext()
            .clock(() -> nowNs)
            .gapTimeoutNs(TimeUnit.MILLISECONDS.toNanos(2))
            .replayAddress(line.localAddress())
            .replayTimeoutNs(TimeUnit.SECONDS.toNanos(20))
            .listener(log).build());
        venue.startPublisher();
    }

    private int work()
    {
        nowNs += STEP_NS;
        return venue.work() + relay.doWork() + server.doWork(System.nanoTime()) + line.doWork() + receiver.doWork();
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

    /** A flow that the replay keeps up with: it goes on when the receiver is right again. */
    private void slowFlow(final int steps)
    {
        for (int i = 0; i < steps; i++)
        {
            flow(1);
            if (!receiver.isLive() && receiver.counters().get(JOINS) > 0)
            {
                venue.workUntil("live again seed=" + seed + " " + receiver.counters(), () ->
                {
                    work();
                    return receiver.isLive();
                });
            }
        }
    }

    private CounterSet<ReceiverCounter> assertBooksEqual(final String name)
    {
        final List<String> expected = Venue.lines(venue.engine.operator().reportState());
        venue.publishAll();
        venue.workUntil("caught up " + name + " seed=" + seed + " " + receiver.counters(), () ->
        {
            work();
            return venue.isCaughtUp(receiver);
        });
        final CounterSet<ReceiverCounter> counters = receiver.counters();
        final String facts = name + " seed=" + seed + " " + counters;
        assertEquals(expected, Venue.lines(receiver.books()), facts);
        log.assertAllSaid(counters, facts);
        assertEquals(counters.get(GAPS), counters.get(RECOVERIES) + counters.get(REPLAY_RECOVERIES) +
            log.recoveries.stream().filter(recovery -> Recovery.Cause.GAP == recovery.cause() &&
                Recovery.Way.TCP_REPLAY.compareTo(recovery.way()) > 0 && recovery.staleInstruments() > 0).count(),
            facts);
        return counters;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 50, 200})
    void shouldAskForWhatBothFeedsLost(final int dropPerThousand, @TempDir final Path dir)
    {
        start(dir, 1_000_000, () -> TcpCutter.NEVER);
        relay.weather(new Weather(dropPerThousand, 10, 10, 0), INCREMENTAL_A, INCREMENTAL_B, SNAPSHOT_A, SNAPSHOT_B);
        slowFlow(STEPS);
        final CounterSet<ReceiverCounter> counters = assertBooksEqual("drop " + dropPerThousand);

        if (dropPerThousand >= 50)
        {
            assertTrue(counters.get(REPLAY_RECOVERIES) > 0, counters.toString());
            assertEquals(counters.get(REPLAYED_PACKETS) > 0, server.counters().get(PACKETS_REPLAYED) > 0,
                counters.toString());
        }
        // Nothing was skipped: all transactions came one by one, in whatever way.
        assertEquals(0, counters.get(RECOVERIES), counters.toString());
        assertEquals(venue.orderLog.counters().get(TRANSACTIONS_SENT), counters.get(TRANSACTIONS), counters.toString());
    }

    @Test
    void shouldTakeSnapshotsWhenTheReplayIsCutOff(@TempDir final Path dir)
    {
        start(dir, 1_000_000, () -> random.nextInt(3) > 0 ? 1 + random.nextInt(600) : TcpCutter.NEVER);
        relay.weather(new Weather(150, 0, 0, 0), INCREMENTAL_A, INCREMENTAL_B, SNAPSHOT_A, SNAPSHOT_B);
        slowFlow(2 * STEPS);
        final CounterSet<ReceiverCounter> counters = assertBooksEqual("cut off");

        assertTrue(line.cuts() > 0, "no line was cut seed=" + seed);
        assertTrue(counters.get(REPLAY_FAILURES) > 0 && counters.get(RECOVERIES) > 0, counters + " seed=" + seed);
        assertEquals(counters.get(REPLAY_FAILURES), log.recoveries.stream()
            .filter(recovery -> !recovery.replayFailure().isEmpty() && Recovery.Way.SNAPSHOT == recovery.way()).count(),
            counters + " seed=" + seed);
    }

    @Test
    void shouldTakeSnapshotsWhenTheServerRefuses(@TempDir final Path dir)
    {
        start(dir, 3, () -> TcpCutter.NEVER);
        relay.weather(new Weather(200, 0, 0, 0), INCREMENTAL_A, INCREMENTAL_B, SNAPSHOT_A, SNAPSHOT_B);
        slowFlow(STEPS);
        final CounterSet<ReceiverCounter> counters = assertBooksEqual("refused");

        assertTrue(counters.get(REPLAY_FAILURES) > 0 && counters.get(RECOVERIES) > 0, counters + " seed=" + seed);
    }

    @Test
    void shouldTakeASnapshotWhenTheGapIsLarge(@TempDir final Path dir)
    {
        start(dir, 1_000, () -> TcpCutter.NEVER);
        flow(100);
        assertBooksEqual("before");
        relay.weather(new Weather(1000, 0, 0, 0), INCREMENTAL_A, INCREMENTAL_B, SNAPSHOT_A, SNAPSHOT_B);
        final long before = venue.orderLog.msgSeqNum();
        while (venue.orderLog.msgSeqNum() - before <= 1_000)
        {
            flow(100);
        }
        relay.weather(Weather.FINE, INCREMENTAL_A, INCREMENTAL_B, SNAPSHOT_A, SNAPSHOT_B);
        flow(100);
        final CounterSet<ReceiverCounter> counters = assertBooksEqual("after");

        assertEquals(
            List.of(0L, 1L), List.of(counters.get(REPLAY_REQUESTS), counters.get(RECOVERIES)), counters.toString());
        final Recovery recovery = log.recoveries.get(log.recoveries.size() - 1);
        assertEquals(before + 1, recovery.firstMissing());
        assertTrue(recovery.missingPackets() > 1_000, recovery.toString());
        assertTrue(recovery.staleInstruments() > 0, recovery.toString());
    }
}
