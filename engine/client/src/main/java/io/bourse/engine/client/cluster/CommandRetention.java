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

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * Commands that were sent and whose event group has not been seen yet, in the order in which they were sent. One thread
 * at a time adds, another one confirms, without a lock: positions of the ring are published by release and acquire.
 */
final class CommandRetention
{
    private static final int SLOT_LENGTH = CommandPublisher.MAX_COMMAND_LENGTH;

    private static final VarHandle HEAD;
    private static final VarHandle TAIL;

    static
    {
        try
        {
            final MethodHandles.Lookup lookup = MethodHandles.lookup();
            HEAD = lookup.findVarHandle(CommandRetention.class, "head", long.class);
            TAIL = lookup.findVarHandle(CommandRetention.class, "tail", long.class);
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new ExceptionInInitializerError(ex);
        }
    }

    /** All sessions ever kept; the groups of others need no look. Replaced as a whole. */
    private volatile LongHashSet knownSessions = new LongHashSet();
    private final CommandHeaderDecoder header = new CommandHeaderDecoder();
    private final UnsafeBuffer slab;
    private final int[] lengths;
    private final long[] sequences;
    private final long[] sessions;
    private final int mask;
    private long head;
    private long tail;

    /**
     * A retention with all its memory allocated.
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
        return tail() - head() > mask;
    }

    boolean isEmpty()
    {
        return head() == tail();
    }

    /** Number of the oldest command kept. */
    long head()
    {
        return (long)HEAD.getAcquire(this);
    }

    /** Number of the next command to come. */
    long tail()
    {
        return (long)TAIL.getAcquire(this);
    }

    /**
     * Keeps a command that is about to be sent: its group may be seen before the sender goes on. One without a sequence
     * is not kept: it could not be distinguished from another one, and must not be sent twice.
     *
     * @return the tail before it, for {@link #retract}.
     */
    long add(final DirectBuffer buffer, final int offset, final int length)
    {
        final long number = tail;
        header.wrap(buffer, offset + MessageHeaderDecoder.ENCODED_LENGTH);
        if (0 == header.sequence())
        {
            return number;
        }
        final int index = (int)number & mask;
        slab.putBytes(index * SLOT_LENGTH, buffer, offset, length);
        lengths[index] = length;
        sequences[index] = header.sequence();
        sessions[index] = session(header.gatewayId(), header.sessionId());
        know(sessions[index]);
        TAIL.setRelease(this, number + 1);
        return number;
    }

    /** Forgets what was added last: it was not sent. */
    void retract(final long formerTail)
    {
        TAIL.setRelease(this, formerTail);
    }

    private void know(final long session)
    {
        if (!knownSessions.contains(session))
        {
            final LongHashSet more = new LongHashSet();
            more.addAll(knownSessions);
            more.add(session);
            knownSessions = more;
        }
    }

    /**
     * The event group of a command was seen. Normally it is that of the oldest one kept.
     *
     * @return true when it was the oldest one.
     */
    boolean confirm(final int gatewayId, final int sessionId, final long sequence)
    {
        final long session = session(gatewayId, sessionId);
        if (!knownSessions.contains(session))
        {
            return false;
        }
        final long end = tail();
        final long begin = head;
        for (long number = begin; number < end; number++)
        {
            final int index = (int)number & mask;
            if (sequences[index] == sequence && sessions[index] == session)
            {
                lengths[index] = 0;
                if (begin == number)
                {
                    HEAD.setRelease(this, firstUnconfirmed(begin + 1, end));
                }
                return begin == number;
            }
        }
        return false;
    }

    private long firstUnconfirmed(final long from, final long end)
    {
        long number = from;
        while (number < end && 0 == lengths[(int)number & mask])
        {
            number++;
        }
        return number;
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
