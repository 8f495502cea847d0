// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.metrics;

/**
 * What a component's counters file says of its life.
 *
 * @param node whose data directory it is in.
 * @param component short name.
 * @param pid of its process.
 * @param ageMs time since its last heartbeat.
 * @param isServing false while it starts.
 * @param isWaiting whether it is the engine of a member of a cluster that cannot commit.
 */
public record ComponentState(
    String node, String component, long pid, long ageMs, boolean isServing, boolean isWaiting)
{
    /** A heartbeat is written ten times a second. */
    public static final long STALE_MS = 3_000;

    /** Whether it gives no signs of life. */
    public boolean isStale()
    {
        return ageMs > STALE_MS;
    }

    /** Whether it does what it is for. */
    public boolean isReady()
    {
        return !isStale() && isServing && !isWaiting;
    }
}
