// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.password;

import io.bourse.engine.net.LockoutRules;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;

/**
 * How passwords are kept and checked.
 *
 * @param file of the passwords; need not be there.
 * @param policy of new ones.
 * @param lockout what wrong ones lead to.
 * @param iterations cost of the hash of a new one.
 * @param waiting Logons that may wait for their check, in all; 64 by default, together some seconds of one core.
 * @param waitingPerSource of them from one address; 4 by default, so few that a flood from one address costs all others
 *     a moment only.
 */
@RecordBuilder
public record PasswordOptions(
    Path file,
    PasswordPolicy policy,
    LockoutRules lockout,
    int iterations,
    int waiting,
    int waitingPerSource)
{
    /**
     * Checks the options.
     *
     * @throws IllegalArgumentException when one is missing or a number is out of range.
     */
    public PasswordOptions
    {
        if (null == file || null == policy || null == lockout)
        {
            throw new IllegalArgumentException(
                "set all of: file=" + file + " policy=" + policy + " lockout=" + lockout);
        }
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
     * Begins with options that suit most venues; the file has no default.
     *
     * @return builder.
     */
    public static PasswordOptionsBuilder builder()
    {
        return PasswordOptionsBuilder.builder()
            .policy(PasswordPolicy.DEFAULT)
            .lockout(LockoutRules.DEFAULT)
            .iterations(PasswordHash.DEFAULT_ITERATIONS)
            .waiting(64)
            .waitingPerSource(4);
    }
}
