// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.execution;

import io.aeron.Publication;
import io.aeron.logbuffer.BufferClaim;
import io.bourse.engine.core.event.EventFrameSink;
import io.bourse.engine.host.recording.FramePublication;
import io.bourse.engine.protocol.PublicationStamp;
import io.bourse.engine.telemetry.CounterSet;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.EpochNanoClock;

import java.util.function.BooleanSupplier;

/**
 * Publishes the frames of the core into the recorded event stream, each once in the life of the recording. t6, and
 * whether more follows, go into the frame header's reserved value, where they do not disturb the deterministic bytes.
 */
public final class EventStreamPublisher implements EventFrameSink
{
    private final BufferClaim claim = new BufferClaim();
    private final FramePublication events;
    private final EpochNanoClock clock;
    private final BooleanSupplier whileBackPressured;
    private final CounterSet<EngineCounter> counters;
    private boolean isMoreWaiting;

    /**
     * A publisher.
     *
     * @param events recorded stream.
     * @param clock of t6.
     * @param whileBackPressured called between attempts; keeps the driver and the archive going if they share the
     *     thread. False ends the attempts.
     * @param counters to count in.
     */
    public EventStreamPublisher(
        final FramePublication events,
        final EpochNanoClock clock,
        final BooleanSupplier whileBackPressured,
        final CounterSet<EngineCounter> counters)
    {
        this.events = events;
        this.clock = clock;
        this.whileBackPressured = whileBackPressured;
        this.counters = counters;
    }

    @Override
    public void onFrame(final long frameSequence, final DirectBuffer buffer, final int offset, final int length)
    {
        long result = events.tryClaim(length, claim);
        while (result <= 0)
        {
            if (Publication.BACK_PRESSURED != result && Publication.ADMIN_ACTION != result)
            {
                throw new IllegalStateException("the event stream takes no more frames: result=" +
                    Publication.errorString(result) + " eventPosition=" + events.position() +
                    " frameSequence=" + frameSequence);
            }
            if (Publication.BACK_PRESSURED == result)
            {
                counters.increment(EngineCounter.EVENT_BACK_PRESSURE);
                if (!whileBackPressured.getAsBoolean())
                {
                    throw new IllegalStateException("stopped while the event stream took no more frames:" +
                        " eventPosition=" + events.position() + " frameSequence=" + frameSequence);
                }
            }
            result = events.tryClaim(length, claim);
        }
        claim.buffer().putBytes(claim.offset(), buffer, offset, length);
        claim.reservedValue(PublicationStamp.of(clock.nanoTime(), isMoreWaiting));
        claim.commit();
        counters.increment(EngineCounter.EVENT_FRAMES_PUBLISHED);
    }

    /** Whether the command after the one whose frames come next may be executed already: readers then pack. */
    public void moreWaiting(final boolean isMoreWaiting)
    {
        this.isMoreWaiting = isMoreWaiting;
    }

    public long position()
    {
        return events.position();
    }
}
