// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.ElectionState;
import org.agrona.concurrent.status.CountersReader;

/**
 * The counters of the consensus module, read through the member's own client: the module unmaps its own view of them
 * when it ends by itself, and a later read of that view crashes the process.
 */
final class ModuleCounters
{
    private final CountersReader counters;
    private final int commitPositionId;
    private final int electionStateId;
    private final int snapshotCountId;

    /**
     * Counters of a module that was launched.
     *
     * @param counters of the member's client, which outlives the module.
     * @param module its context, concluded.
     */
    ModuleCounters(final CountersReader counters, final ConsensusModule.Context module)
    {
        this.counters = counters;
        commitPositionId = module.commitPositionCounter().id();
        electionStateId = module.electionStateCounter().id();
        snapshotCountId = module.snapshotCounter().id();
    }

    /** Log position up to which a majority has the log. */
    long commitPosition()
    {
        return counters.getCounterValue(commitPositionId);
    }

    /** True while there is a leader. */
    boolean isElectionClosed()
    {
        return ElectionState.CLOSED.code() == counters.getCounterValue(electionStateId);
    }

    /** How many snapshots were taken since the module was launched. */
    long snapshotCount()
    {
        return counters.getCounterValue(snapshotCountId);
    }
}
