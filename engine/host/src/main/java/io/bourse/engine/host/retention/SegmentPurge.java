// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.retention;

import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.client.ArchiveException;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.history.HistoryOptions;
import io.bourse.engine.host.recording.RecordedStream;
import io.bourse.engine.host.storage.DiskAccess;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.telemetry.CounterSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Removes the segment files of a recording up to a position. What an archive of history is named for is in it, and was
 * read back from there, before it goes. The archive of Aeron moves the beginning of a recording, and refuses while a
 * replay reads what would go; the files are deleted here and not by it, as it may run on the matcher's thread.
 */
public final class SegmentPurge
{
    private static final Logger LOGGER = LoggerFactory.getLogger(SegmentPurge.class);
    private static final Pattern SEGMENT = Pattern.compile("([0-9]{1,18})-([0-9]{1,18})\\.rec");
    /** What the archive says when a replay, or its file, is in the way. */
    private static final Pattern IN_USE = Pattern.compile("replay in progress|in use");

    private final Path archiveDir;
    private final SegmentArchiver archiver;
    private final Set<Path> archived = new HashSet<>();

    /**
     * A purge of the recordings of an engine.
     *
     * @param dataDir of the engine.
     * @param history where they are archived first; null to purge without.
     * @param counters to count in.
     */
    public SegmentPurge(final Path dataDir, final HistoryOptions history, final CounterSet<EngineCounter> counters)
    {
        archiveDir = EngineDirectories.archiveDir(dataDir);
        archiver = null == history ? null : new SegmentArchiver(dataDir, history, counters);
    }

    /**
     * Removes what lies before a position.
     *
     * @param archive client of the engine's archive.
     * @param recordingId of the recording.
     * @param name of it, for people.
     * @param newStart beginning of a segment file, which stays.
     * @return false when a replay reads something of it; the rest goes another time.
     * @throws io.bourse.engine.host.history.HistoryException when a segment cannot be archived.
     */
    public boolean purge(
        final AeronArchive archive, final long recordingId, final String name, final long newStart)
    {
        final RecordedStream live = RecordedStream.get(archiveDir, name, recordingId);
        if (null == archiver)
        {
            return newStart <= live.startPosition() || remove(archive, live, newStart);
        }
        // One after the other, so that an interrupted purge of much history has not been for nothing.
        boolean isDone = true;
        for (long from = live.segmentBase(live.startPosition()); isDone && from < newStart;
            from += live.segmentLength())
        {
            // Not again because a replay was in the way.
            if (!archived.contains(live.segmentFile(from)))
            {
                archiver.archive(live, from);
                archived.add(live.segmentFile(from));
            }
            isDone = remove(archive, live, from + live.segmentLength());
            if (isDone)
            {
                archived.remove(live.segmentFile(from));
            }
        }
        return isDone;
    }

    private boolean remove(final AeronArchive archive, final RecordedStream live, final long newStart)
    {
        try
        {
            archive.detachSegments(live.recordingId(), newStart);
        }
        catch (final ArchiveException ex)
        {
            if (!IN_USE.matcher(ex.getMessage()).find())
            {
                throw ex;
            }
            LOGGER.info("the {} is not purged now, a replay reads it: newStart={} reason=\"{}\"", live.name(), newStart,
                ex.getMessage());
            return false;
        }
        forceCatalog();
        final int files = deleteBefore(live.recordingId(), newStart);
        LOGGER.info("{} purged: recordingId={} startPosition={} segmentFiles={}", live.name(), live.recordingId(),
            newStart, files);
        return true;
    }

    /** The new beginning must be on the disk before the files are gone, whatever the durability. */
    private void forceCatalog()
    {
        final Path catalog = archiveDir.resolve("archive.catalog");
        DiskAccess.run("cannot force the catalog: file=" + catalog, () -> DiskAccess.force(catalog));
    }

    /** Also deletes what a purge has left that was interrupted. */
    private int deleteBefore(final long recordingId, final long newStart)
    {
        final String failure = "cannot delete segment files: recordingId=" + recordingId;
        int count = 0;
        for (final Path file : DiskAccess.list(failure, archiveDir))
        {
            final Matcher name = SEGMENT.matcher(file.getFileName().toString());
            if (name.matches() && recordingId == Long.parseLong(name.group(1)) &&
                Long.parseLong(name.group(2)) < newStart)
            {
                DiskAccess.run(failure, () -> Files.deleteIfExists(file));
                count++;
            }
        }
        return count;
    }
}
