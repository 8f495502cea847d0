// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
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
    private final Sequence taken = new Sequence();
    private final Runnable doorbell;
    private volatile boolean isClosed;

    /**
     * A ring with all its slots.
     *
     * @param size number of slots, a power of two.
     * @param doorbell called by producers when they have published; null when the consumer needs none.
     */
    CommandRing(final int size, final Runnable doorbell)
    {
        this.doorbell = doorbell;
        final UnsafeBuffer slab = new UnsafeBuffer(ByteBuffer.allocateDirect(size * SLOT_LENGTH));
        final int[] created = {0};
        // The consumer polls: no thread has to be woken by a lock at every command.
        ring = RingBuffer.createMultiProducer(
            () -> new Slot(slab, SLOT_LENGTH * created[0]++), size, new BusySpinWaitStrategy());
        ring.addGatingSequences(taken);
    }

    RingBuffer<Slot> ring()
    {
        return ring;
    }

    /**
     * Gives commands to who takes them, in their one order. The ring's own poller would look at all that are published,
     * in a full ring many thousand, at every call that takes some.
     *
     * @param taker of the commands; always from the same thread.
     * @param limit most of them.
     * @return how many were taken.
     */
    int take(final Taker taker, final int limit)
    {
        final long before = taken.get();
        long last = before;
        try
        {
            while (last - before < limit && ring.isAvailable(last + 1) && isTaken(taker, ring.get(last + 1)))
            {
                last++;
            }
        }
        finally
        {
            if (last > before)
            {
                taken.set(last);
            }
        }
        return (int)(last - before);
    }

    private static boolean isTaken(final Taker taker, final Slot slot)
    {
        return taker.take(slot.slab, slot.offset, slot.length);
    }

    /** Makes a slot visible to the consumer, and wakes it. */
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
        return taken.get() >= ring.getCursor();
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
     * Takes commands out of the ring.
     */
    @FunctionalInterface
    interface Taker
    {
        /**
         * A command.
         *
         * @return false when it cannot be taken now: it stays, and so do those after it.
         */
        boolean take(UnsafeBuffer buffer, int offset, int length);
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

        void length(final int commandLength)
        {
            length = commandLength;
        }
    }
}
