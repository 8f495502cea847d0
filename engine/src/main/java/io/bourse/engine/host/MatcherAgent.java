// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host;

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
    private static final int FRAGMENT_LIMIT = 64;

    private final FragmentHandler handler = this::onCommand;
    private final MatchingEngine engine;
    private final Image journal;
    private final CountersReader driverCounters;
    private final int recordingCounterId;
    private final long recordingRegistrationId;
    private final EventStreamPublisher events;
    private final AtomicCounter eventsEnd;
    private final EngineCounters counters;

    /**
     * The matcher of a journal.
     *
     * @param engine core, recovered up to the image's position.
     * @param journal image of the journal.
     * @param driverCounters where the recording position is.
     * @param recordingCounterId of the journal's recording position.
     * @param events where the core's frames go; asked for its position after every command.
     * @param eventsEnd counter that tells clients the end of the event stream.
     * @param counters to count in.
     */
    MatcherAgent(
        final MatchingEngine engine,
        final Image journal,
        final CountersReader driverCounters,
        final int recordingCounterId,
        final EventStreamPublisher events,
        final AtomicCounter eventsEnd,
        final EngineCounters counters)
    {
        this.engine = engine;
        this.journal = journal;
        this.driverCounters = driverCounters;
        this.recordingCounterId = recordingCounterId;
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
        return journal.boundedPoll(handler, recordedPosition, FRAGMENT_LIMIT);
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
