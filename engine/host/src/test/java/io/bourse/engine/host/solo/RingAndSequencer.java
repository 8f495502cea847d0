// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.aeron.ExclusivePublication;
import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.host.clock.ClockOptions;
import io.bourse.engine.host.clock.HostClock;
import io.bourse.engine.host.clock.TimeConfirmation;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.recording.AeronFramePublication;
import io.bourse.engine.telemetry.CounterSet;
import org.agrona.DirectBuffer;

/** Ring and sequencer of an engine without the rest of it, for measurements of these two alone. */
public final class RingAndSequencer
{
    private final CounterSet<EngineCounter> counters = new CounterSet<>(EngineCounter.class);
    private final CommandRing ring;
    private final CommandRing.Taker taker = this::onCommand;
    private final Consumer consumer;
    private SequencerAgent sequencer;

    /** Takes commands out of the ring. */
    @FunctionalInterface
    public interface Consumer
    {
        /**
         * A command.
         *
         * @param buffer with it.
         * @param offset of it.
         * @param length of it.
         */
        void onCommand(DirectBuffer buffer, int offset, int length);
    }

    /**
     * A ring.
     *
     * @param size number of slots, a power of two.
     * @param consumer of {@link #drain}.
     */
    public RingAndSequencer(final int size, final Consumer consumer)
    {
        ring = new CommandRing(size, null);
        this.consumer = consumer;
    }

    /**
     * Puts a sequencer behind the ring; nobody drains it then.
     *
     * @param journal it appends to.
     */
    public void journalTo(final ExclusivePublication journal)
    {
        final MatchingEngine idle = new MatchingEngine(0, (sequence, buffer, offset, length) ->
        {
            throw new IllegalStateException("the core has nothing to do here");
        });
        final HostClock clock = new HostClock(ClockOptions.DEFAULT);
        clock.start(0, idle, TimeConfirmation.NONE);
        sequencer = new SequencerAgent(
            ring, new AeronFramePublication(journal), new DeadlineWatch(idle, journal::position, 0),
            new ClockWatch(clock, idle, journal::position, 0), counters);
    }

    /**
     * A producer, as a room in the engine's process has it.
     *
     * @return publisher into the ring.
     */
    public CommandPublisher newPublisher()
    {
        return RingCommandPublisher.ofChecked(ring, counters);
    }

    /**
     * Gives the consumer what is in the ring.
     */
    public void drain()
    {
        ring.take(taker, Integer.MAX_VALUE);
    }

    private boolean onCommand(final DirectBuffer buffer, final int offset, final int length)
    {
        consumer.onCommand(buffer, offset, length);
        return true;
    }

    /**
     * A duty cycle of the sequencer.
     *
     * @return number of commands it has appended.
     */
    public int sequence()
    {
        return sequencer.doWork();
    }
}
