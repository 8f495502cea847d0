// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host;

import com.lmax.disruptor.EventPoller;
import com.lmax.disruptor.RingBuffer;
import io.bourse.engine.client.CommandPublisher;
import org.agrona.concurrent.UnsafeBuffer;

import java.nio.ByteBuffer;

/**
 * The ring that all producers of one engine share. Its slots are slices of one slab, so a command is copied once in and
 * once out and the collector never sees it.
 */
final class CommandRing
{
    private static final int SLOT_LENGTH = CommandPublisher.MAX_COMMAND_LENGTH;

    private final RingBuffer<Slot> ring;
    private final EventPoller<Slot> poller;
    private final Runnable doorbell;
    private volatile boolean isClosed;

    /**
     * A ring with all its slots.
     *
     * @param size number of slots, a power of two.
     * @param doorbell called by producers when they have published; null when whoever takes the commands needs none.
     */
    CommandRing(final int size, final Runnable doorbell)
    {
        this.doorbell = doorbell;
        final UnsafeBuffer slab = new UnsafeBuffer(ByteBuffer.allocateDirect(size * SLOT_LENGTH));
        final int[] created = {0};
        ring = RingBuffer.createMultiProducer(() -> new Slot(slab, SLOT_LENGTH * created[0]++), size);
        poller = ring.newPoller();
        ring.addGatingSequences(poller.getSequence());
    }

    RingBuffer<Slot> ring()
    {
        return ring;
    }

    EventPoller<Slot> poller()
    {
        return poller;
    }

    /** Makes a slot visible to whoever takes the commands, and wakes him. */
    void publish(final long sequence)
    {
        ring.publish(sequence);
        if (null != doorbell)
        {
            doorbell.run();
        }
    }

    boolean isEmpty()
    {
        return poller.getSequence().get() >= ring.getCursor();
    }

    boolean isClosed()
    {
        return isClosed;
    }

    /** No more commands are taken; those inside are still sequenced. */
    void close()
    {
        isClosed = true;
    }

    /**
     * Place of one command.
     */
    static final class Slot
    {
        private final UnsafeBuffer slab;
        private final int offset;
        private int length;

        Slot(final UnsafeBuffer slab, final int offset)
        {
            this.slab = slab;
            this.offset = offset;
        }

        UnsafeBuffer buffer()
        {
            return slab;
        }

        int offset()
        {
            return offset;
        }

        int length()
        {
            return length;
        }

        void length(final int commandLength)
        {
            length = commandLength;
        }
    }
}
