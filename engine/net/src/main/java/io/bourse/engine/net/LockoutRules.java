// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.net;

import java.util.concurrent.TimeUnit;

/**
 * What wrong passwords lead to.
 *
 * @param freeFailures wrong passwords in a row that cost nothing.
 * @param firstDelayNs after one more, the next is looked at only after this long; twice as long after each further one.
 * @param failures wrong passwords in a row that lock.
 * @param lockNs how long it is locked, and how long a wrong password is remembered.
 */
public record LockoutRules(int freeFailures, long firstDelayNs, int failures, long lockNs)
{
    /** Used when nothing else is configured. */
    public static final LockoutRules DEFAULT =
        new LockoutRules(3, TimeUnit.SECONDS.toNanos(1), 10, TimeUnit.MINUTES.toNanos(15));

    /**
     * Checks the numbers.
     *
     * @throws IllegalArgumentException when they cannot be.
     */
    public LockoutRules
    {
        if (freeFailures < 0 || failures <= freeFailures || firstDelayNs < 0 || lockNs <= 0)
        {
            throw new IllegalArgumentException("wrong passwords must lock, after more of them than are free: " +
                "freeFailures=" + freeFailures + " failures=" + failures + " firstDelayNs=" + firstDelayNs +
                " lockNs=" + lockNs);
        }
    }

    /**
     * How long nothing is looked at after so many wrong passwords.
     *
     * @param failed in a row.
     * @return nanoseconds.
     */
    public long pauseNs(final int failed)
    {
        if (failed >= failures)
        {
            return lockNs;
        }
        if (failed <= freeFailures)
        {
            return 0;
        }
        final int doublings = Math.min(failed - freeFailures - 1, Long.numberOfLeadingZeros(firstDelayNs) - 1);
        return Math.min(firstDelayNs << Math.max(0, doublings), lockNs);
    }
}
