// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.observe;

import io.bourse.jmh.loadtest.result.FeedResult;
import io.bourse.marketdata.fast.FastMessages;
import io.bourse.marketdata.fast.FastTime;
import io.bourse.marketdata.fast.FastWriter;
import io.bourse.marketdata.pcap.DatagramHeaders;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import java.util.List;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;

final class FeedTallyTest
{
    private static final String NAME = "fast.orders-log.incremental-a";
    private static final long SECOND_NS = 1_000_000_000L;
    private static final int LENGTH = 54;
    private static final long BITS = 8 * (LENGTH + DatagramHeaders.LENGTH);

    /** Read long after it was sent: the time is the one in it. */
    private static void packet(final FeedTally tally, final int number, final long atNs)
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[LENGTH]);
        buffer.putInt(0, number, LITTLE_ENDIAN);
        new FastWriter().wrap(buffer, FastMessages.PREAMBLE_LENGTH)
            .beginMessage(FastMessages.HEARTBEAT, number, FastTime.timestamp(atNs));
        tally.onPacket(buffer, LENGTH, atNs + 90 * SECOND_NS);
    }

    private static FeedResult result(
        final long packets, final long lost, final long bitsPerSecond, final long peak, final List<Long> bitsBySecond)
    {
        return new FeedResult(NAME, packets, packets, packets * BITS / 8, lost, bitsPerSecond, peak,
            1_000 * BITS, bitsBySecond);
    }

    @Test
    void shouldBeginAgainWithTheNumberThatComesNext()
    {
        final FeedTally first = new FeedTally(NAME, 0, 10 * SECOND_NS);
        packet(first, 7, 10 * SECOND_NS);
        packet(first, 8, 11 * SECOND_NS);
        final FeedTally second = first.next(14 * SECOND_NS);
        packet(second, 11, 14 * SECOND_NS);
        second.next(15 * SECOND_NS);

        assertEquals(result(2, 0, BITS / 2, BITS, List.of(BITS, BITS)), first.result());
        assertEquals(result(1, 2, BITS, BITS, List.of(BITS)), second.result());
    }
}
