// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.core.event.EventFrameSink;
import io.bourse.engine.core.snapshot.SnapshotException;
import io.bourse.engine.host.clock.HostClock;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.execution.GatedEventStream;
import io.bourse.engine.host.solo.SoloPipeline;
import io.bourse.engine.protocol.AdvanceTimeDecoder;
import io.bourse.engine.protocol.CommandForm;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.telemetry.CounterSet;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.AtomicCounter;
import org.agrona.concurrent.status.CountersReader;

import java.nio.ByteOrder;
import java.util.function.Function;

/**
 * One engine of the solo host: ring, sequencer, journal, matcher and event stream of production over recordings in
 * memory that lag behind. Its death takes the ring, what is not recorded, and the end of the events, in the middle of a
 * transaction as well; its next life has to complete them.
 */
final class SoloSchedule extends Schedule
{
    private static final int RING_SIZE = 16;

    private final MemoryStream journal = new MemoryStream(TERM_LENGTH);
    private final MemoryStream events = new MemoryStream(TERM_LENGTH);
    private final AtomicCounter eventsEnd =
        new AtomicCounter(new UnsafeBuffer(BufferUtil.allocateDirectAligned(
            CountersReader.COUNTER_LENGTH, CountersReader.COUNTER_LENGTH)), 0);
    private final UnsafeBuffer offered = new UnsafeBuffer(0, 0);
    private final SimulatedWall wall = new SimulatedWall(clock(), 0);
    private HostClock hostClock;
    private SoloPipeline pipeline;
    private CoreCopy snapshot;
    private int snapshotRecords;
    private long snapshotEventPosition;
    private int life;

    SoloSchedule(final Options options, final Trace trace)
    {
        super(options, trace);
        journal.backPressure(() -> chance().isFault(8));
        events.backPressure(() -> chance().isFault(8));
        start();
    }

    @Override
    void hostStep()
    {
        if (null == pipeline)
        {
            if (chance().oneIn(4))
            {
                start();
            }
            return;
        }
        final int choice = chance().below(100);
        if (choice < 33)
        {
            sequence();
        }
        else if (choice < 58)
        {
            final int frames = 1 + chance().below(5);
            trace().step("record-journal", frames, journal.position());
            journal.record(frames);
        }
        else if (choice < 84)
        {
            match();
        }
        else if (choice < 93)
        {
            final int frames = 1 + chance().below(10);
            trace().step("record-events", frames, events.position());
            events.record(frames);
        }
        else if (choice < 96)
        {
            takeSnapshot();
        }
        else if (chance().isFault(3))
        {
            crashHost();
        }
    }

    private void sequence()
    {
        try
        {
            trace().step("sequence", pipeline.sequence(), journal.position());
        }
        catch (final Exception ex)
        {
            throw new ScheduleFailedException("the sequencer failed: " + ex.getMessage(), ex);
        }
    }

    private void match()
    {
        trace().step("match", pipeline.match(), events.position());
        SimulatedWall.requireNotEarly(clock(), pipeline.engine().engineTimeNs());
        if (eventsEnd.get() != events.position())
        {
            throw new ScheduleFailedException("clients see another end of the event stream: seen=" +
                eventsEnd.get() + " end=" + events.position());
        }
    }

    private void takeSnapshot()
    {
        snapshot = CoreCopy.of(pipeline.engine());
        snapshotRecords = snapshot.records();
        snapshotEventPosition = events.position();
        counts().add(Count.SNAPSHOTS);
        if (chance().isFault(5))
        {
            counts().add(Count.TORN_SNAPSHOTS);
            snapshot.tear(chance().below(snapshotRecords));
        }
        trace().step("snapshot", snapshot.records(), pipeline.engine().commandPosition());
    }

    @Override
    void crashHost()
    {
        if (null == pipeline)
        {
            return;
        }
        counts().add(Count.ENGINE_CRASHES);
        pipeline = null;
        final int lostCommands = journal.crash(chance().below(4));
        final int lostEvents = events.crash(chance().below(4));
        if (hasDefect(Defect.LOST_TAIL) && journal.position() > 0)
        {
            journal.truncate(journal.frameBefore((int)journal.position()));
        }
        trace().step("crash", lostCommands, lostEvents);
        onWatermarkLost();
        for (final SimulatedGateway gateway : gateways())
        {
            gateway.disconnect();
        }
    }

    private void start()
    {
        life++;
        // Who starts a host sets its clock before: nothing else tells how long it was down.
        wall.error(0);
        final boolean isBehindSnapshot = events.position() < snapshotEventPosition;
        final boolean isTorn = null != snapshot && snapshot.records() < snapshotRecords;
        if (null != snapshot && chance().oneIn(4))
        {
            snapshot = null;
        }
        trace().step("start", journal.position(), events.position());
        if (null != snapshot && (isTorn || isBehindSnapshot))
        {
            expectRefusal(isTorn);
            snapshot = null;
        }
        pipeline = open(null == snapshot ? SoloSchedule::emptyCore : snapshot::read);
        if (life > 1)
        {
            counts().add(Count.RESTARTS);
            if (null != snapshot)
            {
                counts().add(Count.STARTS_FROM_SNAPSHOT);
            }
            checkHistory(plainRun());
        }
    }

    /** A snapshot that is not whole, or lies after the end of the events, must not be gone on from. */
    private void expectRefusal(final boolean isTorn)
    {
        final long endBefore = events.position();
        try
        {
            open(snapshot::read);
        }
        catch (final SnapshotException | IllegalStateException ex)
        {
            trace().note("snapshot-refused", isTorn ? 1 : 0, 0);
            if (endBefore != events.position())
            {
                throw new ScheduleFailedException("a refused snapshot has changed the event stream", ex);
            }
            return;
        }
        throw new ScheduleFailedException("an engine went on from a snapshot that it must refuse: isTorn=" + isTorn);
    }

    private static MatchingEngine emptyCore(final EventFrameSink sink)
    {
        return new MatchingEngine(0, sink);
    }

    private SoloPipeline open(final Function<EventFrameSink, MatchingEngine> core)
    {
        final CounterSet<EngineCounter> counters = new CounterSet<>(EngineCounter.class);
        final boolean isTwice = hasDefect(Defect.FRAMES_TWICE) && null == snapshot;
        final GatedEventStream gated = new GatedEventStream(
            isTwice ? null : new MemoryFrames(events), events, clock(), () -> true, counters);
        final MemoryFrames journalled = new MemoryFrames(journal);
        if (hasDefect(Defect.SNAPSHOT_SKIPS) && null != snapshot)
        {
            journalled.skipAfter(snapshot.read((sequence, buffer, offset, length) -> { }).commandPosition());
        }
        hostClock = wall.hostClock(hasDefect(Defect.UNGUARDED_CLOCK));
        return new SoloPipeline(
            new SoloPipeline.Media(
                journal,
                new MemoryJournal(journal, (int)journal.position(), hasDefect(Defect.EARLY_EXECUTION)),
                gated,
                hostClock,
                eventsEnd),
            core,
            journalled,
            0,
            RING_SIZE,
            counters);
    }

    @Override
    void reviveHost()
    {
        if (null == pipeline)
        {
            start();
        }
    }

    @Override
    void driveHost()
    {
        sequence();
        journal.recordAll();
        match();
        events.recordAll();
    }

    @Override
    boolean isHostQuiet()
    {
        return null != pipeline && pipeline.isDrained();
    }

    @Override
    void attach(final SimulatedReader reader)
    {
        // At its start the engine has completed what its earlier process had published.
        if (null != pipeline)
        {
            final SoloPipeline attached = pipeline;
            reader.attach(events, chance(), () -> attached == pipeline, defect());
        }
    }

    @Override
    void connect(final SimulatedGateway gateway)
    {
        if (null != pipeline)
        {
            final CommandPublisher commands = pipeline.newCommandPublisher();
            gateway.connect((command) ->
            {
                offered.wrap(command);
                return commands.offer(offered, 0, command.length);
            });
        }
    }

    @Override
    void driveConnection(final SimulatedGateway gateway)
    {
        // The ring needs no care.
    }

    @Override
    void onGatewayCrash(final SimulatedGateway gateway)
    {
        // What is in the ring stays there.
    }

    @Override
    long nextDeadlineNs()
    {
        return pipeline.engine().nextDeadlineNs();
    }

    @Override
    long lowestStampNs()
    {
        return hostClock.nanoTime();
    }

    @Override
    void stepClock(final long errorNs)
    {
        wall.error(errorNs);
    }

    @Override
    void correctClocks()
    {
        wall.error(0);
    }

    @Override
    PlainRun plainRun()
    {
        final PlainRun run = new PlainRun(TERM_LENGTH);
        final MemoryFrames frames = new MemoryFrames(journal);
        final MessageHeaderDecoder header = new MessageHeaderDecoder();
        while (frames.nextData())
        {
            final int offset = frames.payloadOffset();
            final long stampedNs =
                frames.buffer().getLong(offset + CommandForm.STAMPED_NS_OFFSET, ByteOrder.LITTLE_ENDIAN);
            run.execute(stampedNs, frames.position(), frames.buffer(), offset, frames.payloadLength());
            header.wrap(frames.buffer(), offset);
            if (AdvanceTimeDecoder.TEMPLATE_ID == header.templateId())
            {
                run.deadline();
            }
        }
        return run;
    }

    @Override
    void checkHost(final PlainRun truth)
    {
        final int difference = truth.events().firstDifference(events);
        if (difference >= 0)
        {
            throw new ScheduleFailedException(
                "the event stream is not what a plain run gives: differsAt=" + difference +
                " end=" + events.position() + " expectedEnd=" + truth.events().position());
        }
        if (!CoreCopy.of(pipeline.engine()).isSameAs(CoreCopy.of(truth.engine())))
        {
            throw new ScheduleFailedException("the core holds what a plain run does not: journalPosition=" +
                journal.position() + " commandPosition=" + pipeline.engine().commandPosition() +
                " expectedCommandPosition=" + truth.engine().commandPosition());
        }
    }
}
