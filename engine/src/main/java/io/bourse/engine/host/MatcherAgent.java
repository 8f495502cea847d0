// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host;

import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.logbuffer.FragmentHandler;
import io.aeron.logbuffer.Header;
import io.bourse.engine.client.CommandFormat;
import io.bourse.engine.core.MatchingEngine;
import org.agrona.DirectBuffer;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.status.AtomicCounter;
import org.agrona.concurrent.status.CountersReader;

import java.nio.ByteOrder;

/**
 * Executes what the journal holds, and only what is recorded: it never looks beyond the archive's recording position.
 */
final class MatcherAgent implements Agent
{
    private final FragmentHandler handler = this::onCommand;
    private final MatchingEngine engine;
    private final ExclusivePublication journalPublication;
    private final Image journal;
    private final CountersReader driverCounters;
    private final int recordingCounterId;
    private final long recordingRegistrationId;
    private final EventStreamPublisher events;
    private final AtomicCounter eventsEnd;
    private final EngineCounters counters;
    private final long recordingTimeoutNs;
    private boolean isBehind;
    private long behindPosition;
    private long behindSinceNs;

    /**
     * The matcher of a journal.
     *
     * @param engine core, recovered up to the image's position.
     * @param journal image of the journal.
     * @param recorded the journal's publication and recording.
     * @param driverCounters where the recording position is.
     * @param events where the core's frames go; asked for its position after every command.
     * @param eventsEnd counter that tells clients the end of the event stream.
     * @param counters to count in.
     * @param recordingTimeoutNs longest time a command may wait to be recorded, in nanoseconds.
     */
    MatcherAgent(
        final MatchingEngine engine,
        final Image journal,
        final StreamRecorder.Recorded recorded,
        final CountersReader driverCounters,
        final EventStreamPublisher events,
        final AtomicCounter eventsEnd,
        final EngineCounters counters,
        final long recordingTimeoutNs)
    {
        this.engine = engine;
        this.journal = journal;
        this.journalPublication = recorded.publication();
        this.driverCounters = driverCounters;
        this.recordingCounterId = recorded.counterId();
        this.recordingTimeoutNs = recordingTimeoutNs;
        this.recordingRegistrationId = driverCounters.getCounterRegistrationId(recordingCounterId);
        this.events = events;
        this.eventsEnd = eventsEnd;
        this.counters = counters;
    }

    @Override
    public int doWork()
    {
        final long recordedPosition = driverCounters.getCounterValue(recordingCounterId);
        if (recordingRegistrationId != driverCounters.getCounterRegistrationId(recordingCounterId) ||
            CountersReader.RECORD_ALLOCATED != driverCounters.getCounterState(recordingCounterId))
        {
            throw new IllegalStateException("the archive no longer records the journal, is its disk full? " +
                "journalPosition=" + journal.position());
        }
        if (journal.isClosed())
        {
            throw new IllegalStateException("the journal's image is closed: journalPosition=" + journal.position());
        }
        final int workCount = journal.boundedPoll(handler, recordedPosition, SequencerAgent.BATCH_LIMIT);
        if (0 == workCount)
        {
            checkRecordingGoesOn(recordedPosition);
        }
        return workCount;
    }

    /** An archive that died on its own thread leaves its counter standing still; nobody else would notice. */
    private void checkRecordingGoesOn(final long recordedPosition)
    {
        if (recordedPosition >= journalPublication.position())
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
                " recordedPosition=" + recordedPosition + " journalPosition=" + journalPublication.position() +
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
        final long stampedNs = buffer.getLong(offset + CommandFormat.STAMPED_NS_OFFSET, ByteOrder.LITTLE_ENDIAN);
        engine.onCommand(stampedNs, header.position(), buffer, offset, length);
        counters.commandExecuted();
        eventsEnd.setRelease(events.position());
    }
}
