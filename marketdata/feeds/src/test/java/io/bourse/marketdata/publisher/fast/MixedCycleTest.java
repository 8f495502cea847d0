// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import io.bourse.marketdata.Multicast;
import io.bourse.marketdata.client.fast.FastOrderBooks;
import io.bourse.marketdata.client.fast.FastReceiver;
import io.bourse.marketdata.client.fast.FastReceiverCounter;
import io.bourse.marketdata.client.fast.FastReceiverOptions;
import io.bourse.marketdata.fast.FastMessages;
import io.bourse.marketdata.fast.FastTime;
import io.bourse.marketdata.fast.FastWriter;
import io.bourse.marketdata.net.FeedEndpoints;
import java.util.Random;

import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Two cycles of snapshots of orders of which each line has lost a part: numbers run on as if they were one cycle.
 */
class MixedCycleTest
{
    private static final long BEGIN_NS = 1_795_416_682_000_000_000L;
    private static final long CYCLE_NS = 1_000_000_000L;
    private static final int FIRST = 1001;
    private static final int SECOND = 1002;
    private static final int THIRD = 1003;
    private static final int MAX_LENGTH = 512;

    private final FastOrderBooks books = new FastOrderBooks();
    private final FastReceiver receiver =
        new FastReceiver(FastReceiverOptions.builder()
            .endpoints(FeedEndpoints.of(Multicast.free(), null, null, null)).build(), books);
    private final FastPacketList packets = new FastPacketList();
    private long nowNs = BEGIN_NS;

    @AfterEach
    void tearDown()
    {
        receiver.close();
    }

    @Test
    void shouldJoinByAWholeCycle()
    {
        state(1, FIRST, true, false);
        state(2, FIRST, false, true);
        state(3, SECOND, true, true);
        end(4);
        assertTrue(receiver.isLive());
        assertEquals(7, receiver.lastMsgSeqNum());
    }

    @Test
    void shouldNotJoinWhenASecurityIsThereTwice()
    {
        state(1, FIRST, true, true);
        state(2, SECOND, true, true);
        nextCycle();
        state(3, SECOND, true, true);
        end(4);
        assertFalse(receiver.isLive());
        shouldJoinByAWholeCycle();
    }

    @Test
    void shouldNotJoinWhenTheBeginningOfASecurityIsMissing()
    {
        state(1, FIRST, true, true);
        nextCycle();
        state(2, SECOND, false, true);
        end(3);
        assertFalse(receiver.isLive());
    }

    @Test
    void shouldNotJoinWhenTheEndOfASecurityIsMissing()
    {
        state(1, FIRST, true, true);
        state(2, SECOND, true, false);
        nextCycle();
        end(3);
        assertFalse(receiver.isLive());
    }

    @Test
    void shouldJoinByStatesOfSeveralCycles()
    {
        state(1, FIRST, true, true);
        state(2, SECOND, true, true);
        nextCycle();
        state(2, SECOND, true, true);
        state(3, THIRD, true, true);
        nextCycle();
        state(1, FIRST, true, true);
        state(3, THIRD, true, true);
        assertFalse(receiver.isLive());
        end(4);
        assertTrue(receiver.isLive());
        assertEquals(7, receiver.lastMsgSeqNum());
    }

    @Test
    void shouldJoinWhenNoCycleComesWhole()
    {
        final Random random = new Random(1);
        int cycles = 0;
        while (!receiver.isLive() && cycles < 30)
        {
            for (int i = 0; i < 24; i++)
            {
                if (random.nextInt(5) > 0)
                {
                    state(1 + i, FIRST + i / 2, 0 == i % 2, 1 == i % 2);
                }
            }
            if (random.nextInt(5) > 0)
            {
                end(25);
            }
            else
            {
                nextCycle();
            }
            cycles++;
        }
        assertTrue(receiver.isLive());
        assertEquals(12, books.all().size());
    }

    @Test
    void shouldCountAMessageWhoseSecurityIdIsTooWideForABook()
    {
        state(1, FIRST + (1L << 32), true, true);
        assertEquals(1, receiver.counters().get(FastReceiverCounter.MALFORMED));
        state(1, FIRST, true, true);
        end(2);
        assertTrue(receiver.isLive());
        assertEquals(1, receiver.counters().get(FastReceiverCounter.MALFORMED));
        assertEquals(1, books.all().size());
    }

    private void nextCycle()
    {
        nowNs += CYCLE_NS;
    }

    private void state(final int number, final long securityId, final boolean isFirst, final boolean isLast)
    {
        packets.clear(number - 1);
        packets.begin(FastMessages.BOOK).putUInt(7).putUIntNullable(1).putUInt(isLast ? 1 : 0)
            .putUInt(isFirst ? 1 : 0).putUInt(1).putUIntNullable(securityId).putUInt(0);
        packets.end();
        hand();
    }

    private void end(final int number)
    {
        packets.clear(number - 1);
        packets.begin(FastMessages.SEQUENCE_RESET).putUInt(1);
        packets.end();
        hand();
        nextCycle();
    }

    private void hand()
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[MAX_LENGTH]);
        packets.copyTo(0, buffer, FastMessages.PREAMBLE_LENGTH);
        FastWriter.putSendingTime(buffer, FastMessages.PREAMBLE_LENGTH + packets.sendingTimeOffset(0),
            FastTime.timestamp(nowNs));
        receiver.onSnapshot(buffer, 0, FastMessages.PREAMBLE_LENGTH + packets.length(0));
    }
}
