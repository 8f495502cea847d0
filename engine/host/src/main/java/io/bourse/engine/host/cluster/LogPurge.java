// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.RecordingLog;

/**
 * Deletes snapshots of a cluster from an archive. Whether a reader still needs them is asked before.
 */
public final class LogPurge
{
    private final AeronArchive archive;

    /**
     * A purge of the recordings of an archive.
     *
     * @param archive client of it, used and not owned.
     */
    public LogPurge(final AeronArchive archive)
    {
        this.archive = archive;
    }

    /**
     * Deletes older snapshots.
     *
     * @param recordingLog of the directory.
     * @param snapshotPosition log position of the oldest that stays.
     */
    public void snapshotsBefore(final RecordingLog recordingLog, final long snapshotPosition)
    {
        for (final RecordingLog.Entry entry : recordingLog.entries())
        {
            if (RecordingLog.ENTRY_TYPE_SNAPSHOT == entry.type && entry.logPosition < snapshotPosition &&
                isThere(entry.recordingId))
            {
                archive.purgeRecording(entry.recordingId);
            }
        }
    }

    private boolean isThere(final long recordingId)
    {
        return archive.listRecording(recordingId,
            (controlSessionId, correlationId, id, startTimestamp, stopTimestamp, startPosition, stopPosition,
            initialTermId, segmentFileLength, termBufferLength, mtuLength, sessionId, streamId, strippedChannel,
            originalChannel, sourceIdentity) ->
            {
                // That there is one is enough.
            }) > 0;
    }
}
