// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.CountersFile;
import io.bourse.marketdata.net.FeedLatencies;
import io.bourse.marketdata.net.FeedPair;
import io.bourse.marketdata.net.FeedPairCounter;
import io.bourse.marketdata.net.PacketHistory;
import io.bourse.marketdata.pitch.PitchMessages;
import io.bourse.marketdata.pitch.SequencedUnit;

import org.agrona.concurrent.UnsafeBuffer;

/**
 * Numbers the messages of a unit and packs them into datagrams. Numbers count messages, so they follow from the event
 * stream alone, however the datagrams are cut. The last ones are kept by their number, also while history is read: a
 * publisher that starts anew can repeat what was never sent.
 */
final class PitchUnit
{
    private final FeedPair pair;
    private final UnsafeBuffer message = new UnsafeBuffer(new byte[PitchMessages.MAX_LENGTH]);
    private final PacketHistory history;
    private final CounterSet<PitchCounter> counters;
    private final int unit;
    private final int maxPacketLength;
    private final FeedLatencies latencies = CountersFile.labelled("feed=pitch", FeedLatencies::new);
    private long nextSequence = 1;
    private long firstPending = 1;
    private long publishedNs;
    private int pendingLength;
    private long lastSentNs;
    private boolean hasSent;
    private boolean isLive;

    PitchUnit(
        final FeedPair pair,
        final PacketHistory history,
        final CounterSet<PitchCounter> counters,
        final int unit,
        final int maxPacketLength)
    {
        this.pair = pair;
        this.history = history;
        this.counters = counters;
        this.unit = unit;
        this.maxPacketLength = maxPacketLength;
    }

    /** Where the next message is to be written in {@link #buffer()}. */
    int claim()
    {
        return 0;
    }

    UnsafeBuffer buffer()
    {
        return message;
    }

    /** The next message has been written. */
    void commit(final int length)
    {
        if (isLive && (SequencedUnit.HEADER_LENGTH + pendingLength + length > maxPacketLength ||
            SequencedUnit.MAX_COUNT == nextSequence - firstPending))
        {
            flush();
        }
        history.append(nextSequence, message, 0, length);
        nextSequence++;
        pendingLength += length;
    }

    /** When the transaction that messages are written of was given to the event stream. */
    void published(final long timeNs)
    {
        publishedNs = timeNs;
    }

    /** What is written from now on leaves. */
    void goLive()
    {
        isLive = true;
        history.goOnAfter(lastSequence());
        firstPending = nextSequence;
        pendingLength = 0;
        heartbeat();
    }

    /**
     * Sends what waits.
     *
     * @return number of datagrams.
     */
    int flush()
    {
        counters.set(PitchCounter.SEQUENCE, lastSequence());
        if (isAtRest())
        {
            return 0;
        }
        final int length = putMessages(firstPending, nextSequence, pair.buffer());
        send(length);
        latencies.record(publishedNs, pair);
        firstPending = nextSequence;
        pendingLength = 0;
        return 1;
    }

    /**
     * Writes a block of messages that are in the history.
     *
     * @return length of the block.
     */
    int putMessages(final long from, final long to, final UnsafeBuffer packet)
    {
        int position = SequencedUnit.HEADER_LENGTH;
        for (long i = from; i < to; i++)
        {
            position += history.copy(i, packet, position);
        }
        SequencedUnit.putHeader(packet, 0, position, (int)(to - from), unit, from);
        return position;
    }

    /**
     * Publishes the next number when nothing else was sent for an interval.
     *
     * @return number of datagrams.
     */
    int checkHeartbeat(final long nowNs, final long intervalNs)
    {
        if (hasSent)
        {
            hasSent = false;
            lastSentNs = nowNs;
            return 0;
        }
        if (nowNs - lastSentNs < intervalNs)
        {
            return 0;
        }
        heartbeat();
        hasSent = false;
        lastSentNs = nowNs;
        return 1;
    }

    /** Whether nothing waits to be sent. */
    boolean isAtRest()
    {
        return !isLive || firstPending == nextSequence;
    }

    void state(final CheckpointState state)
    {
        nextSequence = state.number(nextSequence);
        if (state.isReading())
        {
            history.goOnAfter(lastSequence());
            counters.set(PitchCounter.SEQUENCE, lastSequence());
        }
    }

    long lastSequence()
    {
        return nextSequence - 1;
    }

    /** Oldest number still kept; one more than the last if none is. */
    long oldestSequence()
    {
        return 0 == history.lastMsgSeqNum() ? nextSequence : history.firstMsgSeqNum();
    }

    int unit()
    {
        return unit;
    }

    private void heartbeat()
    {
        SequencedUnit.putHeader(
            pair.buffer(), 0, SequencedUnit.HEADER_LENGTH, 0, unit, nextSequence);
        send(SequencedUnit.HEADER_LENGTH);
    }

    private void send(final int length)
    {
        final long failures = pair.counters().get(FeedPairCounter.FAILURES);
        pair.send(length);
        hasSent = true;
        counters.increment(PitchCounter.PACKETS);
        counters.add(PitchCounter.SEND_FAILURES, pair.counters().get(FeedPairCounter.FAILURES) - failures);
    }
}
