// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.phase;

import io.bourse.engine.core.state.DeadlineQueue;
import io.bourse.engine.core.state.HashedState;
import io.bourse.engine.core.state.StateHash;
import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.PhaseCause;

/**
 * Changes of phase that one instrument waits for. Made only for instruments that need it.
 */
public final class PhaseSchedule implements HashedState
{
    /** What an operator or a calendar has set. */
    public final PendingChange next;
    /** End of a volatility auction; it comes before {@link #next} or not at all. */
    public final PendingChange volatilityEnd;
    /** A change whose time has come but that may not trade now; null for none. */
    public Phase postponedPhase;
    public PhaseCause postponedCause;
    /** Halted by an operator: the calendar passes over the instrument until the halt is lifted. */
    public boolean isHeld;

    public PhaseSchedule(final DeadlineQueue deadlines)
    {
        next = new PendingChange(deadlines);
        volatilityEnd = new PendingChange(deadlines);
    }

    @Override
    public void hashInto(final StateHash hash)
    {
        next.hashInto(hash);
        volatilityEnd.hashInto(hash);
        hash.add(null != postponedPhase);
        if (null != postponedPhase)
        {
            hash.add(postponedPhase.value());
            hash.add(postponedCause.value());
        }
        hash.add(isHeld);
    }
}
