// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.password;

import io.bourse.engine.net.FailureTracker;
import io.bourse.engine.net.LockoutRules;
import io.bourse.gateway.fix.admission.SessionStatus;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides about names and passwords. Takes a hash's time, so not on a gateway's thread; belongs to one thread. That a
 * name has no password, or that there is no such name, takes as long as that it has another one.
 */
final class PasswordAuthority
{
    private static final Logger LOGGER = LoggerFactory.getLogger(PasswordAuthority.class);

    private final PasswordFile file;
    private final PasswordPolicy policy;
    private final int iterations;
    private final FailureTracker failures;
    private final Supplier<Instant> clock;
    private final SecureRandom random = new SecureRandom();
    private final PasswordHash unknown;
    /** Passwords that were compared: the work that an answer costs. */
    final AtomicLong hashes = new AtomicLong();
    private Map<String, PasswordEntry> known = Map.of();
    private boolean isFailed;

    PasswordAuthority(
        final PasswordFile file,
        final PasswordPolicy policy,
        final LockoutRules lockout,
        final int iterations,
        final Supplier<Instant> clock)
    {
        this.file = file;
        this.policy = policy;
        this.iterations = iterations;
        this.clock = clock;
        failures = new FailureTracker(lockout);
        unknown = PasswordHash.ofNothing(iterations, random);
        known = file.entries();
    }

    /**
     * Decides about a logon or a change of the password.
     *
     * @param claim who says to be who; not wiped here.
     * @param source where it comes from.
     * @param nowNs time on a clock that does not go back.
     * @return what to answer.
     */
    PasswordDecision decide(final LogonClaim claim, final InetAddress source, final long nowNs)
    {
        if (!refresh())
        {
            return PasswordDecision.FILE_FAILED;
        }
        final String name = claim.name();
        final PasswordEntry entry = claim.isKnown() ? known.get(name) : null;
        if (null == entry && claim.isKnown() && !claim.isPasswordRequired())
        {
            return PasswordDecision.WITHOUT_PASSWORD;
        }
        final long pauseNs = failures.pauseNs(name, source, nowNs);
        if (pauseNs > 0)
        {
            return new PasswordDecision(LogonOutcome.LOCKED, SessionStatus.LOCKED, (failures.isLocked(name, source) ?
                "locked after too many wrong passwords" : "too many wrong passwords") + ", try again in " +
                (TimeUnit.NANOSECONDS.toSeconds(pauseNs) + 1) + " s");
        }
        final PasswordHash hash = null == entry ? unknown : entry.hash();
        hashes.incrementAndGet();
        final boolean isRight = hash.matches(name, claim.password()) & null != entry &
            (claim.username().isEmpty() || claim.username().equals(name));
        if (!isRight)
        {
            failures.onFailure(name, source, nowNs);
            return PasswordDecision.WRONG;
        }
        failures.onSuccess(name, source);
        if (claim.newPassword().length > 0)
        {
            return change(entry, claim);
        }
        return entry.mustChange() ? PasswordDecision.EXPIRED : PasswordDecision.ACCEPTED;
    }

    private PasswordDecision change(final PasswordEntry entry, final LogonClaim claim)
    {
        final String violation = isSame(claim.password(), claim.newPassword()) ?
            "the new password must not be the old one" : policy.violation(entry.name(), claim.newPassword());
        if (null != violation)
        {
            return new PasswordDecision(
                LogonOutcome.NEW_PASSWORD_REFUSED, SessionStatus.NEW_PASSWORD_REFUSED, violation);
        }
        final PasswordEntry changed = new PasswordEntry(
            entry.name(),
            PasswordHash.of(entry.name(), claim.newPassword(), iterations, random),
            clock.get().truncatedTo(ChronoUnit.SECONDS),
            false);
        final boolean[] isDone = new boolean[1];
        try
        {
            file.update((entries) ->
            {
                // An operator may have set or removed it in between, and that stands.
                isDone[0] = entries.replace(entry.name(), entry, changed);
            });
        }
        catch (final PasswordFileException ex)
        {
            LOGGER.error("a new password was not written, the old one goes on: login={}", entry.name(), ex);
            return PasswordDecision.FILE_FAILED;
        }
        if (!isDone[0])
        {
            return PasswordDecision.WRONG;
        }
        return refresh() ? PasswordDecision.CHANGED : PasswordDecision.FILE_FAILED;
    }

    /** Takes over what was changed. Without a readable file no one logs on: the old one may accept revoked logins. */
    private boolean refresh()
    {
        try
        {
            final Map<String, PasswordEntry> now = file.entries();
            if (now != known)
            {
                final Map<String, PasswordEntry> before = new HashMap<>(known);
                now.forEach((name, entry) ->
                {
                    if (!entry.equals(before.remove(name)))
                    {
                        failures.forget(name);
                    }
                });
                known = now;
            }
            isFailed = false;
            return true;
        }
        catch (final PasswordFileException ex)
        {
            if (!isFailed)
            {
                LOGGER.error("FIX logons are refused until the password file can be read again", ex);
            }
            isFailed = true;
            return false;
        }
    }

    private static boolean isSame(final char[] left, final char[] right)
    {
        int difference = left.length ^ right.length;
        for (int i = 0; i < right.length; i++)
        {
            difference |= left[i % left.length] ^ right[i];
        }
        return 0 == difference;
    }
}
