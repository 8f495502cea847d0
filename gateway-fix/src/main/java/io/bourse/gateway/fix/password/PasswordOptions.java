// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.password;

import java.nio.file.Path;

/**
 * How passwords are kept and checked.
 *
 * @param file of the passwords; need not be there.
 * @param policy of new ones.
 * @param lockout what wrong ones lead to.
 * @param iterations cost of the hash of a new one.
 * @param waiting Logons that may wait for their check, in all.
 * @param waitingPerSource of them from one address.
 */
public record PasswordOptions(
    Path file,
    PasswordPolicy policy,
    LockoutRules lockout,
    int iterations,
    int waiting,
    int waitingPerSource)
{
    /** Logons that may wait: together they take some seconds of one core. */
    public static final int WAITING = 64;
    /** So few that a flood from one address costs all others a moment only. */
    public static final int WAITING_PER_SOURCE = 4;

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException when they are out of range.
     */
    public PasswordOptions
    {
        if (iterations < PasswordHash.LEAST_ITERATIONS || iterations > PasswordHash.MOST_ITERATIONS)
        {
            throw new IllegalArgumentException("iterations must be from " + PasswordHash.LEAST_ITERATIONS + " to " +
                PasswordHash.MOST_ITERATIONS + ": iterations=" + iterations);
        }
        if (waitingPerSource < 1 || waiting < waitingPerSource)
        {
            throw new IllegalArgumentException("at least one Logon must have a place to wait, and no source more " +
                "than all: waiting=" + waiting + " waitingPerSource=" + waitingPerSource);
        }
    }

    /**
     * Options that suit most venues.
     *
     * @param file of the passwords.
     * @return options.
     */
    public static PasswordOptions of(final Path file)
    {
        return new PasswordOptions(file, PasswordPolicy.DEFAULT, LockoutRules.DEFAULT, PasswordHash.DEFAULT_ITERATIONS,
            WAITING, WAITING_PER_SOURCE);
    }
}
