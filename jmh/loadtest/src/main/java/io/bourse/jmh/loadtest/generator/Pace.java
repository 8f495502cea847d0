// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import io.bourse.jmh.loadtest.plan.GeneratorPlan;

import java.util.concurrent.TimeUnit;

/**
 * When a session that the venue limits may send, so that it is refused what is above its limit but never ended as too
 * fast: not when this process catches up with what is late, and not when the venue reads at once what has come during a
 * halt of its own. The gateways end a session with more than twice its limit in each of three seconds in a row (TWIME),
 * or more than four times its limit in one (FIX). Both count what was on its way when a second began, and what is sent
 * in it.
 */
final class Pace
{
    /** Part of the limit that may be on its way. */
    private static final int LIMIT_OF_PENDING = 4;
    /** What may be sent at once by a session that has been silent. */
    private static final int AT_ONCE = 8;

    private final int mostPending;
    private final long intervalNs;
    private long freeNs;

    /**
     * Of a session that has sent nothing yet.
     *
     * @param limit messages in a second.
     */
    Pace(final int limit)
    {
        mostPending = Math.max(1, limit / LIMIT_OF_PENDING);
        intervalNs = (long)Math.ceil(TimeUnit.SECONDS.toNanos(1) / (GeneratorPlan.PACE_TIMES * limit));
        freeNs = System.nanoTime();
    }

    /**
     * Whether it may send.
     *
     * @param pending of its transactions on their way.
     * @param nowNs moment.
     * @return false when it has to wait.
     */
    boolean isFree(final int pending, final long nowNs)
    {
        return pending < mostPending && nowNs - freeNs >= 0;
    }

    /** It has sent a transaction. */
    void onSent(final long nowNs)
    {
        final long earliestNs = nowNs - AT_ONCE * intervalNs;
        freeNs = (freeNs - earliestNs < 0 ? earliestNs : freeNs) + intervalNs;
    }
}
