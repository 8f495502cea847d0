// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.cluster;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;
import org.agrona.collections.LongHashSet;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.ByteBuffer;

/**
 * Commands that were sent and whose event group has not been seen yet, in the order in which they were sent. Not
 * thread-safe.
 */
final class CommandRetention
{
    private static final int SLOT_LENGTH = CommandPublisher.MAX_COMMAND_LENGTH;

    /** All sessions ever kept; the groups of others need no look. */
    private final LongHashSet knownSessions = new LongHashSet();
    private final CommandHeaderDecoder header = new CommandHeaderDecoder();
    private final UnsafeBuffer slab;
    private final int[] lengths;
    private final long[] sequences;
    private final long[] sessions;
    private final int mask;
    private long head;
    private long tail;

    /**
     * A retention with all its room.
     *
     * @param capacity most commands, a power of two.
     */
    CommandRetention(final int capacity)
    {
        if (!BitUtil.isPowerOfTwo(capacity))
        {
            throw new IllegalArgumentException("capacity must be a power of two: capacity=" + capacity);
        }
        slab = new UnsafeBuffer(ByteBuffer.allocateDirect(capacity * SLOT_LENGTH));
        lengths = new int[capacity];
        sequences = new long[capacity];
        sessions = new long[capacity];
        mask = capacity - 1;
    }

    boolean isFull()
    {
        return tail - head > mask;
    }

    boolean isEmpty()
    {
        return head == tail;
    }

    /** Number of the oldest command kept. */
    long head()
    {
        return head;
    }

    /** Number of the next command to come. */
    long tail()
    {
        return tail;
    }

    /**
     * Keeps a command that was sent. One without a sequence is not kept: it could not be told from another one, and
     * must not be sent twice.
     */
    void add(final DirectBuffer buffer, final int offset, final int length)
    {
        header.wrap(buffer, offset + MessageHeaderDecoder.ENCODED_LENGTH);
        if (0 == header.sequence())
        {
            return;
        }
        final int index = (int)tail & mask;
        slab.putBytes(index * SLOT_LENGTH, buffer, offset, length);
        lengths[index] = length;
        sequences[index] = header.sequence();
        sessions[index] = session(header.gatewayId(), header.sessionId());
        knownSessions.add(sessions[index]);
        tail++;
    }

    /**
     * The event group of a command was seen. Normally it is that of the oldest one kept.
     */
    void confirm(final int gatewayId, final int sessionId, final long sequence)
    {
        final long session = session(gatewayId, sessionId);
        if (!knownSessions.contains(session))
        {
            return;
        }
        for (long number = head; number < tail; number++)
        {
            final int index = (int)number & mask;
            if (sequences[index] == sequence && sessions[index] == session)
            {
                lengths[index] = 0;
                while (head < tail && 0 == lengths[(int)head & mask])
                {
                    head++;
                }
                return;
            }
        }
    }

    UnsafeBuffer buffer()
    {
        return slab;
    }

    int offset(final long number)
    {
        return ((int)number & mask) * SLOT_LENGTH;
    }

    /** Length of a command, 0 when it was confirmed already. */
    int length(final long number)
    {
        return lengths[(int)number & mask];
    }

    private static long session(final int gatewayId, final int sessionId)
    {
        return (long)gatewayId << 32 | (sessionId & 0xFFFF_FFFFL);
    }
}
