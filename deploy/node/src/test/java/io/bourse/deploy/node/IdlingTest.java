// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import org.agrona.concurrent.IdleStrategy;
import org.junit.jupiter.api.Test;

import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * How long a thread sleeps that has nothing to do, and one that had something a moment ago.
 */
class IdlingTest
{
    private static final int UNTIL_QUIET = 10_000;
    private static final int SLEEPS = 20;
    private static final long QUIET_NS = TimeUnit.MILLISECONDS.toNanos(1);

    @Test
    void shouldSleepLongerWhenNothingHasComeForAWhile()
    {
        final IdleStrategy idle = Idling.parking();
        IntStream.range(0, UNTIL_QUIET).forEach(turn -> idle.idle(0));
        final long quietNs = shortestNs(idle, 0);
        assertTrue(quietNs >= QUIET_NS / 2, () -> "quietNs=" + quietNs);

        final long busyNs = shortestNs(idle, 1);
        assertTrue(busyNs < QUIET_NS / 2, () -> "busyNs=" + busyNs);
    }

    /** Of sleeps that each begin after some work, or none. */
    private static long shortestNs(final IdleStrategy idle, final int workCount)
    {
        return IntStream.range(0, SLEEPS).mapToLong(i ->
        {
            idle.idle(workCount);
            final long beginNs = System.nanoTime();
            idle.idle(0);
            return System.nanoTime() - beginNs;
        }).min().orElseThrow();
    }
}
