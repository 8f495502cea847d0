// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_INCREMENTAL;
import static io.bourse.marketdata.simba.SimbaPacketDescriptor.FLAG_POSS_DUP;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Lives of a publisher one after the other, with a mark between them.
 */
class RestartTest
{
    private static final int BIT_FLAGS_FROM = 12;
    /** TransactTime 0, no session, EmptyBook behind packet 0. */
    private static final String NIGHTLY = "0000000000000000ffffffff04000400444d080000000000";

    @TempDir
    private Path dir;
    private Path markFile;

    @BeforeEach
    void setUp()
    {
        markFile = dir.resolve("mark");
    }

    private FeedRig life()
    {
        return new FeedRig(SimbaOrderLogOptions.builder().markFile(markFile));
    }

    private static void bid(final FeedRig rig, final int orderId, final boolean isMore)
    {
        rig.events.more(isMore).begin(1_000L * orderId)
            .accepted(7, orderId, Side.BUY, 100, 1, TimeInForce.DAY).end();
    }

    private static void play(final FeedRig rig, final int orders)
    {
        rig.events.begin(1).instrument(7).end();
        for (int i = 1; i <= orders; i++)
        {
            bid(rig, i, false);
        }
    }

    /** Numbers of the incremental packets, with a mark at those that may be repeated. */
    private static List<String> numbers(final FeedRig rig)
    {
        rig.receive();
        final ArrayList<String> numbers = new ArrayList<>();
        for (final String packet : rig.received)
        {
            final int flags = FeedRig.flags(packet);
            if (0 != (flags & FLAG_INCREMENTAL))
            {
                numbers.add(FeedRig.number(packet) + (0 == (flags & FLAG_POSS_DUP) ? "" : "?"));
            }
        }
        return numbers;
    }

    private void firstLife(final int orders)
    {
        try (FeedRig rig = life().liveFrom(0))
        {
            play(rig, orders);
        }
    }

    @Test
    void shouldSendWhatIsBehindTheMarkAgainAndThenGoOn()
    {
        firstLife(3);
        try (FeedRig rig = life().liveFrom(6))
        {
            play(rig, 5);
            bid(rig, 6, false);
            assertEquals(List.of("4?", "5?", "6"), numbers(rig));
            assertEquals(2, rig.outlet.counters().get(OrderLogCounter.PACKETS_REPEATED));
        }
        try (FeedRig rig = life().liveFrom(7))
        {
            play(rig, 6);
            bid(rig, 7, false);
            assertEquals(List.of("7"), numbers(rig));
        }
    }

    @Test
    void shouldSendOnlyAsManyAgainAsItMay()
    {
        firstLife(3);
        final SimbaOrderLogOptionsBuilder context =
            SimbaOrderLogOptions.builder().markFile(markFile).maxRepeatedPackets(2);
        try (FeedRig rig = new FeedRig(context).liveFrom(11))
        {
            play(rig, 10);
            bid(rig, 11, false);
            assertEquals(List.of("4?", "5?", "11"), numbers(rig));
        }
    }

    @Test
    void shouldSendNothingAgainWhenTheMarkIsOfAnotherStream()
    {
        try (FeedRig rig = life().liveFrom(0))
        {
            rig.events.begin(1).instrument(7).end();
            rig.events.begin(1_500).accepted(7, 1, Side.BUY, 100, 1, TimeInForce.DAY).end();
            bid(rig, 2, false);
            rig.events.begin(2_500).accepted(7, 3, Side.BUY, 100, 1, TimeInForce.DAY).end();
        }
        try (FeedRig rig = life().liveFrom(6))
        {
            play(rig, 5);
            bid(rig, 6, false);
            assertEquals(List.of("6"), numbers(rig));
        }
    }

    @Test
    void shouldCutByTheRuleWhenTheMarkOfAnotherStreamIsInsideABurst()
    {
        try (FeedRig rig = life().liveFrom(0))
        {
            rig.events.begin(1).instrument(7).end();
            rig.events.begin(1_500).accepted(7, 1, Side.BUY, 100, 1, TimeInForce.DAY).end();
            rig.events.begin(2_500).accepted(7, 2, Side.BUY, 100, 1, TimeInForce.DAY).end();
        }
        try (FeedRig rig = life().liveFrom(5))
        {
            rig.events.begin(1).instrument(7).end();
            for (int i = 1; i <= 5; i++)
            {
                bid(rig, i, i < 4);
            }
            assertEquals(2, rig.outlet.msgSeqNum());
            bid(rig, 6, false);
            assertEquals(List.of("2?", "3"), numbers(rig));
        }
    }

    @Test
    void shouldSendNoNumberPlainlyThatWasUsedForWhatTheStreamHasLost()
    {
        firstLife(6);
        try (FeedRig rig = life().liveFrom(4))
        {
            play(rig, 3);
            // The receivers have heard of 6: this is how they learn that the history they know is lost.
            assertEquals("3 1", FeedRig.number(rig.received.get(0)) + " " + FeedRig.flags(rig.received.get(0)));
            playOthers(rig, 4, 4);
            assertEquals(List.of("4?"), numbers(rig));
        }
        // Dead again before it has passed 6: 5 and 6 are used all the same, and perhaps 4 a third time.
        try (FeedRig rig = life().liveFrom(5))
        {
            play(rig, 3);
            playOthers(rig, 4, 8);
            assertEquals(List.of("5?", "6?", "7", "8"), numbers(rig));
        }
        try (FeedRig rig = life().liveFrom(9))
        {
            play(rig, 3);
            playOthers(rig, 4, 10);
            assertEquals(List.of("9", "10"), numbers(rig));
        }
    }

    @Test
    void shouldReportALostHistoryAlsoWhenItSendsOneSideOnly() throws IOException
    {
        firstLife(6);
        try (FeedRig rig = FeedRig.ofSideA(SimbaOrderLogOptions.builder().markFile(markFile)).liveFrom(4))
        {
            play(rig, 3);
            rig.receive();
            assertEquals(List.of(3L), rig.received.stream().map(FeedRig::number).toList());
        }
        Files.delete(markFile);
        firstLife(3);
        try (FeedRig rig = FeedRig.ofSideA(SimbaOrderLogOptions.builder().markFile(markFile)).liveFrom(4))
        {
            play(rig, 3);
            rig.receive();
            assertEquals(List.of(), rig.received);
        }
    }

    @Test
    void shouldBeginANewDayPlainlyAlthoughTheStreamHasLostNumbers()
    {
        firstLife(6);
        try (FeedRig rig = life().liveFrom(5))
        {
            rig.events.begin(1).instrument(7).session(1, 20_261_122).end();
            bid(rig, 1, false);
            bid(rig, 2, false);
            rig.events.begin(3_000).end();
            rig.events.begin(4_000).end();
            bid(rig, 5, false);
            rig.events.begin(5_500).session(2, 20_261_123).end();
            bid(rig, 6, false);
            // 2 is the orders of yesterday, which always go out as repeated.
            assertEquals(List.of("3?", "1", "2?", "3"), numbers(rig));
        }
    }

    /** What the engine did instead of what it has lost. */
    private static void playOthers(final FeedRig rig, final int from, final int to)
    {
        for (int i = from; i <= to; i++)
        {
            rig.events.begin(1_000L * i + 500).accepted(7, 100 + i, Side.BUY, 100, 1, TimeInForce.DAY).end();
        }
    }

    @Test
    void shouldGoOnWithItsNumberWhenAFormerLifeDidNotWait()
    {
        final SimbaOrderLogOptionsBuilder context =
            SimbaOrderLogOptions.builder().markFile(markFile).burstTimeoutNs(10);
        try (FeedRig rig = new FeedRig(context).liveFrom(0))
        {
            rig.events.begin(1).instrument(7).end();
            bid(rig, 1, true);
            rig.feed.doWork(100);
            rig.feed.doWork(200);
            bid(rig, 2, false);
            assertEquals(List.of("1", "2"), numbers(rig));
        }
        try (FeedRig rig = life().liveFrom(3))
        {
            rig.events.begin(1).instrument(7).end();
            bid(rig, 1, true);
            bid(rig, 2, false);
            bid(rig, 3, false);
            assertEquals(List.of("3"), numbers(rig));
        }
    }

    @Test
    void shouldMarkAPacketAsRepeatedThatWasOpenWhenHistoryEnded()
    {
        try (FeedRig rig = life().liveFrom(2))
        {
            rig.events.begin(1).instrument(7).end();
            bid(rig, 1, true);
            bid(rig, 2, false);
            bid(rig, 3, false);
            assertEquals(List.of("1?", "2"), numbers(rig));
        }
    }

    @Test
    void shouldNeverLeaveAGapOrRepeatPlainlyHoweverItDied() throws IOException
    {
        final long seed = System.nanoTime();
        System.out.println("RestartTest seed=" + seed);
        final Random random = new Random(seed);
        for (int round = 0; round < 30; round++)
        {
            Files.deleteIfExists(markFile);
            final List<Consumer<EventScript>> script = RandomEvents.script(random, 250);
            final List<String> wire = new ArrayList<>();
            int done = 0;
            while (done < script.size())
            {
                done = live(script, done, random, wire);
            }
            final List<String> expected;
            try (FeedRig rig = new FeedRig(SimbaOrderLogOptions.builder()).liveFrom(0))
            {
                script.forEach((transaction) -> transaction.accept(rig.events));
                rig.receive();
                expected = incremental(rig.received).stream().map(RestartTest::withoutPossDup).toList();
            }
            assertEquals(expected, firstCopies(wire), "seed=" + seed + " round=" + round);
        }
    }

    /** A life that dies at random, perhaps between sending a packet and marking it. */
    private int live(
        final List<Consumer<EventScript>> script, final int done, final Random random, final List<String> wire)
        throws IOException
    {
        // While nobody published the engine went on.
        final int history = 0 == done ? 0 : Math.min(script.size(), done + random.nextInt(20));
        final int end = Math.min(script.size(), history + 20 + random.nextInt(100));
        byte[] previousMark = null;
        try (FeedRig rig = life().liveFrom(history))
        {
            for (int i = 0; i < end; i++)
            {
                if (i == end - 1)
                {
                    previousMark = Files.readAllBytes(markFile);
                }
                script.get(i).accept(rig.events);
            }
            rig.receive();
            wire.addAll(incremental(rig.received));
        }
        if (0 < done && random.nextBoolean())
        {
            Files.write(markFile, previousMark);
        }
        return end;
    }

    /** Incremental packets but the nightly EmptyBook, which is the same every night. */
    private static List<String> incremental(final List<String> packets)
    {
        return packets.stream()
            .filter((packet) -> 0 != (FeedRig.flags(packet) & FLAG_INCREMENTAL) && !packet.contains(NIGHTLY))
            .toList();
    }

    /** What a subscriber keeps: plain packets, and repeated ones it has not got. */
    private static List<String> firstCopies(final List<String> wire)
    {
        final List<String> kept = new ArrayList<>();
        for (final String packet : wire)
        {
            final String plain = withoutPossDup(packet);
            if (packet.equals(plain) || !kept.contains(plain))
            {
                kept.add(plain);
            }
        }
        return kept;
    }

    private static String withoutPossDup(final String packet)
    {
        return packet.substring(0, BIT_FLAGS_FROM) +
            String.format("%02x", FeedRig.flags(packet) & ~FLAG_POSS_DUP) + packet.substring(BIT_FLAGS_FROM + 2);
    }
}
