// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.snapshot;

/**
 * The beginning of a snapshot file: where the core that was written stood.
 *
 * @param partition of the core.
 * @param journalPosition after the last command; the tail begins here.
 * @param eventCursor end of the event stream there.
 * @param frameSequence of the last event frame.
 * @param engineTimeNs engine time, nanoseconds since the Unix epoch.
 * @param lastStampedNs stamp of the last command, the latest so far.
 * @param stateHash over all state; the event {@code SnapshotDue} of the same position has it too.
 */
public record SnapshotHeader(
    int partition,
    long journalPosition,
    long eventCursor,
    long frameSequence,
    long engineTimeNs,
    long lastStampedNs,
    long stateHash)
{
}
