// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.execution;

import io.bourse.engine.core.event.EventFrameSink;
import io.bourse.engine.host.recording.FramePublication;
import io.bourse.engine.host.recording.FrameWalk;
import io.bourse.engine.telemetry.CounterSet;
import org.agrona.concurrent.EpochNanoClock;

import java.util.function.BooleanSupplier;

/**
 * The gate and the publisher of an event stream over media of choice: what is recorded is compared, the rest published.
 */
public final class GatedEventStream implements EventOutput
{
    private final EventStreamPublisher publisher;
    private final EventFrameGate gate;

    /**
     * An event stream.
     *
     * @param recorded frames of former runs, or null when there are none; owned.
     * @param publication that continues them.
     * @param clock of t6.
     * @param whileBackPressured called between attempts to publish; false ends them.
     * @param counters to count in.
     */
    public GatedEventStream(
        final FrameWalk recorded,
        final FramePublication publication,
        final EpochNanoClock clock,
        final BooleanSupplier whileBackPressured,
        final CounterSet<EngineCounter> counters)
    {
        publisher = new EventStreamPublisher(publication, clock, whileBackPressured, counters);
        gate = new EventFrameGate(recorded, publisher, counters);
    }

    @Override
    public EventFrameSink sink()
    {
        return gate;
    }

    @Override
    public void continueAfter(final long frameSequence)
    {
        gate.continueAfter(frameSequence);
    }

    @Override
    public void onReplayed()
    {
        gate.onReplayed();
    }

    /** The owner of the media decides when it is recorded. */
    @Override
    public boolean isRecorded()
    {
        return true;
    }

    @Override
    public long position()
    {
        return publisher.position();
    }

    public EventStreamPublisher publisher()
    {
        return publisher;
    }
}
