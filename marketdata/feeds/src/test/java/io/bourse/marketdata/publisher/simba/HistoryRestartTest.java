// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.marketdata.net.PacketHistory;
import io.bourse.marketdata.simba.SimbaPacketDescriptor;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a publisher can replay of its former lives.
 */
class HistoryRestartTest
{
    @TempDir
    private Path dir;

    private SimbaOrderLogOptionsBuilder context()
    {
        return SimbaOrderLogOptions.builder().markFile(dir.resolve("mark"));
    }

    private FeedRig life(final SimbaOrderLogOptionsBuilder context)
    {
        return FeedRig.withHistory(
            context, PacketHistory.inFile(dir.resolve("packets"), PacketHistory.MIN_CAPACITY));
    }

    private static void define(final FeedRig rig)
    {
        rig.events.begin(1).instrument(7).session(1).end();
    }

    private static void bids(final FeedRig rig, final int from, final int to)
    {
        for (int i = from; i <= to; i++)
        {
            rig.events.more(1 == i).begin(1_000L * i)
                .accepted(7, i, Side.BUY, 100, 1, TimeInForce.DAY).end();
        }
    }

    /** A life that waits for the second order in vain, so that it numbers one higher than the rule. */
    private List<String> lifeWithAnEarlyCut(final int lastOrder)
    {
        try (FeedRig rig = life(context().burstTimeoutNs(10)).liveFrom(0))
        {
            define(rig);
            bids(rig, 1, 1);
            rig.feed.doWork(100);
            rig.feed.doWork(200);
            bids(rig, 2, lastOrder);
            assertEquals(1, rig.outlet.counters().get(OrderLogCounter.EARLY_CUTS));
            assertEquals(lastOrder, rig.outlet.msgSeqNum());
            return packets(rig.history);
        }
    }

    /** All packets with their numbers, byte by byte. */
    private static List<String> packets(final PacketHistory history)
    {
        final ArrayList<String> packets = new ArrayList<>();
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[2048]);
        for (long number = history.firstMsgSeqNum(); 0 < history.length(number); number++)
        {
            final byte[] bytes = new byte[history.copy(number, buffer, 0)];
            buffer.getBytes(0, bytes);
            packets.add(number + " " + HexFormat.of().formatHex(bytes));
        }
        return packets;
    }

    @Test
    void shouldKeepThePacketsOfAFormerLifeAsTheyWereSentAndGoOnBehindThem()
    {
        final List<String> first = lifeWithAnEarlyCut(40);
        assertEquals(40, first.size());
        final List<String> second;
        try (FeedRig rig = life(context()).liveFrom(43))
        {
            define(rig);
            bids(rig, 1, 43);
            second = packets(rig.history);
            // 41 and 42 were matched while no publisher ran.
            assertEquals(43, second.size());
            assertEquals(first, second.subList(0, 40));
            final int flags = SimbaPacketDescriptor.FLAG_POSS_DUP;
            assertEquals(
                List.of(flags, flags, 0),
                rig.received.stream().filter((packet) -> FeedRig.number(packet) > 40 && FeedRig.flags(packet) > 1)
                    .map((packet) -> FeedRig.flags(packet) & flags).toList());
        }
        try (FeedRig rig = life(context()).liveFrom(44))
        {
            define(rig);
            bids(rig, 1, 43);
            assertEquals(second, packets(rig.history));
        }
    }

    @Test
    void shouldReplaceWhatWasSentBehindTheMark()
    {
        lifeWithAnEarlyCut(5);
        try (PacketHistory history = PacketHistory.inFile(dir.resolve("packets"), PacketHistory.MIN_CAPACITY))
        {
            // Sent and kept, and then the process was killed before it put the mark.
            history.append(6, new UnsafeBuffer(new byte[70]), 0, 70);
        }
        try (FeedRig rig = life(context()).liveFrom(7))
        {
            define(rig);
            bids(rig, 1, 6);
            assertEquals(6, rig.history.lastMsgSeqNum());
            assertNotEquals(70, rig.history.length(6));
        }
    }

    @Test
    void shouldServeNothingWhoseNumberIsNotKnownForCertain()
    {
        lifeWithAnEarlyCut(5);
        // Another capacity: the file of the former life is gone, and by the rule its packets had other numbers.
        try (FeedRig rig = FeedRig.withHistory(
            context(), PacketHistory.inFile(dir.resolve("packets"), 2 * PacketHistory.MIN_CAPACITY)).liveFrom(6))
        {
            define(rig);
            bids(rig, 1, 5);
            assertEquals(0, rig.history.lastMsgSeqNum());
            bids(rig, 6, 6);
            assertEquals("6..6", rig.history.firstMsgSeqNum() + ".." + rig.history.lastMsgSeqNum());
        }
    }

    @Test
    void shouldMakePacketsAgainWhenThereAreNone()
    {
        lifeWithAnEarlyCut(5);
        try (FeedRig rig = new FeedRig(SimbaOrderLogOptions.builder()).liveFrom(6))
        {
            define(rig);
            bids(rig, 1, 5);
            final UnsafeBuffer packet = new UnsafeBuffer(new byte[2048]);
            assertEquals("1..4", rig.history.firstMsgSeqNum() + ".." + rig.history.lastMsgSeqNum());
            rig.history.copy(4, packet, 0);
            assertEquals(5_000, packet.getLong(SimbaPacketDescriptor.TRANSACT_TIME_OFFSET, ByteOrder.LITTLE_ENDIAN));
        }
    }

    @Test
    void shouldDropPacketsWhoseTransactionsTheStreamHasLost()
    {
        lifeWithAnEarlyCut(9);
        try (FeedRig rig = life(context()).liveFrom(4))
        {
            define(rig);
            bids(rig, 1, 3);
            assertEquals(0, rig.history.lastMsgSeqNum());
            bids(rig, 4, 4);
            assertEquals("3..3", rig.history.firstMsgSeqNum() + ".." + rig.history.lastMsgSeqNum());
        }
    }
}
