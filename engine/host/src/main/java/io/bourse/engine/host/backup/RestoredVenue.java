// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.backup;

import java.nio.file.Path;

/**
 * What was made from a backup.
 *
 * @param dataDir of the new venue.
 * @param snapshotPosition log position of the snapshot that it begins with, -1 when it begins with an empty core.
 * @param logStartPosition where the log begins.
 * @param logPosition end of the log: the last command that the venue knows.
 * @param eventPosition end of the event recording; the engine makes the rest again when it starts.
 * @param eventsCutOff bytes of events that were copied beyond the log and cut off: the venue does not know of them.
 * @param snapshotHash hash of the state in the snapshot, 0 when there is none.
 */
public record RestoredVenue(
    Path dataDir,
    long snapshotPosition,
    long logStartPosition,
    long logPosition,
    long eventPosition,
    long eventsCutOff,
    long snapshotHash)
{
}
