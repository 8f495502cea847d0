// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.backup;

import io.aeron.cluster.ClusterBackup;
import org.agrona.concurrent.status.CountersReader;

/**
 * The counters of {@code ClusterBackup}, read through the copy's own client: {@code ClusterBackup} unmaps its own view
 * of them when it ends by itself, and a later read of that view crashes the process.
 */
final class LogCounters
{
    private final CountersReader counters;
    private final int stateId;
    private final int logPositionId;
    private final long registrationId;

    /**
     * Counters of a copy that was launched.
     *
     * @param counters of the copy's client, which outlives it.
     * @param context of {@code ClusterBackup}, concluded.
     */
    LogCounters(final CountersReader counters, final ClusterBackup.Context context)
    {
        this.counters = counters;
        stateId = context.stateCounter().id();
        logPositionId = context.liveLogPositionCounter().id();
        registrationId = counters.getCounterRegistrationId(stateId);
    }

    /** What is being done. */
    ClusterBackup.State state()
    {
        return isAlive() ? ClusterBackup.State.get(counters.getCounterValue(stateId)) : ClusterBackup.State.CLOSED;
    }

    /** Where the log ends that is being copied; 0 before. */
    long logPosition()
    {
        return isAlive() ? counters.getCounterValue(logPositionId) : 0;
    }

    private boolean isAlive()
    {
        return CountersReader.RECORD_ALLOCATED == counters.getCounterState(stateId) &&
            registrationId == counters.getCounterRegistrationId(stateId);
    }
}
