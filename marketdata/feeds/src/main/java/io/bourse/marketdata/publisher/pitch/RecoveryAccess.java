// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.pitch;

import io.bourse.engine.net.FailureTracker;
import io.bourse.engine.net.LockoutRules;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.SecurityEvent;
import io.bourse.marketdata.pitch.PitchLogin;
import io.bourse.marketdata.pitch.PitchMessages;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;

/**
 * Who is logged in to one server: every login once at a time.
 */
final class RecoveryAccess
{
    private static final String HIDDEN = "***";

    private final List<PitchLogin> logins;
    private final CounterSet<PitchCounter> counters;
    private final long heartbeatIntervalNs;
    private final boolean[] isInUse;
    /** From the fourth wrong password on each must wait, and the tenth locks, as for FIX sessions. */
    private final FailureTracker failures = new FailureTracker(LockoutRules.DEFAULT);
    private int count;

    RecoveryAccess(
        final List<PitchLogin> logins, final CounterSet<PitchCounter> counters, final long heartbeatIntervalNs)
    {
        this.logins = logins;
        this.counters = counters;
        this.heartbeatIntervalNs = heartbeatIntervalNs;
        isInUse = new boolean[logins.size()];
    }

    /** What becomes of a login, for the security log; the answer says less. */
    @FunctionalInterface
    interface Outcomes
    {
        void on(SecurityEvent.Type type, String username, String reason);
    }

    /**
     * Admits a login. After too many wrong passwords of a name and a source none is right for a time, and the answer is
     * the same.
     *
     * @return index of the login, or minus the status of the rejection.
     */
    int enter(
        final String sessionSubId,
        final String username,
        final String password,
        final InetAddress source,
        final long nowNs,
        final Outcomes outcomes)
    {
        final String shown = isPassword(username) ? HIDDEN : username;
        final boolean isLocked = failures.pauseNs(username, source, nowNs) > 0;
        final int found = find(sessionSubId, username, password);
        final int index = isLocked ? -PitchMessages.LOGIN_NOT_AUTHORISED : found;
        if (isLocked)
        {
            counters.increment(PitchCounter.LOGINS_LOCKED);
            outcomes.on(SecurityEvent.Type.LOCKED_OUT, shown, "too many wrong passwords");
        }
        else if (-PitchMessages.LOGIN_NOT_AUTHORISED == found)
        {
            failures.onFailure(username, source, nowNs);
            outcomes.on(SecurityEvent.Type.PASSWORD_FAILED, shown,
                isKnown(username) ? "wrong password" : "unknown login");
        }
        else
        {
            failures.onSuccess(username, source);
        }
        final int result = index >= 0 && isInUse[index] ? -PitchMessages.LOGIN_IN_USE : index;
        if (result >= 0)
        {
            isInUse[result] = true;
            count++;
            counters.increment(PitchCounter.LOGINS);
            outcomes.on(SecurityEvent.Type.LOGON, shown, null);
        }
        else
        {
            counters.increment(PitchCounter.LOGINS_REFUSED);
            if (-PitchMessages.LOGIN_NOT_AUTHORISED != result)
            {
                outcomes.on(SecurityEvent.Type.LOGON_REFUSED, shown, -PitchMessages.LOGIN_IN_USE == result ?
                    "second connection, the session goes on" : "no such session of the login");
            }
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

    private int find(final String sessionSubId, final String username, final String password)
    {
        final byte[] given = bytes(password);
        int result = -PitchMessages.LOGIN_NOT_AUTHORISED;
        final byte[] name = bytes(username);
        int match = -1;
        // All logins, whichever fits: an unknown name costs what a wrong password does.
        for (int i = 0; i < logins.size(); i++)
        {
            final PitchLogin login = logins.get(i);
            if (MessageDigest.isEqual(bytes(login.password()), given) &
                MessageDigest.isEqual(bytes(login.username()), name))
            {
                match = login.sessionSubId().equals(sessionSubId) ? i : match;
                result = -PitchMessages.LOGIN_INVALID_SESSION;
            }
        }
        return match >= 0 ? match : result;
    }

    private boolean isKnown(final String username)
    {
        return logins.stream().anyMatch((login) -> login.username().equals(username));
    }

    /** The beginning of a password, typed into the wrong field, which is shorter. */
    private boolean isPassword(final String username)
    {
        return !isKnown(username) && logins.stream().anyMatch((login) -> login.password().startsWith(username));
    }

    private static byte[] bytes(final String text)
    {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
