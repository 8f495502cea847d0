// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.backup;

import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.RecordingLog;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a directory holds of a cluster's log and its snapshots.
 *
 * @param recordingId of the log.
 * @param startPosition log position at which it begins.
 * @param endPosition log position at which it ends.
 * @param snapshot last one that the log reaches, or null when there is none.
 */
record CopiedLog(long recordingId, long startPosition, long endPosition, Snapshot snapshot)
{
    private static final int SERVICE_ID = 0;

    /**
     * A snapshot of all members at one log position.
     *
     * @param logPosition that it was taken at.
     * @param recordingId of what the core wrote.
     */
    record Snapshot(long logPosition, long recordingId)
    {
    }

    /**
     * Reads it. Snapshots that the log does not reach yet are passed over and not changed.
     *
     * @param clusterDir with the recording log.
     * @param archive that runs on the recordings; none of them may be active.
     * @return what is there, or null when no log has been copied.
     */
    static CopiedLog read(final Path clusterDir, final AeronArchive archive)
    {
        return read(clusterDir, archive, false);
    }

    /** The same, and marks snapshots that the log does not reach as not valid, so that they are not loaded. */
    static CopiedLog readAndInvalidate(final Path clusterDir, final AeronArchive archive)
    {
        return read(clusterDir, archive, true);
    }

    private static CopiedLog read(final Path clusterDir, final AeronArchive archive, final boolean isInvalidating)
    {
        if (!Files.exists(clusterDir.resolve(RecordingLog.RECORDING_LOG_FILE_NAME)))
        {
            return null;
        }
        try (RecordingLog recordingLog = new RecordingLog(clusterDir.toFile(), false))
        {
            final RecordingLog.Entry term = recordingLog.findLastTerm();
            if (null == term)
            {
                return null;
            }
            final long endPosition = archive.getStopPosition(term.recordingId);
            while (isInvalidating && isBeyond(recordingLog, endPosition) && recordingLog.invalidateLatestSnapshot())
            {
                recordingLog.reload();
            }
            return new CopiedLog(
                term.recordingId, archive.getStartPosition(term.recordingId), endPosition,
                latest(recordingLog, endPosition));
        }
    }

    private static boolean isBeyond(final RecordingLog recordingLog, final long endPosition)
    {
        final RecordingLog.Entry latest =
            recordingLog.getLatestSnapshot(ConsensusModule.Configuration.SERVICE_ID);
        return null != latest && latest.logPosition > endPosition;
    }

    /** The module writes its part last, so a snapshot without it is not whole. */
    private static Snapshot latest(final RecordingLog recordingLog, final long endPosition)
    {
        Snapshot latest = null;
        for (final RecordingLog.Entry entry : recordingLog.entries())
        {
            if (entry.isValid && RecordingLog.ENTRY_TYPE_SNAPSHOT == entry.type && SERVICE_ID == entry.serviceId &&
                entry.logPosition <= endPosition && (null == latest || entry.logPosition > latest.logPosition()) &&
                hasModulePart(recordingLog, entry.logPosition))
            {
                latest = new Snapshot(entry.logPosition, entry.recordingId);
            }
        }
        return latest;
    }

    private static boolean hasModulePart(final RecordingLog recordingLog, final long logPosition)
    {
        return recordingLog.entries().stream().anyMatch((entry) -> entry.isValid &&
            RecordingLog.ENTRY_TYPE_SNAPSHOT == entry.type && entry.logPosition == logPosition &&
            ConsensusModule.Configuration.SERVICE_ID == entry.serviceId);
    }
}
