// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;

/**
 * The true time of a simulation, which only goes forward.
 */
final class SimulatedClock implements EpochNanoClock, NanoClock
{
    /** 2026-11-21T07:00:00Z. */
    static final long START_NS = 1_795_244_400_000_000_000L;

    private long nowNs;

    SimulatedClock(final long nowNs)
    {
        this.nowNs = nowNs;
    }

    @Override
    public long nanoTime()
    {
        return nowNs;
    }

    void advance(final long durationNs)
    {
        nowNs += durationNs;
    }
}
