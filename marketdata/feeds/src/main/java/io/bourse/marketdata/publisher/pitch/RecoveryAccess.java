// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.marketdata.pitch.PitchMessages;

/**
 * Who is logged in to one server: every login once at a time.
 */
final class RecoveryAccess
{
    private final RecoveryLogins logins;
    private final CounterSet<PitchCounter> counters;
    private final long heartbeatIntervalNs;
    private final boolean[] isInUse;
    private int count;

    RecoveryAccess(final RecoveryLogins logins, final CounterSet<PitchCounter> counters, final long heartbeatIntervalNs)
    {
        this.logins = logins;
        this.counters = counters;
        this.heartbeatIntervalNs = heartbeatIntervalNs;
        isInUse = new boolean[logins.logins().size()];
    }

    /**
     * Lets somebody in.
     *
     * @return index of the login, or minus the status to refuse it with.
     */
    int enter(final String sessionSubId, final String username, final String password)
    {
        final int index = logins.find(sessionSubId, username, password);
        final int result = index >= 0 && isInUse[index] ? -PitchMessages.LOGIN_IN_USE : index;
        if (result >= 0)
        {
            isInUse[result] = true;
            count++;
            counters.increment(PitchCounter.LOGINS);
        }
        else
        {
            counters.increment(PitchCounter.LOGINS_REFUSED);
        }
        return result;
    }

    void leave(final int index)
    {
        isInUse[index] = false;
        count--;
    }

    /** Clients logged in. */
    int count()
    {
        return count;
    }

    long heartbeatIntervalNs()
    {
        return heartbeatIntervalNs;
    }
}
