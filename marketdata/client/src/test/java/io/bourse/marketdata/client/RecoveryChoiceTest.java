// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import static io.bourse.marketdata.client.SimbaFeed.INCREMENTAL_A;
import static io.bourse.marketdata.client.SimbaFeed.INCREMENTAL_B;
import static io.bourse.marketdata.client.SimbaFeed.SNAPSHOT_B;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Which way a receiver takes back to right books, and what it says of it; packets by hand, time by hand.
 */
class RecoveryChoiceTest
{
    private static final long GAP_TIMEOUT_NS = 50;
    private static final long REPLAY_TIMEOUT_NS = 1_000;

    private final PacketScript script = new PacketScript();
    private final MarketLog log = new MarketLog();
    private final Shelf shelf = new Shelf();
    private long nowNs;
    private SimbaReceiver receiver;

    /** Packets that can be asked for; it hands out one at a time, and may break down behind any of them. */
    private final class Shelf implements PacketReplay
    {
        private final TreeMap<Long, UnsafeBuffer> packets = new TreeMap<>();
        private final List<String> requests = new ArrayList<>();
        private State state = State.IDLE;
        private String failure = "";
        private long next;
        private long last;
        private int breaksAfter = Integer.MAX_VALUE;
        private boolean isSilent;

        @Override
        public void request(final long firstMsgSeqNum, final long lastMsgSeqNum)
        {
            requests.add(firstMsgSeqNum + "-" + lastMsgSeqNum);
            next = firstMsgSeqNum;
            last = lastMsgSeqNum;
            state = State.RUNNING;
        }

        @Override
        public int doWork(final Handler handler)
        {
            if (isSilent)
            {
                return 0;
            }
            if (0 == breaksAfter)
            {
                state = State.FAILED;
                failure = "connection cut";
                return 1;
            }
            final UnsafeBuffer packet = packets.get(next);
            if (next > last || null == packet)
            {
                state = State.DONE;
                return 1;
            }
            next++;
            breaksAfter--;
            handler.onPacket(packet, 0, packet.capacity());
            return 1;
        }

        @Override
        public State state()
        {
            return state;
        }

        @Override
        public String failure()
        {
            return failure;
        }

        @Override
        public void cancel()
        {
            requests.add("cancelled");
            state = State.IDLE;
        }

        @Override
        public void close()
        {
            requests.add("closed");
        }
    }

    @BeforeEach
    void start()
    {
        receiver = new SimbaReceiver(ReceiverGroups.deafReceiverContext()
            .clock(() -> nowNs)
            .gapTimeoutNs(GAP_TIMEOUT_NS)
            .replay(shelf)
            .maxReplayPackets(4)
            .replayTimeoutNs(REPLAY_TIMEOUT_NS)
            .listener(log).build());
        order(1, 7, 1, INCREMENTAL_A, INCREMENTAL_B);
        order(2, 8, 1, INCREMENTAL_A, INCREMENTAL_B);
        log.lines.clear();
    }

    @AfterEach
    void stop()
    {
        receiver.close();
        assertEquals("closed", shelf.requests.get(shelf.requests.size() - 1));
    }

    /** Order with the number of its packet; without feeds it is lost and only on the shelf. */
    private void order(final int msgSeqNum, final int securityId, final int rptSeq, final SimbaFeed... feeds)
    {
        shelf.packets.put(
            (long)msgSeqNum, script.packet(msgSeqNum).bid(msgSeqNum, securityId, rptSeq, 100, true).copy());
        script.to(receiver, feeds);
    }

    private void again(final long msgSeqNum, final SimbaFeed feed)
    {
        receiver.onPacket(feed, shelf.packets.get(msgSeqNum), 0, shelf.packets.get(msgSeqNum).capacity());
    }

    private void pass(final long ns)
    {
        nowNs += ns;
        receiver.doWork();
    }

    private void cycle(final int lastProcessed, final int bids7, final int rptSeq7, final int bids8, final int rptSeq8)
    {
        script.snapshot(1, lastProcessed, 7, rptSeq7, bids7).to(receiver, SNAPSHOT_B);
        script.snapshot(2, lastProcessed, 8, rptSeq8, bids8).to(receiver, SNAPSHOT_B);
        script.sequenceReset(3, 1).to(receiver, SNAPSHOT_B);
    }

    private void assertLog(final String... lines)
    {
        assertEquals(List.of(lines), log.lines);
    }

    @Test
    void shouldSayThatTheOtherFeedHadIt()
    {
        order(3, 7, 2);
        order(4, 7, 3, INCREMENTAL_A);
        pass(20);
        again(3, INCREMENTAL_B);

        assertLog("3: 7[1,3] last", "4: 7[1,3,4] last", "recovered GAP OTHER_FEED 3-3 missing=1 stale=0");
        assertEquals(20, log.recoveries.get(0).durationNs());
        assertEquals(1, receiver.counters().get(ReceiverCounter.OTHER_FEED_RECOVERIES));
        assertEquals(List.of(), shelf.requests);
    }

    @Test
    void shouldSayThatThePacketWasOnlyLate()
    {
        order(3, 7, 2);
        order(4, 7, 3, INCREMENTAL_A);
        again(3, INCREMENTAL_A);
        again(3, INCREMENTAL_B);
        again(4, INCREMENTAL_B);

        assertLog("3: 7[1,3] last", "4: 7[1,3,4] last", "recovered GAP LATE_PACKET 3-3 missing=1 stale=0");
        assertEquals(1, receiver.counters().get(ReceiverCounter.LATE_RECOVERIES));
    }

    @Test
    void shouldNotBeLiveWhileItWaitsForAMissingPacket()
    {
        order(3, 7, 2);
        order(4, 7, 3, INCREMENTAL_A);
        assertFalse(receiver.isLive());
        pass(GAP_TIMEOUT_NS - 1);
        assertFalse(receiver.isLive());
        again(3, INCREMENTAL_B);
        assertTrue(receiver.isLive());
        assertEquals(0, receiver.counters().get(ReceiverCounter.GAPS));
    }

    @Test
    void shouldAskForWhatNeitherFeedHasBroughtInTime()
    {
        order(3, 7, 2);
        order(4, 7, 3);
        order(5, 8, 2, INCREMENTAL_A);
        pass(GAP_TIMEOUT_NS);
        assertFalse(receiver.isLive());
        assertTrue(receiver.books().isStale(8));
        // Meanwhile the market goes on.
        order(6, 8, 3, INCREMENTAL_A, INCREMENTAL_B);
        pass(5);
        pass(5);
        pass(5);

        assertLog("gap 3", "stale 8", "3: 7[1,3] last", "4: 7[1,3,4] last", "5: 8[2,5] last", "6: 8[2,5,6] last",
            "right 8", "recovered GAP TCP_REPLAY 3-4 missing=2 stale=1");
        assertEquals(List.of("3-4"), shelf.requests);
        assertTrue(receiver.isLive());
        assertEquals(0, receiver.books().staleCount());
        assertEquals(2, receiver.counters().get(ReceiverCounter.REPLAYED_PACKETS));
        assertEquals(1, receiver.counters().get(ReceiverCounter.REPLAY_RECOVERIES));
        assertEquals(GAP_TIMEOUT_NS + 10, log.recoveries.get(0).durationNs());
        assertEquals(1, receiver.counters().get(ReceiverCounter.JOINS));
    }

    @Test
    void shouldNotMindThatAFeedBringsItWhileTheReplayRuns()
    {
        order(3, 7, 2);
        order(4, 7, 3, INCREMENTAL_A);
        shelf.isSilent = true;
        pass(GAP_TIMEOUT_NS);
        again(3, INCREMENTAL_B);
        assertTrue(receiver.isLive());
        shelf.isSilent = false;
        pass(5);
        pass(5);

        assertLog("gap 3", "stale 7", "3: 7[1,3] last", "4: 7[1,3,4] last", "right 7",
            "recovered GAP OTHER_FEED 3-3 missing=1 stale=1");
        // The replayed copy.
        assertEquals(3, receiver.counters().get(ReceiverCounter.DUPLICATES));
        assertEquals(PacketReplay.State.DONE, shelf.state());
    }

    @Test
    void shouldTakeASnapshotWhenTheReplayIsCutOff()
    {
        shelf.breaksAfter = 1;
        order(3, 7, 2);
        order(4, 7, 3);
        order(5, 8, 2, INCREMENTAL_A);
        pass(GAP_TIMEOUT_NS);
        pass(5);
        pass(5);
        assertFalse(receiver.isLive());
        assertEquals(3, receiver.lastMsgSeqNum());
        order(6, 7, 4, INCREMENTAL_B);
        cycle(5, 3, 3, 2, 2);

        assertLog("gap 3", "stale 8", "3: 7[1,3] last", "stale 7", "right 7", "right 8", "joined 5",
            "recovered GAP SNAPSHOT 3-4 missing=2 stale=2 connection cut", "6: 7[1,2,3,6] last");
        assertEquals(1, receiver.counters().get(ReceiverCounter.REPLAY_FAILURES));
        assertEquals(1, receiver.counters().get(ReceiverCounter.RECOVERIES));
        assertEquals(0, receiver.counters().get(ReceiverCounter.FAULTS));
    }

    @Test
    void shouldTakeASnapshotWhenTheReplayDoesNotAnswer()
    {
        shelf.isSilent = true;
        order(3, 7, 2);
        order(4, 7, 3, INCREMENTAL_A);
        pass(GAP_TIMEOUT_NS);
        pass(REPLAY_TIMEOUT_NS - 1);
        cycle(4, 3, 3, 1, 1);
        assertFalse(receiver.isLive());
        pass(1);
        cycle(4, 3, 3, 1, 1);

        assertLog("gap 3", "stale 7", "right 7", "joined 4", "recovered GAP SNAPSHOT 3-3 missing=1 stale=1 " +
            "The replay did not answer in time: replayTimeoutNs=1000");
        assertEquals(List.of("3-3", "cancelled"), shelf.requests);
    }

    @Test
    void shouldTakeASnapshotWhenTheReplayHasNotEverything()
    {
        order(3, 7, 2);
        order(4, 7, 3, INCREMENTAL_A);
        shelf.packets.remove(3L);
        pass(GAP_TIMEOUT_NS);
        pass(1);
        cycle(4, 3, 3, 1, 1);

        assertLog("gap 3", "stale 7", "right 7", "joined 4", "recovered GAP SNAPSHOT 3-3 missing=1 stale=1 " +
            "The replay ended without all packets: lastRequested=3");
    }

    @Test
    void shouldNotAskForALargeGap()
    {
        for (int i = 3; i < 8; i++)
        {
            order(i, 7, i - 1);
        }
        order(8, 7, 7, INCREMENTAL_B);
        pass(GAP_TIMEOUT_NS);
        // Nothing came of instrument 8, and yet it is behind.
        cycle(8, 7, 7, 3, 3);

        assertLog("gap 3", "stale 7", "stale 8", "right 8", "right 7", "joined 8",
            "recovered GAP SNAPSHOT 3-7 missing=5 stale=2");
        assertEquals(List.of(), shelf.requests);
        assertEquals(5, receiver.counters().get(ReceiverCounter.MISSING_PACKETS));
    }

    @Test
    void shouldAskForTheLastPacketsThatAHeartbeatNames()
    {
        order(3, 7, 2);
        order(4, 7, 3);
        script.heartbeat(4).to(receiver, INCREMENTAL_A, INCREMENTAL_B);
        pass(GAP_TIMEOUT_NS);
        pass(5);
        pass(5);

        assertLog("gap 3", "3: 7[1,3] last", "4: 7[1,3,4] last", "recovered GAP TCP_REPLAY 3-4 missing=2 stale=0");
    }

    @Test
    void shouldReportALateJoin()
    {
        receiver.close();
        receiver = new SimbaReceiver(
            ReceiverGroups.deafReceiverContext().clock(() -> nowNs).replay(shelf).listener(log).build());
        nowNs += 300;
        order(3, 7, 2, INCREMENTAL_A);
        cycle(2, 1, 1, 1, 1);

        assertLog("joined 2", "recovered LATE_JOIN SNAPSHOT 1-2 missing=0 stale=0", "3: 7[1,3] last");
        assertEquals(300, log.recoveries.get(0).durationNs());
        assertEquals(0, receiver.counters().get(ReceiverCounter.RECOVERIES));
    }

    @Test
    void shouldForgetTheGapWhenTheNumbersBeginAgain()
    {
        shelf.isSilent = true;
        order(3, 7, 2);
        order(4, 7, 3, INCREMENTAL_A);
        pass(GAP_TIMEOUT_NS);
        script.sequenceReset(1, 1).to(receiver, INCREMENTAL_A, INCREMENTAL_B);
        script.packet(1).emptyBook(true).to(receiver, INCREMENTAL_A);

        assertLog("gap 3", "stale 7", "joined 0", "1: cleared last");
        assertEquals(List.of("3-3", "cancelled"), shelf.requests);
        assertTrue(receiver.isLive());
        assertEquals(0, receiver.books().staleCount());
    }
}
