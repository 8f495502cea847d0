// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.cluster.service.Cluster;
import io.bourse.engine.core.MatchingEngine;
import io.bourse.engine.host.DeadlineCommand;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * The one timer that a core needs: for the deadline it names as its next. That the timer has fired stands in the log,
 * so every member, and every replay, lets the same {@code AdvanceTime} follow at the same place.
 *
 * <p>A timer may be late, and may fire for a deadline that a command has just moved; the core then finds nothing to do.
 * Having fired, it is always set again: a follower's consensus module forgets a timer when it sees the event in the
 * log, even one that the service has moved in between.
 */
final class EngineDeadlines
{
    /** Known to the consensus module; the service has only this one. */
    static final long CORRELATION_ID = 1;

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
        scheduledNs = MatchingEngine.NO_DEADLINE;
        if (MatchingEngine.NO_DEADLINE != deadlineNs)
        {
            set(deadlineNs);
        }
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
