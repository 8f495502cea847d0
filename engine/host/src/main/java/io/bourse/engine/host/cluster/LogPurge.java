// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.archive.client.AeronArchive;
import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.RecordingLog;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes files of a log that lie wholly before a snapshot, and the snapshots before it. Whether a reader still needs
 * them is asked before.
 */
public final class LogPurge
{
    private static final Logger LOGGER = LoggerFactory.getLogger(LogPurge.class);

    private final AeronArchive archive;
    private long startPosition;
    private int termLength;
    private int segmentLength;

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
     * Finds the oldest snapshot that is kept.
     *
     * @param recordingLog of the directory.
     * @param snapshotsKept how many are kept.
     * @return its log position; 0 when there are not as many yet.
     */
    public static long oldestKept(final RecordingLog recordingLog, final int snapshotsKept)
    {
        final long[] positions = recordingLog.entries().stream()
            .filter((entry) -> entry.isValid && RecordingLog.ENTRY_TYPE_SNAPSHOT == entry.type &&
                ConsensusModule.Configuration.SERVICE_ID == entry.serviceId)
            .mapToLong((entry) -> entry.logPosition)
            .distinct().sorted().toArray();
        return positions.length < snapshotsKept ? 0 : positions[positions.length - snapshotsKept];
    }

    /**
     * Deletes what lies before a snapshot.
     *
     * @param recordingLog of the directory.
     * @param snapshotPosition log position of the snapshot.
     * @throws io.aeron.archive.client.ArchiveException when a replay reads it.
     */
    public void before(final RecordingLog recordingLog, final long snapshotPosition)
    {
        purgeLog(recordingLog.findLastTermRecordingId(), snapshotPosition);
        snapshotsBefore(recordingLog, snapshotPosition);
    }

    /**
     * Deletes older snapshots alone.
     *
     * @param recordingLog of the directory.
     * @param snapshotPosition log position of the oldest that stays.
     */
    void snapshotsBefore(final RecordingLog recordingLog, final long snapshotPosition)
    {
        for (final RecordingLog.Entry entry : recordingLog.entries())
        {
            if (RecordingLog.ENTRY_TYPE_SNAPSHOT == entry.type && entry.logPosition < snapshotPosition &&
                describe(entry.recordingId))
            {
                archive.purgeRecording(entry.recordingId);
            }
        }
    }

    private void purgeLog(final long recordingId, final long position)
    {
        if (describe(recordingId))
        {
            final long base =
                AeronArchive.segmentFileBasePosition(startPosition, position, termLength, segmentLength);
            if (base > startPosition)
            {
                final long files = archive.purgeSegments(recordingId, base);
                LOGGER.info("log purged: recordingId={} snapshotPosition={} logStartPosition={} files={}", recordingId,
                    position, base, files);
            }
        }
    }

    private boolean describe(final long recordingId)
    {
        return archive.listRecording(recordingId,
            (controlSessionId, correlationId, id, startTimestamp, stopTimestamp, start, stopPosition, initialTermId,
            segmentFileLength, termBufferLength, mtuLength, sessionId, streamId, strippedChannel, originalChannel,
            sourceIdentity) ->
            {
                startPosition = start;
                termLength = termBufferLength;
                segmentLength = segmentFileLength;
            }) > 0;
    }
}
