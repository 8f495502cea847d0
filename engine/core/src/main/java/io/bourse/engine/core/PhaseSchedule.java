// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core;

import io.bourse.engine.protocol.Phase;
import io.bourse.engine.protocol.PhaseCause;

/**
 * Changes of phase that one instrument waits for. Made only for instruments that need it.
 */
final class PhaseSchedule implements HashedState
{
    /** What an operator or a calendar has set. */
    final PendingChange next;
    /** End of a volatility auction; it comes before {@link #next} or not at all. */
    final PendingChange volatilityEnd;
    /** A change whose time has come but that may not trade now; null for none. */
    Phase postponedPhase;
    PhaseCause postponedCause;
    /** Halted by an operator: the calendar passes over the instrument until somebody lifts the halt. */
    boolean isHeld;

    PhaseSchedule(final DeadlineQueue deadlines)
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
