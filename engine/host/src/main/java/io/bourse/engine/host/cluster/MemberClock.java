// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.cluster.service.ClusterClock;
import io.bourse.engine.host.clock.HostClock;

import java.util.concurrent.TimeUnit;

/**
 * The clock of a consensus module: a leader stamps the log and fires timers by {@link #time()}, and every member
 * measures the silence of the others by {@link #timeNanos()}, which goes on when stamps go back.
 */
final class MemberClock implements ClusterClock
{
    private final HostClock clock;

    /**
     * A clock of the cluster.
     *
     * @param clock started.
     */
    MemberClock(final HostClock clock)
    {
        this.clock = clock;
    }

    @Override
    public long time()
    {
        return clock.nanoTime();
    }

    @Override
    public TimeUnit timeUnit()
    {
        return TimeUnit.NANOSECONDS;
    }

    @Override
    public long timeMillis()
    {
        return TimeUnit.NANOSECONDS.toMillis(clock.nanoTime());
    }

    @Override
    public long timeMicros()
    {
        return TimeUnit.NANOSECONDS.toMicros(clock.nanoTime());
    }

    @Override
    public long timeNanos()
    {
        return convertToNanos(clock.nanoTime());
    }

    @Override
    public long convertToNanos(final long time)
    {
        return time + clock.steppedBackNs();
    }
}
