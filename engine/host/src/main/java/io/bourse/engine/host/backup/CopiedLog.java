// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.backup;

import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.RecordingLog;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * What a directory holds of a cluster's log and its snapshots.
 *
 * @param recordingId of the log.
 * @param startPosition log position at which it begins.
 * @param endPosition log position at which it ends.
 * @param snapshots those that the log reaches, the last one first.
 */
record CopiedLog(long recordingId, long startPosition, long endPosition, List<Snapshot> snapshots)
{
    /** Of the core. */
    static final int SERVICE_ID = 0;

    /**
     * A snapshot of all members at one log position.
     *
     * @param logPosition that it was taken at.
     * @param recordingId of what the core wrote.
     */
    record Snapshot(long logPosition, long recordingId)
    {
    }

    /** The last one that counts, or null when there is none. */
    Snapshot snapshot()
    {
        return snapshots.isEmpty() ? null : snapshots.getFirst();
    }

    /** The same without the first so many snapshots. */
    CopiedLog withoutLatest(final int count)
    {
        return new CopiedLog(
            recordingId, startPosition, endPosition, List.copyOf(snapshots.subList(count, snapshots.size())));
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
            return new CopiedLog(term.recordingId, archive.getStartPosition(term.recordingId), endPosition,
                snapshots(recordingLog, endPosition));
        }
    }

    /**
     * Marks snapshots after the last one that counts as not valid, so that they are not loaded.
     *
     * @param clusterDir with the recording log.
     */
    void invalidateOthers(final Path clusterDir)
    {
        final long lastPosition = null == snapshot() ? -1 : snapshot().logPosition();
        try (RecordingLog recordingLog = new RecordingLog(clusterDir.toFile(), false))
        {
            while (isAfter(recordingLog, lastPosition) && recordingLog.invalidateLatestSnapshot())
            {
                recordingLog.reload();
            }
        }
    }

    private static boolean isAfter(final RecordingLog recordingLog, final long position)
    {
        final RecordingLog.Entry latest =
            recordingLog.getLatestSnapshot(ConsensusModule.Configuration.SERVICE_ID);
        return null != latest && latest.logPosition > position;
    }

    /** The module writes its part last, so a snapshot without it is not whole. */
    private static List<Snapshot> snapshots(final RecordingLog recordingLog, final long endPosition)
    {
        final List<Snapshot> snapshots = new ArrayList<>();
        for (final RecordingLog.Entry entry : recordingLog.entries())
        {
            if (entry.isValid && RecordingLog.ENTRY_TYPE_SNAPSHOT == entry.type && SERVICE_ID == entry.serviceId &&
                entry.logPosition <= endPosition && hasModulePart(recordingLog, entry.logPosition))
            {
                snapshots.add(new Snapshot(entry.logPosition, entry.recordingId));
            }
        }
        snapshots.sort(Comparator.comparingLong(Snapshot::logPosition).reversed());
        return List.copyOf(snapshots);
    }

    private static boolean hasModulePart(final RecordingLog recordingLog, final long logPosition)
    {
        return recordingLog.entries().stream().anyMatch((entry) -> entry.isValid &&
            RecordingLog.ENTRY_TYPE_SNAPSHOT == entry.type && entry.logPosition == logPosition &&
            ConsensusModule.Configuration.SERVICE_ID == entry.serviceId);
    }
}
