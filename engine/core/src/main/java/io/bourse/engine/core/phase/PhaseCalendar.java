// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.phase;

import io.bourse.engine.core.state.DeadlineQueue;
import io.bourse.engine.core.state.HashedState;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.StateHash;
import io.bourse.engine.protocol.Phase;

/**
 * Phases to come of the instruments of one underlying, or of the whole market.
 */
public final class PhaseCalendar implements HashedState
{
    /** Filled with zeros for the whole market. */
    public final byte[] underlying = new byte[Instrument.UNDERLYING_LENGTH];
    public long seed;
    /** Of its next entry, see {@link DeadlineQueue}; 0 for none. */
    public long deadlineId;
    private long[] startsNs = {};
    private long[] randomsNs = {};
    private Phase[] phases = {};
    private int size;
    private int next;

    /** Forgets every entry and makes space for new ones. */
    public void clear(final int capacity)
    {
        if (startsNs.length < capacity)
        {
            startsNs = new long[capacity];
            randomsNs = new long[capacity];
            phases = new Phase[capacity];
        }
        size = 0;
        next = 0;
    }

    public void add(final long startNs, final long randomNs, final Phase phase)
    {
        startsNs[size] = startNs;
        randomsNs[size] = randomNs;
        phases[size++] = phase;
    }

    /** Number of entries, those that have passed included. */
    public int size()
    {
        return size;
    }

    public boolean hasNext()
    {
        return next < size;
    }

    /** Start of the next entry without its random part, or {@link DeadlineQueue#NONE}. */
    public long nextStartNs()
    {
        return hasNext() ? startsNs[next] : DeadlineQueue.NONE;
    }

    public long nextRandomNs()
    {
        return randomsNs[next];
    }

    public Phase nextPhase()
    {
        return phases[next];
    }

    /** The next entry has passed. */
    public void advance()
    {
        next++;
    }

    /** Whether a phase is still to come. */
    public boolean isAhead(final Phase phase)
    {
        for (int i = next; i < size; i++)
        {
            if (phases[i] == phase)
            {
                return true;
            }
        }
        return false;
    }

    /** Number of entries that have passed. */
    public int passed()
    {
        return next;
    }

    public long startNs(final int entry)
    {
        return startsNs[entry];
    }

    public long randomNs(final int entry)
    {
        return randomsNs[entry];
    }

    public Phase phase(final int entry)
    {
        return phases[entry];
    }

    @Override
    public void hashInto(final StateHash hash)
    {
        hash.add(underlying);
        hash.add(seed);
        hash.add(size);
        hash.add(next);
        for (int i = 0; i < size; i++)
        {
            hash.add(startsNs[i]);
            hash.add(randomsNs[i]);
            hash.add(phases[i].value());
        }
    }
}
