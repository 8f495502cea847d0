// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.host.snapshot.SnapshotProgress;
import io.bourse.engine.telemetry.SnapshotEvent;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Snapshots of a member as operators see them: a logged command makes one due, the leader asks the cluster for it, and
 * every member reports when its own is complete. Used on the service's thread.
 */
final class MemberSnapshots
{
    private static final long NONE = -1;

    private final SnapshotProgress shared;
    private final BooleanSupplier request;
    private final LongSupplier completed;
    private boolean isWanted;
    private long takenPosition = NONE;
    private long completedBefore;
    private long pauseNs;

    /**
     * Snapshots of a member.
     *
     * @param shared counters that operators see.
     * @param request asks the cluster for a snapshot; false when it cannot be asked now.
     * @param completed number of snapshots that the member has recorded.
     */
    MemberSnapshots(final SnapshotProgress shared, final BooleanSupplier request, final LongSupplier completed)
    {
        this.shared = shared;
        this.request = request;
        this.completed = completed;
    }

    /**
     * A command made a snapshot due.
     *
     * @param isLeader only the leader asks for it; one that is elected meanwhile does not know of it.
     */
    void due(final boolean isLeader)
    {
        isWanted = isLeader;
    }

    /**
     * The core has been written.
     *
     * @param logPosition of the snapshot.
     * @param elapsedNs how long that took, in nanoseconds.
     */
    void taken(final long logPosition, final long elapsedNs)
    {
        shared.paused(elapsedNs);
        pauseNs = elapsedNs;
        completedBefore = completed.getAsLong();
        takenPosition = logPosition;
    }

    /**
     * The core could not be written.
     *
     * @param logPosition of the snapshot.
     * @param cause why.
     */
    void failed(final long logPosition, final Throwable cause)
    {
        shared.failed(logPosition);
        SnapshotEvent.failed(logPosition, cause.toString());
    }

    /**
     * Asks again for what could not be asked for before, and looks what has become of it.
     *
     * @param isLeader whether this member leads.
     */
    void poll(final boolean isLeader)
    {
        if (isWanted && (!isLeader || request.getAsBoolean()))
        {
            isWanted = false;
        }
        if (NONE != takenPosition && completed.getAsLong() > completedBefore)
        {
            shared.completed(takenPosition, 0, 0);
            SnapshotEvent.taken(takenPosition, 0, 0, pauseNs);
            takenPosition = NONE;
        }
    }
}
