// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.aeron.cluster.ConsensusModule;
import io.aeron.cluster.NodeStateFile;
import io.aeron.cluster.RecordingLog;
import io.bourse.engine.host.recording.RecordedFiles;
import io.bourse.engine.host.recording.RecordedStream;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Looks at the log and the snapshots of a member before anything is started on them. A damaged one would otherwise show
 * itself half-way through a replay, as an election that never ends.
 */
public final class LogInspection
{
    private static final int CORE_SERVICE_ID = 0;

    private LogInspection()
    {
    }

    /**
     * Reads everything that the member would start from.
     *
     * @param archiveDir of the member.
     * @param clusterDir of the member.
     * @param isClosed whether the member before this one ended in good order.
     * @throws io.bourse.engine.host.recording.JournalDamagedException when a recording is damaged.
     * @throws IllegalStateException when {@code recording.log} is missing or cannot be read, or the vote is missing.
     */
    static void inspect(final Path archiveDir, final Path clusterDir, final boolean isClosed)
    {
        final Path file = clusterDir.resolve(RecordingLog.RECORDING_LOG_FILE_NAME);
        final Map<Long, String> recordings = Files.exists(file) ? recordings(file) : Map.of();
        if (recordings.isEmpty() &&
            RecordedFiles.hasStream(archiveDir, ConsensusModule.Configuration.LOG_STREAM_ID_DEFAULT))
        {
            throw new IllegalStateException("there is a log but the list of its terms and snapshots is missing or" +
                " empty, restore it from a copy or start the member on an empty directory while all others live:" +
                " file=" + file);
        }
        final Path vote = clusterDir.resolve(NodeStateFile.FILENAME);
        if (!recordings.isEmpty() && !Files.exists(vote))
        {
            throw new IllegalStateException("there is a log but the member's vote is gone, it could vote a second" +
                " time in the same election: restore the file from a copy of this member, or move the directory away" +
                " and start with --from-peers: file=" + vote);
        }
        recordings.forEach(
            (recordingId, name) -> RecordedFiles.requireSound(archiveDir, recordingId, name, isClosed));
    }

    /**
     * Where the log of a member ends that was inspected.
     *
     * @param archiveDir of the member.
     * @return log position; 0 when there is no log.
     */
    static long endOf(final Path archiveDir)
    {
        final RecordedStream log = RecordedStream.find(archiveDir, "log", PeerLog.STREAM_ID);
        return null == log ? 0 : log.stopPosition();
    }

    /**
     * Reads log and last snapshot of a copy, or of a member that is going to be completed, and finds their true ends:
     * an archive that ran into a full disk closes a recording in front of its last good frames.
     *
     * @param archiveDir of the copy.
     * @param clusterDir of the copy.
     * @throws io.bourse.engine.host.recording.JournalDamagedException when a recording is damaged.
     * @throws IllegalStateException when {@code recording.log} cannot be read.
     */
    public static void repairCopy(final Path archiveDir, final Path clusterDir)
    {
        final Path file = clusterDir.resolve(RecordingLog.RECORDING_LOG_FILE_NAME);
        if (Files.exists(file))
        {
            recordings(file).forEach(
                (recordingId, name) -> RecordedFiles.requireSound(archiveDir, recordingId, name, false));
        }
    }

    private static Map<Long, String> recordings(final Path file)
    {
        final Map<Long, String> names = new LinkedHashMap<>();
        try (RecordingLog log = new RecordingLog(file.getParent().toFile(), false))
        {
            for (final RecordingLog.Entry entry : log.entries())
            {
                if (RecordingLog.ENTRY_TYPE_TERM == entry.type && entry.isValid)
                {
                    names.put(entry.recordingId, "replicated log");
                }
            }
            for (final int serviceId : new int[]{ConsensusModule.Configuration.SERVICE_ID, CORE_SERVICE_ID})
            {
                final RecordingLog.Entry snapshot = log.getLatestSnapshot(serviceId);
                if (null != snapshot)
                {
                    names.put(snapshot.recordingId, "snapshot at logPosition=" + snapshot.logPosition);
                }
            }
            return names;
        }
        catch (final RuntimeException ex)
        {
            throw new IllegalStateException("the list of terms and snapshots cannot be read, restore it from a copy" +
                " or start the member on an empty directory while all others live: file=" + file + " reason=" +
                ex.getMessage(), ex);
        }
    }
}
