// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.host.FailStop;
import io.bourse.engine.host.storage.StorageException;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.AgentTerminationException;

/**
 * Ends a member that is half alive: its consensus module goes on, commits and even leads, but its service has died or
 * stands still, or its archive no longer records the events, or its disk has no space or no longer answers. The cluster
 * would not notice.
 */
final class MemberWatch implements Agent
{
    private final EngineService service;
    private final MemberVitals vitals;
    private final long timeoutNs;
    private final FailStop failStop;
    private long cycles;
    private long cyclesSinceNs;
    private long logPosition;
    private long behindSinceNs;
    private long archiveBeats;
    private long beatsSinceNs;
    private long recordedPosition;
    private long recordedSinceNs;
    private long lastCheckNs;

    /**
     * A watch on a member that has just been launched.
     *
     * @param service to watch.
     * @param vitals of the other parts.
     * @param timeoutNs how long it may stand still, in nanoseconds.
     * @param failStop called when it does.
     */
    MemberWatch(
        final EngineService service, final MemberVitals vitals, final long timeoutNs, final FailStop failStop)
    {
        this.service = service;
        this.vitals = vitals;
        this.timeoutNs = timeoutNs;
        this.failStop = failStop;
        cyclesSinceNs = System.nanoTime();
        behindSinceNs = cyclesSinceNs;
        beatsSinceNs = cyclesSinceNs;
        recordedSinceNs = cyclesSinceNs;
        lastCheckNs = cyclesSinceNs;
    }

    @Override
    public int doWork()
    {
        try
        {
            vitals.requireSpace();
            final long nowNs = System.nanoTime();
            if (nowNs - lastCheckNs > timeoutNs / 2)
            {
                forgive(nowNs);
            }
            lastCheckNs = nowNs;
            check(nowNs);
            return 0;
        }
        catch (final RuntimeException ex)
        {
            failStop.onFailure("watch", ex);
            throw new AgentTerminationException();
        }
    }

    /** The process stood still as a whole, this thread included: that says nothing about its parts. */
    private void forgive(final long nowNs)
    {
        cyclesSinceNs = nowNs;
        behindSinceNs = nowNs;
        beatsSinceNs = nowNs;
        recordedSinceNs = nowNs;
    }

    private void check(final long nowNs)
    {
        if (!vitals.isConnected())
        {
            throw new IllegalStateException("the member's client and its media driver have lost each other, has the" +
                " process stood still? logPosition=" + logPosition);
        }
        if (!vitals.isRecording())
        {
            throw new IllegalStateException(
                "the archive no longer records the event stream, is its disk full? logPosition=" + logPosition);
        }
        checkArchive(nowNs);
        checkRecorded(nowNs);
        checkService(nowNs);
    }

    private void checkArchive(final long nowNs)
    {
        if (vitals.archiveBeats() != archiveBeats)
        {
            archiveBeats = vitals.archiveBeats();
            beatsSinceNs = nowNs;
        }
        else if (nowNs - beatsSinceNs > timeoutNs)
        {
            throw new StorageException("the archive stands still, does the disk still answer? recordedPosition=" +
                vitals.recordedPosition() + " eventPosition=" + vitals.eventPosition() + " archiveBeats=" +
                archiveBeats + " timeoutNs=" + timeoutNs);
        }
    }

    /** Before the service: it waits for a disk that no longer answers. */
    private void checkRecorded(final long nowNs)
    {
        final long recorded = vitals.recordedPosition();
        final long published = vitals.eventPosition();
        if (recorded != recordedPosition || recorded >= published)
        {
            recordedPosition = recorded;
            recordedSinceNs = nowNs;
        }
        else if (nowNs - recordedSinceNs > timeoutNs)
        {
            throw new StorageException("the event stream is not recorded any further, does the disk still answer?" +
                " recordedPosition=" + recorded + " eventPosition=" + published + " timeoutNs=" + timeoutNs);
        }
    }

    private void checkService(final long nowNs)
    {
        final long committed = vitals.commitPosition();
        if (service.logPosition() >= committed || service.logPosition() != logPosition)
        {
            logPosition = service.logPosition();
            behindSinceNs = nowNs;
        }
        // A service that is still loading its state has no cycles yet; if it fails its consensus module knows.
        if (service.cycles() != cycles || 0 == cycles)
        {
            cycles = service.cycles();
            cyclesSinceNs = nowNs;
        }
        if (nowNs - behindSinceNs > timeoutNs || nowNs - cyclesSinceNs > timeoutNs)
        {
            throw new IllegalStateException("the service stands still: logPosition=" +
                logPosition + " commitPosition=" + committed + " cycles=" + cycles + " timeoutNs=" + timeoutNs);
        }
    }

    @Override
    public String roleName()
    {
        return "bourse-member-watch";
    }
}
