// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.phase;

import io.bourse.engine.core.state.DeadlineQueue;
import io.bourse.engine.core.state.HashedState;
import io.bourse.engine.core.state.StateHash;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.PhaseCause;

/**
 * A change of phase that a timer will make, or none.
 */
public final class PendingChange implements HashedState
{
    private final DeadlineQueue deadlines;
    private long deadlineId;
    private long endNs;
    private Phase phase;
    private PhaseCause cause;

    PendingChange(final DeadlineQueue deadlines)
    {
        this.deadlines = deadlines;
    }

    public boolean isSet()
    {
        return null != phase;
    }

    /** When the change comes without its random part. */
    public long endNs()
    {
        return endNs;
    }

    public Phase phase()
    {
        return phase;
    }

    public PhaseCause cause()
    {
        return cause;
    }

    /**
     * Sets the timer, in place of what was set before.
     *
     * @param newEndNs when the change is to come, without its random part.
     * @param randomNs the random part.
     * @param newPhase to change to.
     * @param newCause of the change.
     * @param handler of the timer.
     * @param key for the handler.
     */
    public void set(
        final long newEndNs,
        final long randomNs,
        final Phase newPhase,
        final PhaseCause newCause,
        final DeadlineQueue.DeadlineHandler handler,
        final long key)
    {
        cancel();
        endNs = newEndNs;
        phase = newPhase;
        cause = newCause;
        deadlineId = deadlines.schedule(DeadlineQueue.after(newEndNs, randomNs), handler, key);
    }

    /** Of the timer, 0 for none. */
    public long deadlineId()
    {
        return deadlineId;
    }

    /** Sets a change of a snapshot, whose timer is set. */
    public void restore(final long newDeadlineId, final long newEndNs, final Phase newPhase, final PhaseCause newCause)
    {
        deadlineId = newDeadlineId;
        endNs = newEndNs;
        phase = newPhase;
        cause = newCause;
    }

    /** Forgets the change. */
    public void cancel()
    {
        if (null != phase)
        {
            deadlines.cancel(deadlineId);
            fired();
        }
    }

    /** The timer has fired. */
    public void fired()
    {
        deadlineId = 0;
        endNs = 0;
        phase = null;
        cause = null;
    }

    @Override
    public void hashInto(final StateHash hash)
    {
        hash.add(isSet());
        if (isSet())
        {
            hash.add(endNs);
            hash.add(phase.value());
            hash.add(cause.value());
        }
    }
}
