// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.marketdata.simba.SimbaMessages;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Where packets end, and that everyone who reads the same events ends them there.
 */
class PackingTest
{
    private static final int INSTRUMENT = 7;
    private static final long PRICE = 15_000_000;
    private static final String NULL_PX = "ffffffffffffff7f";
    private static final String NULL_SIZE = "0000000000000080";
    private static final String PX = "c0e1e40000000000";

    private final List<FeedRig> rigs = new ArrayList<>();

    @AfterEach
    void tearDown()
    {
        rigs.forEach(FeedRig::close);
    }

    private FeedRig rig(final SimbaOrderLogOptionsBuilder context)
    {
        final FeedRig rig = new FeedRig(context);
        rigs.add(rig);
        return rig;
    }

    private FeedRig live()
    {
        final FeedRig rig = rig(SimbaOrderLogOptions.builder()).liveFrom(0);
        rig.events.begin(1).instrument(INSTRUMENT).session(3).end();
        return rig;
    }

    private static void bid(final FeedRig rig, final long timeNs, final long orderId, final boolean isMore)
    {
        rig.events.more(isMore).begin(timeNs)
            .accepted(INSTRUMENT, orderId, Side.BUY, PRICE, 10, TimeInForce.DAY).end();
    }

    /** Lengths of the incremental packets received. */
    private static List<Integer> lengths(final FeedRig rig)
    {
        rig.receive();
        return rig.received.stream().filter((packet) -> 0 != (FeedRig.flags(packet) & 8))
            .map((packet) -> packet.length() / 2).collect(Collectors.toList());
    }

    @Test
    void shouldSendABurstAsOnePacketWithOneBestPricesOfItsEnd()
    {
        final FeedRig rig = live();
        bid(rig, 1_000, 100, true);
        rig.events.more(true).begin(2_000).end();
        rig.events.more(true).begin(3_000)
            .cancelled(INSTRUMENT, 100, Side.BUY, PRICE, 10, CancelReason.REQUESTED).end();
        assertTrue(rig.feed.isPacketOpen());
        assertEquals(64, rig.feed.publishedCursor());
        bid(rig, 101_000, 102, false);

        // 28 + 47 + 3 x 58 = 249 bytes; TransactTime is the first one's, all but the last flag are of each transaction.
        assertEquals(List.of(
            "01000000" + "f900" + "0900" + "0000000000000000" + "e803000000000000" + "03000000" +
            header(0, 14) + "2400" + "01" + PX + NULL_PX + "0a00000000000000" + NULL_SIZE + "07000000" +
            header(50, 15) + "6400000000000000" + PX + "0a00000000000000" + "0110000000000000" +
            "0000000000000000" + "07000000" + "01000000" + "00" + "30" +
            header(50, 15) + "6400000000000000" + PX + "0a00000000000000" + "0110200000000000" +
            "0000000000000000" + "07000000" + "02000000" + "02" + "30" +
            header(50, 15) + "6600000000000000" + PX + "0a00000000000000" + "0110000000000000" +
            "0000000000000000" + "07000000" + "03000000" + "00" + "30"),
            rig.received.subList(1, rig.received.size()));
        assertEquals(5 * 64, rig.feed.publishedCursor());
        assertFalse(rig.feed.isPacketOpen());
    }

    @Test
    void shouldEndThePacketBeforeATransactionThatComesLater()
    {
        final FeedRig rig = live();
        bid(rig, 1_000, 100, true);
        bid(rig, 101_001, 101, true);
        assertEquals(List.of(28 + 47 + 58), lengths(rig));
        assertEquals(2 * 64, rig.feed.publishedCursor());
        bid(rig, 101_002, 102, false);
        assertEquals(List.of(28 + 47 + 58, 28 + 47 + 2 * 58), lengths(rig));
    }

    @Test
    void shouldEndThePacketWhenNothingFollowsThePublicCanSee()
    {
        final FeedRig rig = live();
        bid(rig, 1_000, 100, true);
        assertEquals(List.of(), lengths(rig));
        rig.events.more(false).begin(1_001).end();
        assertEquals(List.of(28 + 47 + 58), lengths(rig));
        assertEquals(3 * 64, rig.feed.publishedCursor());
    }

    @Test
    void shouldEndThePacketBeforeATransactionThatDoesNotFit()
    {
        final FeedRig rig = live();
        for (int i = 0; i < 30; i++)
        {
            bid(rig, 1_000 + i, 100 + i, i < 29);
        }
        // 28 + 47 + 22 x 58 = 1351, one more would be 1409.
        assertEquals(List.of(28 + 47 + 22 * 58, 28 + 47 + 8 * 58), lengths(rig));
    }

    @Test
    void shouldGiveATransactionThatFitsNoPacketPacketsOfItsOwn()
    {
        final FeedRig rig = live();
        bid(rig, 1_000, 100, true);
        rig.events.more(true).begin(1_001);
        for (int i = 0; i < 30; i++)
        {
            rig.events.accepted(INSTRUMENT, 200 + i, Side.SELL, PRICE + 100 + i, 1, TimeInForce.DAY);
        }
        rig.events.end();
        bid(rig, 1_002, 101, false);
        assertEquals(
            List.of(28 + 47 + 58, 28 + 47 + 22 * 58, 28 + 8 * 58, 28 + 47 + 58), lengths(rig));
        assertEquals(
            List.of(9, 8, 9, 9),
            rig.received.stream().map(FeedRig::flags).filter((flags) -> 0 != (flags & 8)).toList());
    }

    @Test
    void shouldGiveTheEndOfASessionAPacketOfItsOwn()
    {
        final FeedRig rig = live();
        bid(rig, 1_000, 100, true);
        rig.events.more(true).begin(1_001).session(4).accepted(
            INSTRUMENT, 101, Side.BUY, PRICE, 10, TimeInForce.DAY).end();
        bid(rig, 1_002, 102, false);
        assertEquals(List.of(28 + 47 + 58, 28 + 47 + 58, 28 + 47 + 58), lengths(rig));
    }

    @Test
    void shouldEndEverySixtyFourthPacketWithItsFirstTransaction()
    {
        final FeedRig rig = live();
        for (int i = 1; i < 64; i++)
        {
            bid(rig, i, 100 + i, false);
        }
        for (int i = 0; i < 4; i++)
        {
            bid(rig, 1_000, 200 + i, i < 3);
        }
        assertEquals(List.of(28 + 47 + 58, 28 + 47 + 3 * 58), lengths(rig).subList(63, 65));
    }

    @Test
    void shouldSendWhatHasWaitedTooLong()
    {
        final FeedRig rig = rig(SimbaOrderLogOptions.builder().burstTimeoutNs(1_000)).liveFrom(0);
        rig.events.begin(1).instrument(INSTRUMENT).end();
        bid(rig, 1_000, 100, true);
        assertEquals(0, rig.feed.doWork(5_000));
        assertEquals(0, rig.feed.doWork(6_000));
        assertEquals(List.of(), lengths(rig));
        assertEquals(1, rig.feed.doWork(6_001));
        assertEquals(List.of(28 + 47 + 58), lengths(rig));
        assertEquals(1, rig.outlet.counters().get(OrderLogCounter.EARLY_CUTS));
        assertEquals(2 * 64, rig.feed.publishedCursor());
    }

    @Test
    void shouldWaitForTheRestOfABurstHoweverLongWhenTheOtherSideIsSentElsewhere()
    {
        final FeedRig rig = FeedRig.ofSideA(SimbaOrderLogOptions.builder().burstTimeoutNs(1_000)).liveFrom(0);
        rigs.add(rig);
        rig.events.begin(1).instrument(INSTRUMENT).end();
        bid(rig, 1_000, 100, true);
        rig.feed.doWork(5_000);
        assertEquals(0, rig.feed.doWork(Long.MAX_VALUE - 1));
        assertTrue(rig.feed.isPacketOpen());
        assertEquals(0, rig.outlet.counters().get(OrderLogCounter.EARLY_CUTS));
        // The engine has died and come back: a gateway connects, of which the public learns nothing.
        rig.events.more(false).begin(10_000_000_000L).end();
        assertEquals(List.of(28 + 47 + 58), lengths(rig));
        assertEquals(1, rig.outlet.msgSeqNum());
    }

    @Test
    void shouldCutAlikeHoweverMuchIsHistory()
    {
        final long seed = System.nanoTime();
        System.out.println("PackingTest seed=" + seed);
        final Random random = new Random(seed);
        for (int round = 0; round < 40; round++)
        {
            final List<Consumer<EventScript>> script = RandomEvents.script(random, 300);
            final int maxPacketLength = 128 + random.nextInt(1_300);
            final List<String> expected = play(script, maxPacketLength, 0).packets();
            for (final int liveFrom : new int[]{1, random.nextInt(script.size()), script.size(), -1})
            {
                final FeedRig rig = play(script, maxPacketLength, liveFrom);
                assertEquals(expected, rig.packets(), "seed=" + seed + " round=" + round + " liveFrom=" + liveFrom);
            }
            for (final String packet : expected)
            {
                final byte[] bytes = HexFormat.of().parseHex(packet);
                assertTrue(SimbaMessages.isWellFormed(new UnsafeBuffer(bytes), 0, bytes.length), packet);
                assertTrue(bytes.length <= maxPacketLength, packet);
            }
            tearDown();
            rigs.clear();
        }
    }

    private FeedRig play(final List<Consumer<EventScript>> script, final int maxPacketLength, final int liveFrom)
    {
        final FeedRig rig =
            rig(SimbaOrderLogOptions.builder().maxPacketLength(maxPacketLength)).liveFrom(liveFrom);
        script.forEach((transaction) -> transaction.accept(rig.events));
        return rig;
    }

    private static String header(final int blockLength, final int templateId)
    {
        return String.format("%02x00%02x00444d0800", blockLength, templateId);
    }
}
