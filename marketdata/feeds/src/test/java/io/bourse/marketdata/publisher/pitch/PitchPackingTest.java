// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import static io.bourse.marketdata.publisher.pitch.PitchCounter.PACKETS;
import static io.bourse.marketdata.publisher.pitch.PitchCounter.SEND_FAILURES;
import static io.bourse.marketdata.publisher.pitch.PitchCounter.SEQUENCE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.bourse.engine.protocol.InstrumentDefinedEncoder;
import io.bourse.engine.protocol.OrderAcceptedEncoder;
import io.bourse.engine.protocol.OrderCancelledEncoder;
import io.bourse.engine.protocol.Side;
import io.bourse.engine.protocol.TimeInForce;
import io.bourse.engine.testing.TestEngine;
import io.bourse.marketdata.Multicast;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.MulticastReceiver;
import io.bourse.marketdata.pitch.SequencedUnit;
import io.bourse.testing.EventScript;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Datagrams as they arrive: bytes, numbers, and what goes together.
 */
class PitchPackingTest
{
    private static final long DEADLINE_NS = 10_000_000_000L;

    private final String groupA = Multicast.free();
    private final String groupB = Multicast.free();
    private MulticastReceiver receiverA;
    private MulticastReceiver receiverB;
    private PitchFeed feed;
    private EventScript events;

    @BeforeEach
    void setUp()
    {
        receiverA = Multicast.open(groupA);
        receiverB = Multicast.open(groupB);
        feed = new PitchFeed(PitchFeedOptions.builder()
            .partition(3)
            .feedA(MulticastEndpoint.parse(groupA))
            .feedB(MulticastEndpoint.parse(groupB))
            .build());
        events = new EventScript(new PublicMarket(feed));
        events.begin().event(new InstrumentDefinedEncoder(), (e) -> e.instrumentId(7).symbol("AB")).end();
    }

    @AfterEach
    void tearDown()
    {
        CloseHelper.closeAll(feed, receiverA, receiverB);
    }

    @Test
    void shouldSendHandComputedDatagramsToBothGroups()
    {
        // Numbers 1 and 2 are the Time and the status of history. Engine time starts at 1001 ns.
        feed.goLive(0);
        events.begin();
        add(100, 5);
        events.end();
        events.begin();
        events.event(new OrderCancelledEncoder(),
            (e) -> e.orderId(100).instrumentId(7).side(Side.BUY).qtyLots(5));
        events.end();

        final List<String> expected = List.of(
            "0800" + "00" + "04" + "03000000",
            "2200" + "01" + "04" + "03000000" +
                "1a22" + "ea030000" + "6400000000000000" + "42" + "0500" + "414220202020" + "6400" + "01",
            "1600" + "01" + "04" + "04000000" + "0e29" + "eb030000" + "6400000000000000");
        assertEquals(expected, receive(receiverA, 3));
        assertEquals(expected, receive(receiverB, 3));
        assertEquals(List.of(4L, 3L, 0L),
            List.of(feed.counters().get(SEQUENCE), feed.counters().get(PACKETS), feed.counters().get(SEND_FAILURES)));
    }

    @Test
    void shouldPackABurstAndNeverDelayWhatIsNone()
    {
        feed.goLive(0);
        events.more(true);
        transaction(100);
        transaction(101);
        transaction(102);
        events.more(false);
        transaction(103);
        transaction(104);
        // More was said to wait, but the duty cycle is over before it comes.
        events.more(true);
        transaction(105);
        transaction(106);
        feed.doWork(0, false);
        events.more(false);
        transaction(107);
        assertEquals(List.of("3+0", "3+4", "7+1", "8+2", "10+1"), cuts(5));
    }

    @Test
    void shouldCutDatagramsAtTheirLength()
    {
        feed.goLive(0);
        events.begin();
        for (int i = 0; i < 60; i++)
        {
            add(100 + i, 5);
        }
        events.end();
        // 53 messages of 26 bytes and the header are 1386 bytes.
        assertEquals(List.of("3+0", "3+53", "56+7"), cuts(3));
    }

    @Test
    void shouldSendHeartbeatsWhenNothingElseIsSent()
    {
        final long second = 1_000_000_000L;
        feed.goLive(0);
        feed.doWork(second - 1, true);
        feed.doWork(second, true);
        feed.doWork(second + 1, true);
        transaction(100);
        feed.doWork(2 * second, false);
        feed.doWork(3 * second - 1, true);
        feed.doWork(3 * second, true);
        assertEquals(List.of("3+0", "3+0", "3+1", "4+0"), cuts(4));
        assertEquals(4, feed.counters().get(PACKETS));
    }

    @Test
    void shouldCountInHistoryAndSendFromTheNextNumberOn()
    {
        transaction(100);
        transaction(101);
        assertEquals(4, feed.counters().get(SEQUENCE));
        assertEquals(0, feed.counters().get(PACKETS));
        feed.goLive(0);
        transaction(102);
        assertEquals(List.of("5+0", "5+1"), cuts(2));
    }

    private void transaction(final long orderId)
    {
        events.begin();
        add(orderId, 5);
        events.end();
    }

    private void add(final long orderId, final long qtyLots)
    {
        events.event(new OrderAcceptedEncoder(), (e) -> e.orderId(orderId).instrumentId(7).side(Side.BUY)
            .priceE5(1_00000L).qtyLots(qtyLots).timeInForce(TimeInForce.DAY).shown((short)1));
    }

    /** First number and count of the next datagrams. */
    private List<String> cuts(final int datagrams)
    {
        final List<String> cuts = new ArrayList<>();
        for (int i = 0; i < datagrams; i++)
        {
            next(receiverA);
            cuts.add(SequencedUnit.sequence(receiverA.buffer(), 0) + "+" + SequencedUnit.count(receiverA.buffer(), 0));
        }
        return cuts;
    }

    private static List<String> receive(final MulticastReceiver receiver, final int datagrams)
    {
        final List<String> packets = new ArrayList<>();
        for (int i = 0; i < datagrams; i++)
        {
            final byte[] bytes = new byte[next(receiver)];
            receiver.buffer().getBytes(0, bytes);
            packets.add(HexFormat.of().formatHex(bytes));
        }
        return packets;
    }

    private static int next(final MulticastReceiver receiver)
    {
        final long startNs = System.nanoTime();
        int length = 0;
        while (0 == length)
        {
            length = receiver.receive();
            if (System.nanoTime() - startNs > DEADLINE_NS)
            {
                throw new AssertionError("nothing was sent");
            }
            TestEngine.pause();
        }
        return length;
    }
}
