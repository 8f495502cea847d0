// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.marketdata.net.MulticastSender;
import io.bourse.marketdata.net.PacketHistory;
import io.bourse.marketdata.pitch.SequencedUnit;
import java.nio.ByteBuffer;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * Sends messages again, under their numbers, on a group of its own. A bounded number of requests waits; a bounded
 * number of datagrams leaves in a duty cycle.
 */
final class GapRetransmitter implements AutoCloseable
{
    private static final int MAX_WAITING = 1024;
    private static final int PACKETS_PER_CYCLE = 4;

    private final long[] from = new long[MAX_WAITING];
    private final long[] to = new long[MAX_WAITING];
    private final ByteBuffer byteBuffer;
    private final UnsafeBuffer packet;
    private final MulticastSender sender;
    private final PacketHistory history;
    private final PitchUnit unit;
    private final CounterSet<PitchCounter> counters;
    private final int maxPacketLength;
    private long head;
    private long tail;

    GapRetransmitter(
        final MulticastSender sender,
        final PacketHistory history,
        final PitchUnit unit,
        final CounterSet<PitchCounter> counters,
        final int maxPacketLength)
    {
        this.sender = sender;
        this.history = history;
        this.unit = unit;
        this.counters = counters;
        this.maxPacketLength = maxPacketLength;
        byteBuffer = ByteBuffer.allocateDirect(maxPacketLength);
        packet = new UnsafeBuffer(byteBuffer);
    }

    PitchUnit unit()
    {
        return unit;
    }

    /** Asks for messages; false if too many requests wait. */
    boolean request(final long sequence, final int count)
    {
        if (MAX_WAITING == tail - head)
        {
            return false;
        }
        final int index = (int)(tail % MAX_WAITING);
        from[index] = sequence;
        to[index] = sequence + count;
        tail++;
        return true;
    }

    int doWork()
    {
        int sent = 0;
        while (sent < PACKETS_PER_CYCLE && head != tail)
        {
            final int index = (int)(head % MAX_WAITING);
            // What has fallen out of the history since it was asked for is passed over.
            from[index] = Math.max(from[index], unit.oldestSequence());
            if (from[index] >= to[index])
            {
                head++;
                continue;
            }
            from[index] = send(from[index], to[index]);
            sent++;
        }
        return sent;
    }

    private long send(final long first, final long last)
    {
        int length = SequencedUnit.HEADER_LENGTH;
        long next = first;
        while (next < last && next - first < SequencedUnit.MAX_COUNT &&
            length + history.length(next) <= maxPacketLength)
        {
            length += history.length(next);
            next++;
        }
        byteBuffer.clear().limit(unit.putMessages(first, next, packet));
        if (!sender.send(byteBuffer))
        {
            counters.increment(PitchCounter.SEND_FAILURES);
        }
        counters.add(PitchCounter.RETRANSMITTED, next - first);
        return next;
    }

    @Override
    public void close()
    {
        sender.close();
    }
}
