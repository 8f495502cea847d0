// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.cluster;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.protocol.AdvanceTimeEncoder;
import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.protocol.MessageHeaderEncoder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

@Tag("venue")
class CommandRetentionTest
{
    private static final int CAPACITY = 4;

    private final CommandRetention retention = new CommandRetention(CAPACITY);

    @Test
    void shouldKeepOrderWhenCommandsComeAndGo()
    {
        for (int round = 0; round < 100; round++)
        {
            add(1, 7, 3 * round + 1);
            add(1, 8, 3 * round + 2);
            add(2, 7, 3 * round + 3);
            assertEquals(List.of(3L * round + 1, 3L * round + 2, 3L * round + 3), kept());
            retention.confirm(1, 7, 3 * round + 1);
            assertEquals(List.of(3L * round + 2, 3L * round + 3), kept());
            retention.confirm(1, 8, 3 * round + 2);
            retention.confirm(2, 7, 3 * round + 3);
            assertTrue(retention.isEmpty());
        }
    }

    @Test
    void shouldKeepTheOthersWhenOneInTheMiddleIsConfirmed()
    {
        add(1, 7, 1);
        add(1, 8, 1);
        add(1, 9, 1);
        retention.confirm(1, 8, 1);
        assertEquals(2, kept().size());
        assertEquals(3, retention.tail() - retention.head());
        retention.confirm(1, 7, 1);
        assertEquals(1, retention.tail() - retention.head());
        assertFalse(retention.isEmpty());
    }

    @Test
    void shouldIgnoreGroupsOfOthers()
    {
        add(1, 7, 5);
        retention.confirm(1, 7, 4);
        retention.confirm(1, 8, 5);
        retention.confirm(2, 7, 5);
        assertEquals(List.of(5L), kept());
    }

    @Test
    void shouldNotKeepCommandWhenItHasNoSequence()
    {
        add(0, 7, 0);
        assertTrue(retention.isEmpty());
    }

    @Test
    void shouldBeFullWhenNothingIsConfirmed()
    {
        for (int i = 1; i <= CAPACITY; i++)
        {
            assertFalse(retention.isFull());
            add(1, 7, i);
        }
        assertTrue(retention.isFull());
        retention.confirm(1, 7, 1);
        assertFalse(retention.isFull());
        assertThrows(IllegalArgumentException.class, () -> new CommandRetention(3));
    }

    @Test
    void shouldForgetWhatWasNotSent()
    {
        add(1, 7, 1);
        retention.retract(add(1, 7, 2));
        assertEquals(List.of(1L), kept());
        retention.confirm(1, 7, 1);
        assertTrue(retention.isEmpty());
    }

    @Test
    @Timeout(60)
    void shouldKeepNothingWhenAnotherThreadConfirmsWhatIsSent() throws InterruptedException
    {
        final long commands = 200_000;
        final AtomicLong sent = new AtomicLong();
        final Thread publisher = Thread.ofPlatform().start(() ->
        {
            for (long sequence = 1; sequence <= commands; sequence++)
            {
                while (retention.isFull())
                {
                    Thread.yield();
                }
                if (0 == sequence % 3)
                {
                    retention.retract(add(1, 7, sequence));
                }
                // A new session for every sixteen commands.
                add(1, (int)(sequence >> 4), sequence);
                sent.setRelease(sequence);
            }
        });
        for (long sequence = 1; sequence <= commands; sequence++)
        {
            while (sent.getAcquire() < sequence)
            {
                Thread.yield();
            }
            assertTrue(retention.confirm(1, (int)(sequence >> 4), sequence), "sequence=" + sequence);
        }
        publisher.join();
        assertTrue(retention.isEmpty());
    }

    private long add(final int gatewayId, final int sessionId, final long sequence)
    {
        final UnsafeBuffer buffer = new UnsafeBuffer(new byte[CommandPublisher.MAX_COMMAND_LENGTH]);
        new AdvanceTimeEncoder().wrapAndApplyHeader(buffer, 16, new MessageHeaderEncoder()).header()
            .stampedNs(0)
            .receivedNs(0)
            .sequence(sequence)
            .sessionId(sessionId)
            .gatewayId(gatewayId)
            .partition(0);
        return retention.add(buffer, 16, MessageHeaderEncoder.ENCODED_LENGTH + AdvanceTimeEncoder.BLOCK_LENGTH);
    }

    private List<Long> kept()
    {
        final List<Long> sequences = new ArrayList<>();
        for (long number = retention.head(); number < retention.tail(); number++)
        {
            if (retention.length(number) > 0)
            {
                sequences.add(new CommandHeaderDecoder()
                    .wrap(retention.buffer(), retention.offset(number) + MessageHeaderDecoder.ENCODED_LENGTH)
                    .sequence());
            }
        }
        return sequences;
    }
}
