// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.retention;

import io.bourse.engine.host.snapshot.SnapshotHeader;

import java.util.List;

/**
 * What may be removed now.
 *
 * @param base snapshot from which the recordings are kept, or null when nothing of them may be removed.
 * @param journalStart where the journal begins afterwards.
 * @param eventsStart where the event stream begins afterwards.
 * @param snapshots that are not needed any more, the newest first.
 * @param reason what decides, for people.
 */
public record RetentionPlan(
    SnapshotHeader base, long journalStart, long eventsStart, List<SnapshotHeader> snapshots, String reason)
{
}
