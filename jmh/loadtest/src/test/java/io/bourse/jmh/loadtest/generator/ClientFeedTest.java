// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import io.bourse.jmh.loadtest.plan.GeneratorPlan;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.MulticastSender;
import io.bourse.marketdata.pitch.PitchSymbol;
import io.bourse.marketdata.pitch.PitchWriter;
import io.bourse.marketdata.pitch.SequencedUnit;
import org.HdrHistogram.Histogram;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import java.net.DatagramSocket;
import java.net.NetworkInterface;
import java.nio.ByteBuffer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** What a client finds of its orders on a line of PITCH. */
class ClientFeedTest
{
    private static final long FIRST = 1L << 48 | 70_000;
    /** Has the place of the first one. */
    private static final long LATER = FIRST + (1 << 16);
    private static final long SECOND_NS = 1_000_000_000;

    private static void send(final MulticastSender sender, final long... orderIds)
    {
        final ByteBuffer packet = ByteBuffer.allocateDirect(1_024);
        final UnsafeBuffer buffer = new UnsafeBuffer(packet);
        int length = SequencedUnit.HEADER_LENGTH;
        for (final long orderId : orderIds)
        {
            length += PitchWriter.addOrder(buffer, length, 0, orderId, true, 1, PitchSymbol.pack("ZVZZT"), 100_000);
        }
        SequencedUnit.putHeader(buffer, 0, length, orderIds.length, 1, 1);
        assertTrue(sender.send(packet.limit(length)));
    }

    @Test
    void shouldTimeAnOrderThatIsPublishedBeforeItIsAcceptedOrAfterThatAndNoOther() throws Exception
    {
        final String address;
        try (DatagramSocket free = new DatagramSocket())
        {
            address = "239.195.78.1:" + free.getLocalPort();
        }
        try (ClientFeed feed = new ClientFeed(new GeneratorPlan.Line("lo", address));
            MulticastSender sender =
                new MulticastSender(MulticastEndpoint.parse(address), NetworkInterface.getByName("lo"), 0))
        {
            final Histogram times = Distributions.newHistogram();
            feed.recordInto(times);
            final long dueNs = System.nanoTime();
            send(sender, FIRST, FIRST + 1);
            feed.poll();
            assertEquals(0, times.getTotalCount());
            feed.onAccepted(FIRST, dueNs);
            assertEquals(1, times.getTotalCount());
            assertTrue(times.getMaxValue() <= 1.01 * (System.nanoTime() - dueNs), times::toString);

            feed.onAccepted(LATER, dueNs - SECOND_NS);
            assertEquals(1, times.getTotalCount());
            send(sender, LATER);
            feed.poll();
            assertEquals(2, times.getTotalCount());
            assertTrue(times.getMaxValue() >= SECOND_NS);

            // The later one has its place.
            feed.onAccepted(FIRST, dueNs);
            assertEquals(2, times.getTotalCount());
        }
    }
}
