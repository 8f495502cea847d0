// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.metrics;

import io.aeron.cluster.ElectionState;

/**
 * What matters for health of a media driver and of those who have their counters there.
 *
 * @param node whose data directory it belongs to.
 * @param ageMs time since the last heartbeat of the driver; {@link #ABSENT} when it has no file, or none to read.
 * @param electionState of a member of a cluster; {@link #ABSENT} without a cluster.
 * @param moduleState of a member of a cluster; {@link #ABSENT} without a cluster.
 * @param isEntryStopped whether order entry waits for an operator to confirm the time.
 */
public record DriverState(String node, long ageMs, long electionState, long moduleState, boolean isEntryStopped)
{
    /** There is no such number. */
    public static final long ABSENT = Long.MIN_VALUE;
    /** Clients of the driver give up after 10 s. */
    public static final long STALE_MS = 5_000;
    private static final long MODULE_ACTIVE = 1;
    private static final long MODULE_SNAPSHOT = 3;

    /** Whether it gives no signs of life. */
    public boolean isStale()
    {
        return ABSENT == ageMs || ageMs > STALE_MS;
    }

    /** Whether a member of a cluster runs there. */
    boolean isMember()
    {
        return ABSENT != moduleState;
    }

    /** Whether an election of the cluster goes on. */
    boolean isElecting()
    {
        return ABSENT != electionState && ElectionState.CLOSED.code() != electionState;
    }

    /** Whether no member is elected yet, which takes a majority. */
    boolean isLeaderless()
    {
        return isElecting() && electionState < ElectionState.LEADER_LOG_REPLICATION.code();
    }

    /** Whether the engine takes part in what is committed; true without a cluster. */
    boolean canCommit()
    {
        return !isElecting() && isModuleActive();
    }

    boolean isModuleActive()
    {
        return ABSENT == moduleState || MODULE_ACTIVE == moduleState || MODULE_SNAPSHOT == moduleState;
    }
}
