// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.admission;

import java.util.concurrent.TimeUnit;

/**
 * What the gateway as a whole bears.
 *
 * @param connections at a time, logged on or not.
 * @param outstandingLogons connections that have not logged on; 0 for any number.
 * @param outstandingLogonsPerSource of them from one address; 0 for any number.
 * @param acceptsPerCycle connections accepted in one duty cycle.
 * @param unsentBytes that may wait for a client to read them; it is disconnected beyond.
 * @param minHeartbeatSeconds least HeartBtInt.
 * @param maxHeartbeatSeconds largest HeartBtInt.
 * @param logonTimeoutNs how long a connection may stay without a Logon, nanoseconds.
 */
public record FixLimits(
    int connections,
    int outstandingLogons,
    int outstandingLogonsPerSource,
    int acceptsPerCycle,
    int unsentBytes,
    int minHeartbeatSeconds,
    int maxHeartbeatSeconds,
    long logonTimeoutNs)
{
    /** What a gateway has that was not told anything else. */
    public static final FixLimits DEFAULT =
        new FixLimits(512, 256, 64, 4, 16 << 20, 1, 60, TimeUnit.SECONDS.toNanos(10));

    /** Least number of bytes that a client may leave unread. */
    public static final int LEAST_UNSENT_BYTES = 64 << 10;

    /**
     * Checks the relations.
     *
     * @throws IllegalArgumentException naming what cannot be.
     */
    public FixLimits
    {
        require(connections >= 1, "connections", connections);
        require(outstandingLogons >= 0, "outstandingLogons", outstandingLogons);
        require(outstandingLogonsPerSource >= 0, "outstandingLogonsPerSource", outstandingLogonsPerSource);
        require(acceptsPerCycle >= 1, "acceptsPerCycle", acceptsPerCycle);
        require(unsentBytes >= LEAST_UNSENT_BYTES, "unsentBytes", unsentBytes);
        require(minHeartbeatSeconds >= 1, "minHeartbeatSeconds", minHeartbeatSeconds);
        require(logonTimeoutNs >= TimeUnit.SECONDS.toNanos(1), "logonTimeoutNs", logonTimeoutNs);
        if (maxHeartbeatSeconds < minHeartbeatSeconds)
        {
            throw new IllegalArgumentException("maxHeartbeatSeconds must not be less than minHeartbeatSeconds: " +
                "maxHeartbeatSeconds=" + maxHeartbeatSeconds + " minHeartbeatSeconds=" + minHeartbeatSeconds);
        }
    }

    private static void require(final boolean isValid, final String key, final Object value)
    {
        if (!isValid)
        {
            throw new IllegalArgumentException("FIX gateway limit is out of range: " + key + "=" + value);
        }
    }
}
