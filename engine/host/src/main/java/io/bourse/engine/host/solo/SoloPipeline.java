// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.core.event.EventFrameSink;
import io.bourse.engine.host.clock.HostClock;
import io.bourse.engine.host.clock.TimeConfirmation;
import io.bourse.engine.host.execution.CommandExecution;
import io.bourse.engine.host.execution.DivergenceException;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.execution.GatedEventStream;
import io.bourse.engine.host.execution.JournalReplay;
import io.bourse.engine.host.quarantine.Quarantines;
import io.bourse.engine.host.recording.FramePublication;
import io.bourse.engine.host.recording.FrameWalk;
import io.bourse.engine.host.recording.JournalFrames;
import io.bourse.engine.host.recording.LoggedCommands;
import io.bourse.engine.host.recording.RecordedJournal;
import io.bourse.engine.telemetry.CounterSet;
import org.agrona.concurrent.status.AtomicCounter;

import java.util.function.Function;

/**
 * The way of a command through an engine of the solo host, over media of choice: ring, sequencer, journal, matcher,
 * event stream. Driver, archive and files are not part of it; the caller runs the steps one by one.
 */
public final class SoloPipeline
{
    private final CommandRing ring;
    private final CounterSet<EngineCounter> counters;
    private final MatchingEngine engine;
    private final SequencerAgent sequencer;
    private final MatcherAgent matcher;

    /**
     * What a pipeline runs on.
     *
     * @param journal end of the journal.
     * @param journalReader of the journal, at its end.
     * @param events event stream; it has the frames of former runs.
     * @param clock of the stamps, not started.
     * @param eventsEnd receives the end of the event stream.
     */
    public record Media(
        FramePublication journal,
        RecordedJournal journalReader,
        GatedEventStream events,
        HostClock clock,
        AtomicCounter eventsEnd)
    {
    }

    /**
     * Recovers a core and goes live.
     *
     * @param media to run on.
     * @param core makes the core to begin with, empty or of a snapshot, for a sink.
     * @param journalled all commands that the journal holds, from its beginning.
     * @param partition of the core.
     * @param ringSize slots of the ring, a power of two.
     * @param counters to count in.
     * @throws IllegalStateException when the journal holds what is not a command, or stamps that go back.
     * @throws DivergenceException when the core gives other frames than those recorded.
     */
    public SoloPipeline(
        final Media media,
        final Function<EventFrameSink, MatchingEngine> core,
        final FrameWalk journalled,
        final int partition,
        final int ringSize,
        final CounterSet<EngineCounter> counters)
    {
        this.counters = counters;
        ring = new CommandRing(ringSize, null);
        engine = core.apply(media.events.sink());
        media.events.continueAfter(engine.frameSequence());
        final long lastStampedNs = replay(journalled);
        media.events.onReplayed();
        media.eventsEnd.setRelease(media.events.position());
        final DeadlineWatch deadlines = new DeadlineWatch(engine, media.journalReader::position, partition);
        media.clock.start(lastStampedNs, engine, TimeConfirmation.NONE);
        final ClockWatch clock = new ClockWatch(media.clock, engine, media.journalReader::position, partition);
        sequencer = new SequencerAgent(ring, media.journal, deadlines, clock, counters);
        matcher = new MatcherAgent(engine, media.journalReader, media.events.publisher(), media.eventsEnd, counters,
            // The caller takes snapshots between the steps.
            (due, stampedNs, cursor, beganNs) -> { }, Long.MAX_VALUE);
    }

    /** A core that was made of a snapshot has executed the first of them already. */
    private long replay(final FrameWalk journalled)
    {
        final LoggedCommands commands = new JournalFrames();
        long lastStampedNs = 0;
        while (journalled.position() < engine.commandPosition() && journalled.nextData())
        {
            commands.read(journalled);
            lastStampedNs = commands.stampedNs();
        }
        final CommandExecution execution = new CommandExecution(engine, Quarantines.NONE, counters);
        return JournalReplay.execute(journalled, commands, lastStampedNs, execution, (reason) ->
            new IllegalStateException("the journal is damaged: position=" + journalled.position() + " " + reason));
    }

    /**
     * A publisher into the ring, of commands whose senders need no check.
     *
     * @return publisher for one thread.
     */
    public CommandPublisher newCommandPublisher()
    {
        return RingCommandPublisher.ofChecked(ring, counters);
    }

    /**
     * One duty cycle of the sequencer.
     *
     * @return commands appended to the journal.
     */
    public int sequence()
    {
        return sequencer.doWork();
    }

    /**
     * One duty cycle of the matcher.
     *
     * @return commands executed.
     */
    public int match()
    {
        return matcher.doWork();
    }

    /**
     * Whether everything that was taken is executed.
     *
     * @return false while a command is on its way.
     */
    public boolean isDrained()
    {
        return ring.isEmpty() && matcher.position() >= sequencer.journalPosition();
    }

    /**
     * The core, to be looked at between two steps.
     *
     * @return core.
     */
    public MatchingEngine engine()
    {
        return engine;
    }
}
