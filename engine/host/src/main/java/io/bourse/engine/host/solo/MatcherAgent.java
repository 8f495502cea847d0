// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.solo;

import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.host.execution.CapacityWatch;
import io.bourse.engine.host.execution.CommandExecution;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.execution.EventStreamPublisher;
import io.bourse.engine.host.quarantine.Quarantines;
import io.bourse.engine.host.recording.RecordedJournal;
import io.bourse.engine.host.storage.StorageException;
import io.bourse.engine.protocol.CommandForm;
import io.bourse.engine.protocol.SignedCommandForm;
import io.bourse.engine.protocol.TakeSnapshotDecoder;
import io.bourse.engine.telemetry.CounterSet;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.status.AtomicCounter;

import java.nio.ByteOrder;

/**
 * Executes what the journal holds, and only what is recorded: it never looks beyond the archive's recording position.
 */
final class MatcherAgent implements Agent
{
    /** A matcher that is never idle looks at the limits every so many duty cycles. */
    private static final int CYCLES_OF_CHECK = 64;

    private final FragmentHandler handler = this::onCommand;
    private final MatchingEngine engine;
    private final CommandExecution execution;
    private final CapacityWatch capacity;
    private final RecordedJournal journal;
    private final EventStreamPublisher events;
    private final AtomicCounter eventsEnd;
    private final AtomicCounter dutyCycles;
    private final DueSnapshots snapshots;
    private final long recordingTimeoutNs;
    private long recordedPosition;
    private int uncheckedCycles;
    private boolean isBehind;
    private long behindPosition;
    private long behindSinceNs;

    /**
     * The matcher of a journal.
     *
     * @param engine core, recovered up to the journal's position.
     * @param journal what to execute.
     * @param events where the core's frames go; asked for its position after every command.
     * @param eventsEnd counter with which clients see the end of the event stream.
     * @param counters to count in.
     * @param snapshots of the core, taken when one is due.
     * @param recordingTimeoutNs longest time a command may wait to be recorded, in nanoseconds.
     */
    MatcherAgent(
        final MatchingEngine engine,
        final RecordedJournal journal,
        final EventStreamPublisher events,
        final AtomicCounter eventsEnd,
        final CounterSet<EngineCounter> counters,
        final DueSnapshots snapshots,
        final long recordingTimeoutNs)
    {
        this.engine = engine;
        // The recovery has passed over what is quarantined.
        execution = new CommandExecution(engine, Quarantines.NONE, counters);
        capacity = new CapacityWatch(engine.limits(), counters);
        this.journal = journal;
        this.recordingTimeoutNs = recordingTimeoutNs;
        this.events = events;
        this.eventsEnd = eventsEnd;
        dutyCycles = counters.counter(EngineCounter.DUTY_CYCLES);
        this.snapshots = snapshots;
    }

    @Override
    public int doWork()
    {
        dutyCycles.incrementRelease();
        recordedPosition = journal.recordedPosition();
        final int workCount = journal.poll(handler, recordedPosition, SequencerAgent.BATCH_LIMIT);
        if (workCount > 0)
        {
            uncheckedCycles++;
        }
        else
        {
            checkRecordingGoesOn();
        }
        // After the answers have left, as a rule.
        if (uncheckedCycles > 0 && 0 == workCount || CYCLES_OF_CHECK == uncheckedCycles)
        {
            uncheckedCycles = 0;
            capacity.check();
        }
        return workCount;
    }

    /** An archive that died on its own thread stops moving its counter; nothing else shows it. */
    private void checkRecordingGoesOn()
    {
        if (recordedPosition >= journal.appendedPosition())
        {
            isBehind = false;
        }
        else if (!isBehind || behindPosition != recordedPosition)
        {
            isBehind = true;
            behindPosition = recordedPosition;
            behindSinceNs = System.nanoTime();
        }
        else if (System.nanoTime() - behindSinceNs > recordingTimeoutNs)
        {
            throw new StorageException("the archive stands still, does the disk still answer?" +
                " recordedPosition=" + recordedPosition + " journalPosition=" + journal.appendedPosition() +
                " timeoutNs=" + recordingTimeoutNs);
        }
    }

    @Override
    public String roleName()
    {
        return "matcher";
    }

    long position()
    {
        return journal.position();
    }

    private void onCommand(final DirectBuffer buffer, final int offset, final int length, final Header header)
    {
        final int innerOffset = SignedCommandForm.innerOffset(buffer, offset, length);
        if (TakeSnapshotDecoder.TEMPLATE_ID == CommandForm.templateId(buffer, innerOffset))
        {
            onTakeSnapshot(buffer, offset, length, header.position());
            return;
        }
        execute(buffer, offset, length, header.position());
    }

    private long execute(final DirectBuffer buffer, final int offset, final int length, final long position)
    {
        final long stampedNs = buffer.getLong(offset + CommandForm.STAMPED_NS_OFFSET, ByteOrder.LITTLE_ENDIAN);
        events.moreWaiting(position < recordedPosition);
        execution.execute(stampedNs, position, buffer, offset, length);
        eventsEnd.setRelease(events.position());
        return stampedNs;
    }

    /** The hash over the state, which the command computes, is part of the time that the market stands. */
    private void onTakeSnapshot(final DirectBuffer buffer, final int offset, final int length, final long position)
    {
        final long beganNs = System.nanoTime();
        final long stampedNs = execute(buffer, offset, length, position);
        if (engine.isSnapshotDue())
        {
            snapshots.take(engine, stampedNs, events.position(), beganNs);
        }
    }
}
