// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.admission;

import java.util.Calendar;
import java.util.function.LongSupplier;

/**
 * A {@link SessionSchedule} as QuickFIX/J asks for one. Its own schedule begins the numbers anew with every period and
 * goes by the clock of the machine; here the numbers can go on over periods, and tests have a clock of their own.
 */
public final class ScheduledSession implements quickfix.SessionSchedule
{
    private final SessionSchedule schedule;
    private final boolean isReset;
    private final LongSupplier epochMs;

    /**
     * A schedule for a QuickFIX/J session.
     *
     * @param schedule periods; null: always.
     * @param reset when the numbers begin anew; only {@link SequenceReset#DAILY} is the schedule's business.
     * @param epochMs clock, milliseconds since the Unix epoch.
     */
    public ScheduledSession(final SessionSchedule schedule, final SequenceReset reset, final LongSupplier epochMs)
    {
        this.schedule = schedule;
        this.isReset = null != schedule && SequenceReset.DAILY == reset;
        this.epochMs = epochMs;
    }

    @Override
    public boolean isSameSession(final Calendar time1, final Calendar time2)
    {
        if (!isReset)
        {
            return true;
        }
        final long period1 = schedule.periodStartMs(time1.getTimeInMillis());
        final long period2 = schedule.periodStartMs(time2.getTimeInMillis());
        return SessionSchedule.NONE != period1 && period1 == period2;
    }

    @Override
    public boolean isNonStopSession()
    {
        return null == schedule;
    }

    @Override
    public boolean isSessionTime()
    {
        return null == schedule || schedule.isOpen(epochMs.getAsLong());
    }

    @Override
    public String toString()
    {
        return null == schedule ? "always" : schedule + (isReset ? " reset" : "");
    }
}
