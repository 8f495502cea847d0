// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import java.util.concurrent.TimeUnit;

/**
 * More than three heartbeats of a client within one second are too many (TWIME A.5.5), whenever that second begins.
 */
final class HeartbeatLimit
{
    private static final int MOST = 3;
    private static final long WINDOW_NS = TimeUnit.SECONDS.toNanos(1);

    private final long[] latestNs = new long[MOST];
    private long count;

    /** Notes a heartbeat and says whether it is one too many. */
    boolean isTooSoon(final long nowNs)
    {
        final int oldest = (int)(count % MOST);
        final boolean isTooSoon = count >= MOST && nowNs - latestNs[oldest] < WINDOW_NS;
        latestNs[oldest] = nowNs;
        count++;
        return isTooSoon;
    }
}
