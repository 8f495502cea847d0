// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.cluster.service.Cluster;
import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.host.recording.DeadlineCommand;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The one timer that a core needs: for the deadline it names as its next. That the timer has fired stands in the log,
 * so every member, and every replay, lets the same {@code AdvanceTime} follow at the same place.
 *
 * <p>A timer may be late, and may fire for a deadline that a command has just moved; the core then finds nothing to do.
 * Having fired, it is always set again: a follower's consensus module forgets a timer when it sees the event in the
 * log, even one that the service has moved in between. It is set also when there is nothing to wait for, and taken
 * back at once: a follower whose service had cancelled the timer by then counts the event and would swallow the next
 * request for it, so that as a leader it would sleep through that deadline.
 */
final class EngineDeadlines
{
    /** Known to the consensus module; the service has only this one. */
    static final long CORRELATION_ID = 1;
    /** The largest value is not allowed. */
    private static final long NEVER_NS = Long.MAX_VALUE - 1;

    private final UnsafeBuffer command;
    private final Cluster cluster;
    private long scheduledNs = MatchingEngine.NO_DEADLINE;

    /**
     * Deadlines of a core.
     *
     * @param cluster that keeps the timer.
     * @param partition of the core.
     */
    EngineDeadlines(final Cluster cluster, final int partition)
    {
        this.cluster = cluster;
        command = DeadlineCommand.of(partition);
    }

    /** What follows from a timer: a whole {@code AdvanceTime}, from operator tools and without a session. */
    UnsafeBuffer command()
    {
        return command;
    }

    /**
     * A command was executed.
     *
     * @param deadlineNs that the core names now.
     */
    void schedule(final long deadlineNs)
    {
        if (deadlineNs != scheduledNs)
        {
            set(deadlineNs);
        }
    }

    /**
     * The timer has fired and what follows from it was executed.
     *
     * @param deadlineNs that the core names now.
     */
    void scheduleAgain(final long deadlineNs)
    {
        if (MatchingEngine.NO_DEADLINE == deadlineNs)
        {
            set(NEVER_NS);
        }
        set(deadlineNs);
    }

    /**
     * A snapshot was loaded: the consensus module has its timer in a snapshot of its own.
     *
     * @param deadlineNs that the core names.
     */
    void restored(final long deadlineNs)
    {
        scheduledNs = deadlineNs;
    }

    private void set(final long deadlineNs)
    {
        final boolean isCancel = MatchingEngine.NO_DEADLINE == deadlineNs;
        while (!(isCancel ? cluster.cancelTimer(CORRELATION_ID) : cluster.scheduleTimer(CORRELATION_ID, deadlineNs)))
        {
            cluster.idleStrategy().idle();
        }
        scheduledNs = deadlineNs;
    }
}
