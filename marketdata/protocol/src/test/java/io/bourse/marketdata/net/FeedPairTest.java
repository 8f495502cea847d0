// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.net;

import static io.bourse.marketdata.net.FeedPairCounter.FAILURES;
import static io.bourse.marketdata.net.FeedPairCounter.PACKETS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.bourse.marketdata.Multicast;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.agrona.CloseHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FeedPairTest
{
    private final String endpointA = Multicast.free();
    private final String endpointB = Multicast.free();
    private final MulticastReceiver receiverA = Multicast.open(endpointA);
    private final MulticastReceiver receiverB = Multicast.open(endpointB);
    private SecondLine secondLine;
    private FeedPair pair;
    private long nowNs = 1_000;

    @AfterEach
    void tearDown()
    {
        CloseHelper.closeAll(receiverA, receiverB, pair);
    }

    private void open(final boolean hasA, final boolean hasB, final boolean isAFirst)
    {
        pair = new FeedPair(new FeedPairOptions("lo", 0, isAFirst, secondLine, () -> nowNs += 10),
            hasA ? MulticastEndpoint.parse(endpointA) : null,
            hasB ? MulticastEndpoint.parse(endpointB) : null, 64, true);
    }

    private void send()
    {
        pair.buffer().putLong(24, 0x1122334455667788L);
        pair.send(24, 8);
    }

    private static List<Long> received(final MulticastReceiver receiver)
    {
        final List<Long> values = new ArrayList<>();
        for (int length = receiver.receive(); 0 < length; length = receiver.receive())
        {
            values.add(8 == length ? receiver.buffer().getLong(0) : -length);
        }
        return values;
    }

    @Test
    void shouldSendTheSameToBothInTheirOrderAndStampEach()
    {
        open(true, true, false);
        send();
        assertEquals(List.of(0x1122334455667788L), received(receiverA));
        assertEquals(List.of(0x1122334455667788L), received(receiverB));
        assertEquals(List.of(1_020L, 1_010L), List.of(pair.sentANs(), pair.sentBNs()));
        pair.close();

        open(true, true, true);
        send();
        assertEquals(List.of(1_030L, 1_040L), List.of(pair.sentANs(), pair.sentBNs()));

        final FeedLatencies latencies = new FeedLatencies();
        latencies.record(1_000L, pair);
        latencies.record(0, pair);
        assertEquals(List.of(30L, 40L), List.of(
            latencies.of(true).sumNs(FeedLatency.SEND), latencies.of(false).sumNs(FeedLatency.SEND)));
        assertEquals(1, LongStream.of(latencies.of(true).counts(FeedLatency.SEND)).sum());
    }

    /** The side that a publisher does not have it has in neither line. */
    @Test
    void shouldSendTheSameToTheSecondLine()
    {
        secondLine = new SecondLine("lo", 3);
        try (MulticastReceiver secondA = second(endpointA); MulticastReceiver secondB = second(endpointB))
        {
            open(true, true, true);
            send();
            for (final MulticastReceiver receiver : List.of(receiverA, receiverB, secondA, secondB))
            {
                assertEquals(List.of(0x1122334455667788L), received(receiver));
            }
            assertEquals(1, pair.counters().get(PACKETS));
            pair.close();

            open(false, true, true);
            send();
            assertEquals(List.of(), received(secondA));
            assertEquals(List.of(0x1122334455667788L), received(secondB));
        }
        secondLine = new SecondLine("lo", 255);
        assertThrows(IllegalArgumentException.class, () -> open(true, true, true));
    }

    private MulticastReceiver second(final String first)
    {
        return Multicast.open(secondLine.endpoint(MulticastEndpoint.parse(first)).toString());
    }

    @Test
    void shouldSendOneSideOnlyWhenItHasNoMore()
    {
        open(false, true, true);
        send();
        assertEquals(List.of(), received(receiverA));
        assertEquals(List.of(0x1122334455667788L), received(receiverB));
        assertEquals(List.of(0L, 1_010L), List.of(pair.sentANs(), pair.sentBNs()));
        assertEquals(List.of(1L, 0L), List.of(pair.counters().get(PACKETS), pair.counters().get(FAILURES)));
    }
}
