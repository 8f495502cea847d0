// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.protocol.AdvanceTimeEncoder;
import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import io.bourse.engine.telemetry.CounterSet;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class CommandRingTest
{
    private static final int SIZE = 8;

    private final CommandRing ring = new CommandRing(SIZE, null);
    private final CommandPublisher publisher = RingCommandPublisher.ofChecked(ring,
        new CounterSet<>(EngineCounter.class));
    private final CommandHeaderDecoder header = new CommandHeaderDecoder();
    private final List<Long> taken = new ArrayList<>();
    private long offered;

    @Test
    void shouldGiveCommandsInTheirOrderRoundAfterRound()
    {
        for (int i = 0; i < 5; i++)
        {
            offer(3);
            assertEquals(3, ring.take(this::take, Integer.MAX_VALUE));
        }
        assertEquals(numbers(1, 15), taken);
        assertEquals(0, ring.take(this::take, Integer.MAX_VALUE));
        assertTrue(ring.isEmpty());
    }

    @Test
    void shouldTakeNoMoreThanAskedForWhenTheRingIsFull()
    {
        offer(SIZE);
        assertFalse(tryOffer(), "full");
        assertEquals(3, ring.take(this::take, 3));
        assertEquals(numbers(1, 3), taken);
        assertFalse(ring.isEmpty());
        offer(3);
        assertFalse(tryOffer(), "full again");
        assertEquals(SIZE, ring.take(this::take, Integer.MAX_VALUE));
        assertEquals(numbers(1, SIZE + 3), taken);
    }

    @Test
    void shouldKeepWhatCannotBeTakenNow()
    {
        offer(5);
        assertEquals(2, ring.take((buffer, offset, length) -> taken.size() < 2 && take(buffer, offset, length), 4));
        assertFalse(ring.isEmpty());
        assertEquals(3, ring.take(this::take, 4));
        assertEquals(numbers(1, 5), taken);
    }

    @Test
    void shouldNotGiveTwiceWhatCameBeforeAFailure()
    {
        offer(3);
        final IllegalStateException failure = new IllegalStateException("the journal takes no more");
        assertEquals(failure, assertThrows(IllegalStateException.class, () -> ring.take((buffer, offset, length) ->
        {
            if (2 == taken.size())
            {
                throw failure;
            }
            return take(buffer, offset, length);
        }, SIZE)));
        assertEquals(1, ring.take(this::take, SIZE));
        assertEquals(numbers(1, 3), taken);
    }

    private boolean take(final UnsafeBuffer buffer, final int offset, final int length)
    {
        assertEquals(MessageHeaderEncoder.ENCODED_LENGTH + AdvanceTimeEncoder.BLOCK_LENGTH, length);
        taken.add(header.wrap(buffer, offset + MessageHeaderDecoder.ENCODED_LENGTH).sequence());
        return true;
    }

    private void offer(final int count)
    {
        for (int i = 0; i < count; i++)
        {
            assertTrue(tryOffer());
        }
    }

    private boolean tryOffer()
    {
        final UnsafeBuffer buffer =
            new UnsafeBuffer(new byte[MessageHeaderEncoder.ENCODED_LENGTH + AdvanceTimeEncoder.BLOCK_LENGTH]);
        new AdvanceTimeEncoder().wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder()).header()
            .stampedNs(0)
            .receivedNs(0)
            .sequence(offered + 1)
            .sessionId(1)
            .gatewayId(0)
            .partition(0);
        final boolean isTaken = publisher.offer(buffer, 0, buffer.capacity());
        offered += isTaken ? 1 : 0;
        return isTaken;
    }

    private static List<Long> numbers(final long from, final long to)
    {
        return LongStream.rangeClosed(from, to).boxed().toList();
    }
}
