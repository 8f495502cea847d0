// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * What an engine counts. Written by its own thread (ring full: by the producers), read by anyone.
 */
public final class EngineCounters
{
    private final AtomicLong commandsJournalled = new AtomicLong();
    private final AtomicLong commandsExecuted = new AtomicLong();
    private final AtomicLong eventFramesPublished = new AtomicLong();
    private final AtomicLong eventFramesSkipped = new AtomicLong();
    private final AtomicLong journalBackPressure = new AtomicLong();
    private final AtomicLong eventBackPressure = new AtomicLong();
    private final AtomicLong malformedCommands = new AtomicLong();
    private final AtomicLong commandsQuarantined = new AtomicLong();
    private final AtomicLong snapshotsTaken = new AtomicLong();
    private final AtomicLong snapshotsFailed = new AtomicLong();
    private final AtomicLong purgesRun = new AtomicLong();
    private final AtomicLong purgesFailed = new AtomicLong();
    private final AtomicLong lastSnapshotPauseNs = new AtomicLong();
    private final AtomicLong formerLifeCommands = new AtomicLong();
    private final LongAdder ringFull = new LongAdder();
    private final LongAdder connectionsRefused = new LongAdder();
    private final AtomicLong unauthenticatedCommands = new AtomicLong();
    private final AtomicLong forbiddenCommands = new AtomicLong();
    private volatile RecoveryTimes recoveryTimes;

    /** Counters at zero. */
    public EngineCounters()
    {
    }

    void commandJournalled()
    {
        commandsJournalled.setRelease(commandsJournalled.getPlain() + 1);
    }

    /**
     * The core was given a message.
     *
     * @param isUnderstood what it said of it: true when it has executed a command.
     */
    public void command(final boolean isUnderstood)
    {
        if (isUnderstood)
        {
            commandsExecuted.setRelease(commandsExecuted.getPlain() + 1);
        }
        else
        {
            malformedCommand();
        }
    }

    void eventFramePublished()
    {
        eventFramesPublished.setRelease(eventFramesPublished.getPlain() + 1);
    }

    void eventFrameSkipped()
    {
        eventFramesSkipped.setRelease(eventFramesSkipped.getPlain() + 1);
    }

    void journalBackPressured()
    {
        journalBackPressure.setRelease(journalBackPressure.getPlain() + 1);
    }

    void eventBackPressured()
    {
        eventBackPressure.setRelease(eventBackPressure.getPlain() + 1);
    }

    /** A message came in that the venue does not understand. */
    public void malformedCommand()
    {
        malformedCommands.setRelease(malformedCommands.getPlain() + 1);
    }

    void commandQuarantined()
    {
        commandsQuarantined.setRelease(commandsQuarantined.getPlain() + 1);
    }

    void snapshotTaken()
    {
        snapshotsTaken.incrementAndGet();
    }

    void snapshotFailed()
    {
        snapshotsFailed.incrementAndGet();
    }

    void purgeRun()
    {
        purgesRun.incrementAndGet();
    }

    void purgeFailed()
    {
        purgesFailed.incrementAndGet();
    }

    void snapshotPause(final long elapsedNs)
    {
        lastSnapshotPauseNs.setRelease(elapsedNs);
    }

    void formerLifeCommand()
    {
        formerLifeCommands.setRelease(formerLifeCommands.getPlain() + 1);
    }

    /** A connection has not proven who it is. Called by any thread. */
    public void connectionRefused()
    {
        connectionsRefused.increment();
    }

    /** A command came from a sender that has not proven who it is. */
    public void unauthenticatedCommand()
    {
        unauthenticatedCommands.setRelease(unauthenticatedCommands.getPlain() + 1);
    }

    /** A command came from a principal that may not send it. */
    public void forbiddenCommand()
    {
        forbiddenCommands.setRelease(forbiddenCommands.getPlain() + 1);
    }

    void ringFull()
    {
        ringFull.increment();
    }

    void recovered(final RecoveryTimes times)
    {
        recoveryTimes = times;
    }

    /**
     * How long the start of a solo engine took.
     *
     * @return times of its steps; null before it is live, and for a member of a cluster.
     */
    public RecoveryTimes recoveryTimes()
    {
        return recoveryTimes;
    }

    /**
     * Commands stamped and offered to the journal.
     *
     * @return count since this start.
     */
    public long commandsJournalled()
    {
        return commandsJournalled.get();
    }

    /**
     * Commands executed, those of the recovery included.
     *
     * @return count since this start.
     */
    public long commandsExecuted()
    {
        return commandsExecuted.get();
    }

    /**
     * Commands that were passed over because two people have quarantined them.
     *
     * @return count since this start.
     */
    public long commandsQuarantined()
    {
        return commandsQuarantined.get();
    }

    /**
     * Event frames published.
     *
     * @return count since this start.
     */
    public long eventFramesPublished()
    {
        return eventFramesPublished.get();
    }

    /**
     * Event frames that the recovery found recorded already.
     *
     * @return count since this start.
     */
    public long eventFramesSkipped()
    {
        return eventFramesSkipped.get();
    }

    /**
     * Attempts that found the journal not taking more.
     *
     * @return count since this start.
     */
    public long journalBackPressure()
    {
        return journalBackPressure.get();
    }

    /**
     * Attempts that found the event stream not taking more.
     *
     * @return count since this start.
     */
    public long eventBackPressure()
    {
        return eventBackPressure.get();
    }

    /**
     * Messages of other processes that were no commands and were dropped.
     *
     * @return count since this start.
     */
    public long malformedCommands()
    {
        return malformedCommands.get();
    }

    /**
     * Commands that a gateway had left when it was killed, and that were dropped because its successor had connected.
     *
     * @return count since this start.
     */
    public long formerLifeCommands()
    {
        return formerLifeCommands.get();
    }

    /**
     * Connections to archive and ingress that did not prove who they are.
     *
     * @return count since this start.
     */
    public long connectionsRefused()
    {
        return connectionsRefused.sum();
    }

    /**
     * Messages at the ingress of senders that have not proven who they are; dropped. In a cluster those are counted
     * that the log holds.
     *
     * @return count since this start.
     */
    public long unauthenticatedCommands()
    {
        return unauthenticatedCommands.get();
    }

    /**
     * Commands that named another sender, or were not of their sender's role; dropped.
     *
     * @return count since this start.
     */
    public long forbiddenCommands()
    {
        return forbiddenCommands.get();
    }

    /**
     * Offers refused because the ring was full.
     *
     * @return count since this start.
     */
    public long ringFullCount()
    {
        return ringFull.sum();
    }

    /**
     * Snapshots that are complete and on the disk.
     *
     * @return count since this start.
     */
    public long snapshotsTaken()
    {
        return snapshotsTaken.get();
    }

    /**
     * Snapshots that were due and were not written.
     *
     * @return count since this start.
     */
    public long snapshotsFailed()
    {
        return snapshotsFailed.get();
    }

    /**
     * Purges that came to their ends, whether they found anything to remove or not.
     *
     * @return count since this start.
     */
    public long purgesRun()
    {
        return purgesRun.get();
    }

    /**
     * Purges that failed and are tried again.
     *
     * @return count since this start.
     */
    public long purgesFailed()
    {
        return purgesFailed.get();
    }

    /**
     * How long the matcher stood for the last snapshot.
     *
     * @return nanoseconds; 0 before the first one.
     */
    public long lastSnapshotPauseNs()
    {
        return lastSnapshotPauseNs.get();
    }
}
