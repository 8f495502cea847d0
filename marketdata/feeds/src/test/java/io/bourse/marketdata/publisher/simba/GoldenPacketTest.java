// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.bourse.engine.protocol.CancelReason;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.marketdata.Multicast;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.net.FeedPair;
import io.bourse.marketdata.net.FeedPairCounter;
import io.bourse.marketdata.net.FeedPairOptions;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.MulticastReceiver;
import io.bourse.marketdata.simba.SimbaMessages;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.agrona.CloseHelper;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Datagrams as they arrive, against bytes computed by hand from SIMBA B.1 to B.3. The clock stands still at
 * 0x1122334455667700, so SendingTime of the packets is that, plus one for every packet before.
 */
class GoldenPacketTest
{
    private static final int INSTRUMENT = 7;
    private static final long PRICE_150 = 15_000_000;
    private static final long PRICE_151 = 15_100_000;
    private static final String NULL_PX = "ffffffffffffff7f";
    private static final String NULL_SIZE = "0000000000000080";
    private static final String PX_150 = "c0e1e40000000000";
    private static final String PX_151 = "6068e60000000000";

    private final String endpointA = Multicast.free();
    private final String endpointB = Multicast.free();
    private MulticastReceiver receiverA;
    private MulticastReceiver receiverB;
    private IncrementalFeed feed;
    private PacketOutlet outlet;
    private FeedPair pair;
    private PublicMarket market;
    private EventScript events;

    @BeforeEach
    void setUp() throws IOException
    {
        receiverA = Multicast.open(endpointA);
        receiverB = Multicast.open(endpointB);
        pair = new FeedPair(new FeedPairOptions("lo", 0, true, null, () -> 0x1122334455667700L),
            MulticastEndpoint.parse(endpointA), MulticastEndpoint.parse(endpointB), 2800, false);
        open(1400);
    }

    @AfterEach
    void tearDown()
    {
        CloseHelper.closeAll(receiverA, receiverB, pair);
    }

    @Test
    void shouldSendHandComputedPacketsWhenIocTradesAndLeavesARest()
    {
        feed.goLive();
        events.begin(0x0102030405060708L).instrument(INSTRUMENT).session(3).end();
        events.begin(0x0102030405060708L)
            .accepted(INSTRUMENT, 100, Side.SELL, PRICE_150, 10, TimeInForce.DAY).end();
        events.begin(0x0102030405060709L)
            .accepted(INSTRUMENT, 101, Side.BUY, PRICE_151, 15, TimeInForce.IOC)
            .trade(INSTRUMENT, 900, Side.BUY, PRICE_150, 10,
                new long[]{101, PRICE_151, 5}, new long[]{100, PRICE_150, 0})
            .cancelled(INSTRUMENT, 101, Side.BUY, PRICE_151, 5, CancelReason.IOC_REST)
            .end();

        final List<String> expected = List.of(
            // Heartbeat: no number used yet, 24 bytes, LastFragment.
            "00000000" + "1800" + "0100" + "0077665544332211" + header(0, 1),
            // Sell 10 at 150 rests: touch changes, so BestPrices goes first. 28 + 47 + 58 = 133 bytes.
            "01000000" + "8500" + "0900" + "0177665544332211" + "0807060504030201" + "03000000" +
            header(0, 14) + "2400" + "01" + NULL_PX + PX_150 + NULL_SIZE + "0a00000000000000" + "07000000" +
            header(50, 15) + "6400000000000000" + PX_150 + "0a00000000000000" + "0110000000000000" +
            "0000000000000000" + "07000000" + "01000000" + "00" + "31",
            // 28 + 47 + 58 + 82 + 82 + 58 = 355 bytes.
            "02000000" + "6301" + "0900" + "0277665544332211" + "0907060504030201" + "03000000" +
            // Both sides are empty afterwards.
            header(0, 14) + "2400" + "01" + NULL_PX + NULL_PX + NULL_SIZE + NULL_SIZE + "07000000" +
            // The aggressor enters: New, IOC.
            header(50, 15) + "6500000000000000" + PX_151 + "0f00000000000000" + "0200000000000000" +
            "0000000000000000" + "07000000" + "02000000" + "00" + "30" +
            // It trades: Change, 5 left, IOC and ActiveSide (bit 41).
            header(74, 16) + "6500000000000000" + PX_151 + "0500000000000000" + PX_150 + "0a00000000000000" +
            "8403000000000000" + "0200000000020000" + "0000000000000000" + "07000000" + "03000000" + "01" + "30" +
            // The resting order is filled: Delete, Day and PassiveSide (bit 42).
            header(74, 16) + "6400000000000000" + PX_150 + "0000000000000000" + PX_150 + "0a00000000000000" +
            "8403000000000000" + "0100000000040000" + "0000000000000000" + "07000000" + "04000000" + "02" + "31" +
            // The rest of the IOC order goes: Delete, IOC and EndOfTransaction (bit 12).
            header(50, 15) + "6500000000000000" + PX_151 + "0500000000000000" + "0210000000000000" +
            "0000000000000000" + "07000000" + "05000000" + "02" + "30");

        assertEquals(expected, receiveAll(receiverA, 3));
        assertEquals(expected, receiveAll(receiverB, 3));
        assertEquals(3, pair.counters().get(FeedPairCounter.PACKETS));
        assertEquals(0, pair.counters().get(FeedPairCounter.FAILURES));
    }

    @Test
    void shouldSendDeleteAndNewWhenReplaceMovesAndChangeWhenItKeepsItsPlace()
    {
        events.begin(1).instrument(INSTRUMENT).end();
        events.begin(1).accepted(INSTRUMENT, 100, Side.BUY, PRICE_150, 10, TimeInForce.DAY).end();
        feed.goLive();
        events.begin(2).replaced(INSTRUMENT, 101, 100, Side.BUY, PRICE_151, PRICE_150, 8, 10).end();
        events.begin(3).replaced(INSTRUMENT, 101, 101, Side.BUY, PRICE_151, PRICE_151, 6, 8).end();
        events.begin(4).cancelled(INSTRUMENT, 101, Side.BUY, PRICE_151, 6, CancelReason.REQUESTED).end();

        final List<String> actual = receiveAll(receiverA, 4);
        // Replace is bit 20, Cancel bit 21. No session was opened: its id is null. The silent packet took number 1.
        assertEquals(
            "02000000" + "bf00" + "0900" + "0177665544332211" + "0200000000000000" + "ffffffff" +
            header(0, 14) + "2400" + "01" + PX_151 + NULL_PX + "0800000000000000" + NULL_SIZE + "07000000" +
            header(50, 15) + "6400000000000000" + PX_150 + "0a00000000000000" + "0100100000000000" +
            "0000000000000000" + "07000000" + "02000000" + "02" + "30" +
            header(50, 15) + "6500000000000000" + PX_151 + "0800000000000000" + "0110100000000000" +
            "0000000000000000" + "07000000" + "03000000" + "00" + "30",
            actual.get(1));
        assertTrue(actual.get(2).endsWith(
            header(50, 15) + "6500000000000000" + PX_151 + "0600000000000000" + "0110100000000000" +
            "0000000000000000" + "07000000" + "04000000" + "01" + "30"), actual.get(2));
        assertTrue(actual.get(3).endsWith(
            header(50, 15) + "6500000000000000" + PX_151 + "0600000000000000" + "0110200000000000" +
            "0000000000000000" + "07000000" + "05000000" + "02" + "30"), actual.get(3));
    }

    @Test
    void shouldSendOneEmptyBookWhenTheSessionEnds()
    {
        events.begin(1).instrument(INSTRUMENT).session(9).end();
        events.begin(1).accepted(INSTRUMENT, 100, Side.BUY, PRICE_150, 10, TimeInForce.DAY).end();
        feed.goLive();
        events.begin(2).bookCleared(9)
            .cancelled(INSTRUMENT, 100, Side.BUY, PRICE_150, 10, CancelReason.SESSION_END).end();

        assertEquals(
            "02000000" + "2800" + "0900" + "0177665544332211" + "0200000000000000" + "09000000" +
            header(4, 4) + "ffffffff",
            receiveAll(receiverA, 2).get(1));
        assertEquals(0, market.instruments().get(0).book().orderCount());
    }

    @Test
    void shouldSendNoBestPricesWhenTheTouchStaysAsItWas()
    {
        events.begin(1).instrument(INSTRUMENT).end();
        events.begin(1).accepted(INSTRUMENT, 100, Side.BUY, PRICE_151, 10, TimeInForce.DAY).end();
        feed.goLive();
        events.begin(2).accepted(INSTRUMENT, 101, Side.BUY, PRICE_150, 10, TimeInForce.DAY).end();

        assertEquals(2 * (28 + 58), receiveAll(receiverA, 2).get(1).length());
    }

    @Test
    void shouldCutTransactionIntoPacketsAndNumberThemAlikeWhenSilent()
    {
        final List<Long> numbers = new ArrayList<>();
        for (int life = 0; life < 2; life++)
        {
            open(200);
            if (0 == life)
            {
                feed.goLive();
            }
            sweep();
            numbers.add(outlet.msgSeqNum());
        }
        assertEquals(numbers.get(0), numbers.get(1));

        // 5 resting orders of one packet each, then: BestPrices 47 + New 58, ten Executions of 82 two by two.
        final List<String> actual = receiveAll(receiverA, 1 + (int)(long)numbers.get(0));
        final ArrayList<String> shapes = new ArrayList<>();
        for (int i = 6; i < actual.size(); i++)
        {
            shapes.add(actual.get(i).length() / 2 + " flags=" + actual.get(i).substring(12, 16));
        }
        assertEquals(
            List.of("133 flags=0800", "192 flags=0800", "192 flags=0800", "192 flags=0800", "192 flags=0800",
                "192 flags=0900"),
            shapes);
        for (final String packet : actual)
        {
            final byte[] bytes = HexFormat.of().parseHex(packet);
            assertTrue(
                SimbaMessages.isWellFormed(new UnsafeBuffer(bytes), 0, bytes.length), packet);
        }
    }

    private void sweep()
    {
        events.begin(1).instrument(INSTRUMENT).end();
        for (int i = 1; i <= 5; i++)
        {
            events.begin(1).accepted(INSTRUMENT, i, Side.SELL, PRICE_150, 1, TimeInForce.DAY).end();
        }
        events.begin(2).accepted(INSTRUMENT, 50, Side.BUY, PRICE_150, 5, TimeInForce.DAY);
        for (int i = 1; i <= 5; i++)
        {
            events.trade(INSTRUMENT, i, Side.BUY, PRICE_150, 1,
                new long[]{50, PRICE_150, 5 - i}, new long[]{i, PRICE_150, 0});
        }
        events.end();
    }

    private void open(final int maxPacketLength)
    {
        market = new PublicMarket((transaction) -> feed.onTransaction(transaction));
        final SimbaOrderLogOptions context = SimbaOrderLogOptions.builder()
            .maxPacketLength(maxPacketLength)
            .heartbeatIntervalNs(Long.MAX_VALUE)
            .build();
        final CounterSet<OrderLogCounter> counters = new CounterSet<>(OrderLogCounter.class);
        outlet = new PacketOutlet(context, pair, counters);
        feed = new IncrementalFeed(
            context, outlet, new RptSeqs(), market.instruments(), new SentTransactions(null, counters));
        events = new EventScript(market);
    }

    private static String header(final int blockLength, final int templateId)
    {
        return String.format("%02x00%02x00444d0800", blockLength, templateId);
    }

    private static List<String> receiveAll(final MulticastReceiver receiver, final int count)
    {
        final ArrayList<String> packets = new ArrayList<>();
        while (packets.size() < count)
        {
            final int length = receiver.receive();
            if (0 < length)
            {
                final byte[] bytes = new byte[length];
                receiver.buffer().getBytes(0, bytes);
                packets.add(HexFormat.of().formatHex(bytes));
            }
            else
            {
                Thread.onSpinWait();
            }
        }
        assertEquals(0, receiver.receive(), "more packets than expected");
        return packets;
    }
}
