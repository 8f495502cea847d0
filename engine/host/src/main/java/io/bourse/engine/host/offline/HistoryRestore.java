// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.offline;

import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.host.history.ArchivedSegment;
import io.bourse.engine.host.history.HistoryArchive;
import io.bourse.engine.host.recording.CatalogRepair;
import io.bourse.engine.host.recording.RecordedStream;
import io.bourse.engine.host.storage.DataDirectoryLock;
import io.bourse.engine.host.storage.EngineDirectories;

import java.nio.file.Path;
import java.util.List;

/**
 * Puts archived events back among the live ones, for a consumer that needs them: one that is new, or whose checkpoints
 * do not count any more. The archive keeps them too; the next purge removes them again as soon as no consumer needs
 * them.
 *
 * @param oldestCursor where the event stream begins now.
 * @param segments that were put back.
 */
public record HistoryRestore(long oldestCursor, int segments)
{
    /**
     * Puts events back. What is interrupted has no effect: the next purge removes the files.
     *
     * @param dataDir of an engine that does not run.
     * @param cursor from which they are needed; 0 for all that were archived.
     * @return what was done.
     * @throws io.bourse.engine.host.history.HistoryException when a segment is lost or changed.
     * @throws IllegalStateException when an engine runs on the directory, or nothing was archived.
     */
    public static HistoryRestore of(final Path dataDir, final long cursor)
    {
        try (DataDirectoryLock ignored = DataDirectoryLock.acquire(dataDir.toAbsolutePath().normalize()))
        {
            final HistoryArchive archive = HistoryArchive.find(dataDir);
            final RecordedStream live = RecordedStream.find(
                EngineDirectories.archiveDir(dataDir), "event stream", EngineStreams.EVENTS_STREAM_ID);
            if (null == archive || null == live)
            {
                throw new IllegalStateException("nothing of this venue was archived: dataDir=" + dataDir);
            }
            // Refuses a gap.
            final RecordedStream whole = live.withHistory(archive);
            final List<ArchivedSegment> segments =
                archive.segments(ArchivedSegment.Stream.EVENTS, live.recordingId()).stream()
                .filter(segment -> whole.isArchived(segment.from()) && segment.to() > cursor).toList();
            segments.forEach(segment -> archive.restore(segment, live.segmentFile(segment.from())));
            if (!segments.isEmpty())
            {
                CatalogRepair.startRecordingAt(live, segments.getFirst().from());
            }
            return new HistoryRestore(
                segments.isEmpty() ? live.startPosition() : segments.getFirst().from(), segments.size());
        }
    }
}
