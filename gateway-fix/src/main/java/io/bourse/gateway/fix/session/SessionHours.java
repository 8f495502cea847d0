// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import io.bourse.gateway.fix.admission.SequenceReset;
import io.bourse.gateway.fix.admission.SessionSchedule;
import io.bourse.gateway.fix.session.store.SessionStore;
import org.agrona.concurrent.EpochNanoClock;

import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Ends sessions when their hours are over, and begins the numbers of those with a daily reset anew when a period of
 * their schedule begins, whether or not the client is there: what happens between that and its Logon belongs to the new
 * period. QuickFIX/J's own schedules begin the numbers of every scheduled session anew, and only with its next Logon.
 */
final class SessionHours
{
    private static final long CHECK_INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(500);

    private final EpochNanoClock clock;
    private long lastCheckNs;
    private boolean isChecked;

    SessionHours(final EpochNanoClock clock)
    {
        this.clock = clock;
    }

    /**
     * Looks at the clock, twice a second.
     *
     * @param sessions all.
     * @param nowNs of the nano clock.
     * @return work done.
     */
    int poll(final List<FixSessionImpl> sessions, final long nowNs)
    {
        if (isChecked && nowNs - lastCheckNs < CHECK_INTERVAL_NS)
        {
            return 0;
        }
        isChecked = true;
        lastCheckNs = nowNs;
        int workCount = 0;
        final long epochMs = TimeUnit.NANOSECONDS.toMillis(clock.nanoTime());
        for (int i = 0; i < sessions.size(); i++)
        {
            final FixSessionImpl session = sessions.get(i);
            if (null != session.options().schedule())
            {
                workCount += check(session, epochMs);
            }
        }
        return workCount;
    }

    private static int check(final FixSessionImpl session, final long epochMs)
    {
        final SessionSchedule schedule = session.options().schedule();
        final boolean isResetDue = isResetDue(session.options(), session.store, epochMs);
        if (null == session.connection)
        {
            if (isResetDue)
            {
                session.resetNumbers();
            }
            return isResetDue ? 1 : 0;
        }
        if (session.isLoggedOn() && !session.isLogoutSent())
        {
            if (!schedule.isOpen(epochMs))
            {
                session.logout("the hours of this session are over");
                return 1;
            }
            if (isResetDue)
            {
                session.logout("a new day of this session begins, log on again with number 1");
                return 1;
            }
        }
        return 0;
    }

    /** Whether the numbers are those of a period before the present one. */
    static boolean isResetDue(final FixSessionOptions options, final SessionStore store, final long epochMs)
    {
        if (SequenceReset.DAILY != options.reset())
        {
            return false;
        }
        final long period = options.schedule().periodStartMs(epochMs);
        return SessionSchedule.NONE != period &&
            period != options.schedule().periodStartMs(store.getCreationTime().getTime());
    }
}
