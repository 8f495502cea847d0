// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client.pitch;

import io.bourse.marketdata.client.FeedReceiver;
import io.bourse.marketdata.client.window.PacketWindow;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.pitch.PitchReader;
import io.bourse.marketdata.pitch.SequencedUnit;
import java.io.UncheckedIOException;

import org.agrona.CloseHelper;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.EpochNanoClock;

/**
 * Receives one unit of multicast PITCH and keeps its books. Messages are applied in the order of their numbers,
 * whichever feed brings them first. A hole that the other feed does not close in time is asked for again; a large
 * hole, a refusal, a late start and a message that contradicts the books lead to a spin. When heartbeats keep naming
 * smaller numbers, a publisher without that history has taken over, and the receiver starts anew. Not thread-safe but
 * for its counters.
 */
public final class PitchReceiver extends FeedReceiver<PitchReceiverCounter>
{
    private static final int PACKETS_PER_CYCLE = 32;
    /** A single one may just be late. */
    private static final int BACKWARD_HEARTBEATS = 4;

    private final PitchReceiverOptions options;
    private final EpochNanoClock clock;
    private final PitchMarketListener listener;
    private final PitchBooks books;
    private final PacketWindow window;
    private final GapRecovery gapRecovery;
    private final SpinRecovery spinRecovery;
    /** Next number to apply, or, before the receiver has joined, first number that is held. */
    private long next;
    /** After the last number that is known of. */
    private long end;
    private long holeSinceNs;
    private long holeAt;
    private long faultsSeen;
    private int backwardHeartbeats;
    private boolean hasStarted;
    private boolean isJoined;
    private boolean isGap;

    /**
     * Joins the groups.
     *
     * @param options of the receiver.
     * @throws UncheckedIOException when a group cannot be joined.
     */
    public PitchReceiver(final PitchReceiverOptions options)
    {
        super(
            "pitch-receiver-" + options.unit(),
            PitchReceiverCounter.class,
            options.interfaceName(),
            options.receiveBufferLength());
        this.options = options;
        clock = options.clock();
        listener = options.listener();
        books = new PitchBooks(listener);
        window = new PacketWindow(options.windowCapacity());
        gapRecovery = null == options.gapServer() ? null : new GapRecovery(options, counters);
        spinRecovery = null == options.spinServer() ? null : new SpinRecovery(options, books, counters);
        join(PitchGroup.A, options.feedA());
        join(PitchGroup.B, options.feedB());
        join(PitchGroup.RETRANSMISSION, options.retransmission());
    }

    @Override
    public int doWork()
    {
        final long nowNs = clock.nanoTime();
        int workCount = poll(PACKETS_PER_CYCLE);
        if (null != gapRecovery)
        {
            workCount += gapRecovery.doWork(nowNs);
        }
        return workCount + recover(nowNs);
    }

    /**
     * Takes a datagram, such as one from a capture file.
     *
     * @param group it came on.
     * @param buffer that holds it.
     */
    public void onPacket(final PitchGroup group, final DirectBuffer buffer, final int offset, final int length)
    {
        counters.increment(counterOf(group));
        if (SequencedUnit.WHOLE != SequencedUnit.check(buffer, offset, length))
        {
            counters.increment(PitchReceiverCounter.MALFORMED);
            return;
        }
        if (SequencedUnit.unit(buffer, offset) != options.unit())
        {
            return;
        }
        final long wireSequence = SequencedUnit.sequence(buffer, offset);
        final int count = SequencedUnit.count(buffer, offset);
        if (!hasStarted)
        {
            hasStarted = true;
            next = wireSequence;
            end = next;
            // Nothing has been missed by who hears of the first message; the others need a spin.
            isJoined = 1 == next;
            if (!isJoined)
            {
                listener.onGap(0);
            }
        }
        final long sequence = SequencedUnit.expand(wireSequence, next);
        if (0 == count)
        {
            onHeartbeat(sequence);
            return;
        }
        end = Math.max(end, sequence + count);
        int position = offset + SequencedUnit.HEADER_LENGTH;
        final long before = next;
        for (int i = 0; i < count; i++)
        {
            final int messageLength = buffer.getByte(position) & 0xFF;
            onMessage(group, sequence + i, buffer, position, messageLength);
            position += messageLength;
        }
        drain();
        if (isJoined && next != before)
        {
            listener.onApplied(next - 1);
        }
    }

    /**
     * The books.
     *
     * @return live view.
     */
    public PitchBooks books()
    {
        return books;
    }

    /**
     * Whether the books hold everything up to the last message known of.
     *
     * @return true if nothing is missing.
     */
    public boolean isLive()
    {
        return isJoined && next == end;
    }

    /**
     * Number of the last message applied.
     *
     * @return number, 0 before the first.
     */
    public long lastSequence()
    {
        return isJoined ? next - 1 : 0;
    }

    @Override
    public void close()
    {
        super.close();
        CloseHelper.quietCloseAll(gapRecovery, spinRecovery);
    }

    private void onHeartbeat(final long sequence)
    {
        if (sequence >= next)
        {
            backwardHeartbeats = 0;
            end = Math.max(end, sequence);
            return;
        }
        backwardHeartbeats++;
        if (BACKWARD_HEARTBEATS == backwardHeartbeats)
        {
            backwardHeartbeats = 0;
            window.clear();
            books.clear();
            hasStarted = false;
            isJoined = false;
            isGap = false;
            listener.onGap(0);
        }
    }

    private void onMessage(
        final PitchGroup group, final long sequence, final DirectBuffer buffer, final int offset, final int length)
    {
        if (sequence < next)
        {
            counters.increment(PitchReceiverCounter.DUPLICATES);
            return;
        }
        if (isJoined && sequence == next)
        {
            countRecovered(group);
            PitchReader.readMessage(buffer, offset, books);
            onApplied();
            return;
        }
        if (sequence - next >= options.windowCapacity())
        {
            // Too much is missing to be held: the oldest goes, and a spin has to bring it.
            leave();
            next = sequence - options.windowCapacity() + 1;
        }
        if (window.hold(sequence, buffer, offset, length))
        {
            countRecovered(group);
        }
        else
        {
            counters.increment(PitchReceiverCounter.DUPLICATES);
        }
    }

    private void countRecovered(final PitchGroup group)
    {
        if (PitchGroup.RETRANSMISSION == group)
        {
            counters.increment(PitchReceiverCounter.RECOVERED_MESSAGES);
        }
    }

    private void drain()
    {
        while (isJoined && next < end && window.contains(next))
        {
            PitchReader.readMessage(window.take(next), 0, books);
            onApplied();
        }
    }

    private void onApplied()
    {
        next++;
        backwardHeartbeats = 0;
        counters.increment(PitchReceiverCounter.MESSAGES);
        if (books.faults() != faultsSeen)
        {
            faultsSeen = books.faults();
            counters.increment(PitchReceiverCounter.FAULTS);
            leave();
        }
    }

    /** The books are not to be trusted until a spin. */
    private void leave()
    {
        if (isJoined)
        {
            isJoined = false;
            if (!isGap)
            {
                counters.increment(PitchReceiverCounter.GAPS);
                listener.onGap(next);
            }
            isGap = false;
        }
    }

    private int recover(final long nowNs)
    {
        if (!hasStarted)
        {
            return 0;
        }
        if (!isJoined)
        {
            return spin(nowNs);
        }
        if (next == end)
        {
            onWhole();
            return 0;
        }
        if (holeAt != next)
        {
            holeAt = next;
            holeSinceNs = nowNs;
            return 0;
        }
        if (nowNs - holeSinceNs < options.gapWaitNs())
        {
            return 0;
        }
        if (!isGap)
        {
            isGap = true;
            counters.increment(PitchReceiverCounter.GAPS);
            listener.onGap(next);
        }
        final long holeEnd = window.firstHeld(next, Math.min(end, next + options.windowCapacity()));
        final boolean isSmall = holeEnd - next <= options.maxGapMessages();
        if (null != gapRecovery && (isSmall || null == spinRecovery))
        {
            if (gapRecovery.recover(next, holeEnd, nowNs) || null == spinRecovery)
            {
                return 0;
            }
        }
        leave();
        return 1;
    }

    private void onWhole()
    {
        holeAt = 0;
        if (isGap)
        {
            isGap = false;
            listener.onRecovered(false);
        }
        if (null != gapRecovery)
        {
            gapRecovery.reset();
        }
    }

    private int spin(final long nowNs)
    {
        final long image = null == spinRecovery ? 0 : spinRecovery.doWork(next, nowNs);
        if (0 == image)
        {
            return 0;
        }
        next = image + 1;
        end = Math.max(end, next);
        faultsSeen = books.faults();
        isJoined = true;
        drain();
        if (isJoined)
        {
            onWhole();
            listener.onRecovered(true);
            listener.onApplied(next - 1);
        }
        return 1;
    }

    private static PitchReceiverCounter counterOf(final PitchGroup group)
    {
        return switch (group)
        {
            case A -> PitchReceiverCounter.PACKETS_A;
            case B -> PitchReceiverCounter.PACKETS_B;
            case RETRANSMISSION -> PitchReceiverCounter.PACKETS_REPEATED;
        };
    }

    private void join(final PitchGroup group, final MulticastEndpoint endpoint)
    {
        join(endpoint, (buffer, length) -> onPacket(group, buffer, 0, length));
    }
}
