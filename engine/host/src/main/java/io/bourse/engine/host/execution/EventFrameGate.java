// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.execution;

import io.bourse.engine.core.event.EventFrameSink;
import io.bourse.engine.host.recording.FrameWalk;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.telemetry.CounterSet;
import org.agrona.DirectBuffer;

/**
 * Where the core's frames go. While the journal is replayed they are compared with the frames that are recorded already
 * and thrown away; the rest is published. So every frame is in the event stream exactly once, whatever happened before.
 */
public final class EventFrameGate implements EventFrameSink
{
    private final EventFrameSink publisher;
    private final CounterSet<EngineCounter> counters;
    private FrameWalk recorded;
    private long lastFrameSequence;
    private long firstComparable;

    /**
     * A gate.
     *
     * @param recorded frames to compare with, or null when there are none; owned.
     * @param publisher of frames that are not recorded yet.
     * @param counters to count in.
     */
    public EventFrameGate(
        final FrameWalk recorded, final EventFrameSink publisher, final CounterSet<EngineCounter> counters)
    {
        this.recorded = recorded;
        this.publisher = publisher;
        this.counters = counters;
    }

    @Override
    public void onFrame(final long frameSequence, final DirectBuffer buffer, final int offset, final int length)
    {
        if (lastFrameSequence + 1 != frameSequence)
        {
            throw new IllegalStateException("the core's frames are not contiguous: frameSequence=" + frameSequence +
                " lastFrameSequence=" + lastFrameSequence);
        }
        lastFrameSequence = frameSequence;
        if (frameSequence < firstComparable)
        {
            counters.increment(EngineCounter.EVENT_FRAMES_SKIPPED);
            return;
        }
        if (null != recorded && compare(frameSequence, buffer, offset, length))
        {
            counters.increment(EngineCounter.EVENT_FRAMES_SKIPPED);
            return;
        }
        publisher.onFrame(frameSequence, buffer, offset, length);
    }

    private boolean compare(final long frameSequence, final DirectBuffer buffer, final int offset, final int length)
    {
        if (!recorded.nextData())
        {
            finish();
            return false;
        }
        if (length != recorded.payloadLength())
        {
            throw new DivergenceException(recorded.position(), "frameSequence=" + frameSequence +
                " recordedLength=" + recorded.payloadLength() + " replayedLength=" + length +
                explain(buffer, offset, length));
        }
        final int difference = firstDifference(buffer, offset, recorded.buffer(), recorded.payloadOffset(), length);
        if (difference >= 0)
        {
            throw new DivergenceException(recorded.position(), "frameSequence=" + frameSequence +
                " length=" + length + " firstDifferentByte=" + difference + explain(buffer, offset, length));
        }
        return true;
    }

    private String explain(final DirectBuffer buffer, final int offset, final int length)
    {
        return FrameDifference.explain(
            buffer, offset, recorded.buffer(), recorded.payloadOffset(), length, recorded.payloadLength());
    }

    /**
     * The recording does not hold its beginning any more: frames before are taken for recorded without being compared.
     *
     * @param frameSequence of the first frame that is recorded.
     */
    void compareFrom(final long frameSequence)
    {
        firstComparable = frameSequence;
    }

    /**
     * Goes on after a snapshot when the recorded frames to compare with begin after it.
     *
     * @param frameSequence of the last frame before the snapshot.
     */
    public void beginAfter(final long frameSequence)
    {
        lastFrameSequence = frameSequence;
    }

    /**
     * Goes on after a snapshot: the frames before it are recorded and not given again.
     *
     * @param frameSequence of the last frame before the snapshot.
     * @throws IllegalStateException when the recording ends before that frame.
     */
    public void continueAfter(final long frameSequence)
    {
        final EventGroupDecoder group = new EventGroupDecoder();
        final MessageHeaderDecoder header = new MessageHeaderDecoder();
        while (lastFrameSequence < frameSequence)
        {
            if (null == recorded || !recorded.nextData())
            {
                throw new IllegalStateException("the event recording ends before the snapshot, it must be copied from" +
                    " another member first (start with --from-peers): recordedFrameSequence=" + lastFrameSequence +
                    " snapshotFrameSequence=" + frameSequence);
            }
            group.wrapAndApplyHeader(recorded.buffer(), recorded.payloadOffset(), header);
            lastFrameSequence = group.frameSequence();
        }
        if (lastFrameSequence != frameSequence)
        {
            throw new IllegalStateException("the event recording begins after the snapshot: frameSequence=" +
                lastFrameSequence + " snapshotFrameSequence=" + frameSequence);
        }
    }

    /**
     * The journal has been replayed to its end: from now on every frame is new.
     *
     * @throws DivergenceException when frames are recorded that the journal did not give.
     */
    public void onReplayed()
    {
        if (null != recorded)
        {
            if (recorded.nextData())
            {
                throw new DivergenceException(recorded.position(),
                    "frames are recorded that the journal does not give: lastReplayedFrameSequence=" +
                    lastFrameSequence);
            }
            finish();
        }
    }

    private void finish()
    {
        if (!recorded.isAtEnd())
        {
            throw new DivergenceException(recorded.position(),
                "the next recorded frame cannot be read: lastReplayedFrameSequence=" + lastFrameSequence);
        }
        recorded.close();
        recorded = null;
    }

    /**
     * Compares eight bytes at a time: byte by byte this was a third of a recovery.
     *
     * @return index of the first byte that differs, -1 when none does.
     */
    static int firstDifference(
        final DirectBuffer one, final int oneOffset, final DirectBuffer other, final int otherOffset, final int length)
    {
        int i = 0;
        while (i <= length - Long.BYTES && one.getLong(oneOffset + i) == other.getLong(otherOffset + i))
        {
            i += Long.BYTES;
        }
        while (i < length && one.getByte(oneOffset + i) == other.getByte(otherOffset + i))
        {
            i++;
        }
        return i < length ? i : -1;
    }
}
