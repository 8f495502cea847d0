// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.offline;

import java.util.List;

/**
 * Where a venue that does not run stands, and from which snapshot this program would go on. Nothing was replayed.
 *
 * @param snapshot newest one that this program reads, that the events confirm and from which the recordings lead on;
 *     null when there is none.
 * @param journalStartPosition where the journal begins: above 0 when its beginning was purged.
 * @param journalEndPosition after its last command; 0 when there is no journal.
 * @param findings what is wrong, snapshots of a newer program among them.
 */
public record LastState(
    CheckedSnapshot snapshot, long journalStartPosition, long journalEndPosition, List<Finding> findings)
{
    /**
     * Whether the snapshot was the last command.
     *
     * @return true when nothing is to be replayed.
     */
    public boolean isSnapshotLast()
    {
        return null != snapshot && snapshot.header().journalPosition() == journalEndPosition;
    }
}
