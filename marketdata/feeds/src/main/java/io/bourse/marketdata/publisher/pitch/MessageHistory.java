// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import io.bourse.marketdata.pitch.PitchMessages;
import java.nio.ByteBuffer;

import org.agrona.BitUtil;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The last messages of a unit by their number. Every message has a slot of the same size, so the place of a number is
 * arithmetic. It is filled from the event stream also while history is read: a restarted publisher can repeat what was
 * never sent.
 */
final class MessageHistory
{
    /** Most messages of one history: what one buffer can hold. */
    static final int MAX_CAPACITY = 1 << 25;
    private static final int SLOT_LENGTH = BitUtil.align(PitchMessages.MAX_LENGTH, Long.BYTES);

    private final UnsafeBuffer buffer;
    private final int capacity;
    private long nextSequence = 1;

    MessageHistory(final int capacity)
    {
        this.capacity = capacity;
        buffer = new UnsafeBuffer(ByteBuffer.allocateDirect(capacity * SLOT_LENGTH));
    }

    UnsafeBuffer buffer()
    {
        return buffer;
    }

    /** Where a message is, or, for {@link #nextSequence()}, is to be written. */
    int offset(final long sequence)
    {
        return (int)(sequence & capacity - 1) * SLOT_LENGTH;
    }

    int length(final long sequence)
    {
        return buffer.getByte(offset(sequence)) & 0xFF;
    }

    /** The message of {@link #nextSequence()} has been written. */
    void commit()
    {
        nextSequence++;
    }

    long nextSequence()
    {
        return nextSequence;
    }

    /** Oldest number still held; {@link #nextSequence()} if none is. */
    long oldestSequence()
    {
        return Math.max(1, nextSequence - capacity);
    }
}
