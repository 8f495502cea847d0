// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.phase;

import io.bourse.engine.core.command.FieldCheck;
import io.bourse.engine.core.state.HashedState;
import io.bourse.engine.core.state.Instrument;
import io.bourse.engine.core.state.StateHash;
import org.agrona.DirectBuffer;

import java.util.Arrays;

/**
 * Every calendar. An instrument follows the calendar of its underlying; if that has none, the calendar of the market.
 * A calendar whose entries have all passed still counts, so that the market's does not move the underlying at the end
 * of the day; one that was replaced by an empty one does not.
 */
public final class PhaseCalendars implements HashedState
{
    private static final int INITIAL_CAPACITY = 4;

    private final PhaseCalendar market = new PhaseCalendar();
    /** In order of their first setting. */
    private PhaseCalendar[] byUnderlying = new PhaseCalendar[INITIAL_CAPACITY];
    private int count;

    /**
     * Calendar that an instrument follows.
     *
     * @param instrument any.
     * @return null when none is set.
     */
    public PhaseCalendar of(final Instrument instrument)
    {
        for (int i = 0; i < count; i++)
        {
            if (0 != byUnderlying[i].size() && Arrays.equals(byUnderlying[i].underlying, instrument.underlying))
            {
                return byUnderlying[i];
            }
        }
        return 0 == market.size() ? null : market;
    }

    /** How many calendars there are, the market's included. */
    public int count()
    {
        return count + 1;
    }

    /** Calendar by a number that stays the same for ever: 0 is the market's. */
    public PhaseCalendar get(final int number)
    {
        return 0 == number ? market : byUnderlying[number - 1];
    }

    /**
     * Number of the calendar of an underlying, which is made if need be.
     *
     * @param buffer that holds the underlying; empty for the whole market.
     * @param offset of the underlying.
     * @return number for {@link #get}.
     */
    public int numberOf(final DirectBuffer buffer, final int offset)
    {
        if (FieldCheck.contains(buffer, offset, market.underlying))
        {
            return 0;
        }
        int index = 0;
        while (index < count && !FieldCheck.contains(buffer, offset, byUnderlying[index].underlying))
        {
            index++;
        }
        if (index == count)
        {
            if (count == byUnderlying.length)
            {
                byUnderlying = Arrays.copyOf(byUnderlying, count << 1);
            }
            byUnderlying[count] = new PhaseCalendar();
            buffer.getBytes(offset, byUnderlying[count++].underlying);
        }
        return index + 1;
    }

    @Override
    public void hashInto(final StateHash hash)
    {
        market.hashInto(hash);
        hash.add(count);
        for (int i = 0; i < count; i++)
        {
            byUnderlying[i].hashInto(hash);
        }
    }
}
