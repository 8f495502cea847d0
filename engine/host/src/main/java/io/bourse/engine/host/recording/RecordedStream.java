// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.aeron.Aeron;
import io.aeron.archive.CatalogView;
import io.aeron.archive.client.AeronArchive;
import io.bourse.engine.host.history.HistoryArchive;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One recording as the archive's catalog describes it.
 *
 * @param name for people.
 * @param archiveDir where the segment files are.
 * @param recordingId in the catalog.
 * @param streamId of every frame.
 * @param startPosition of the recording, in bytes.
 * @param stopPosition where it was closed cleanly, {@link AeronArchive#NULL_POSITION} after a crash.
 * @param initialTermId of the stream.
 * @param termLength of the stream, in bytes.
 * @param segmentLength of its files, in bytes.
 * @param mtuLength longest frame, in bytes.
 * @param history what has left it for the archive of history; null when only live files count.
 */
public record RecordedStream(
    String name,
    Path archiveDir,
    long recordingId,
    int streamId,
    long startPosition,
    long stopPosition,
    int initialTermId,
    int termLength,
    int segmentLength,
    int mtuLength,
    ArchivedBeginning history)
{
    private static final String SEGMENT_SUFFIX = ".rec";

    /**
     * Looks a stream up in the catalog.
     *
     * @return the one recording of the stream, or null when there is none.
     * @throws IllegalStateException when there are several, or files without a catalog.
     */
    public static RecordedStream find(final Path archiveDir, final String name, final int streamId)
    {
        final File directory = archiveDir.toFile();
        if (!new File(directory, "archive.catalog").exists())
        {
            final String[] segments = directory.list((dir, file) -> file.endsWith(SEGMENT_SUFFIX));
            if (null != segments && segments.length > 0)
            {
                throw new IllegalStateException("segment files without archive.catalog, restore it from a copy:" +
                    " archiveDir=" + archiveDir + " segmentFiles=" + segments.length);
            }
            return null;
        }

        RecordedStream found = null;
        for (final RecordedStream recording : list(archiveDir, name))
        {
            if (streamId != recording.streamId)
            {
                continue;
            }
            if (null != found)
            {
                throw new IllegalStateException("more than one recording of the " + name + ": archiveDir=" +
                    archiveDir + " recordingIds=" + found.recordingId + "," + recording.recordingId);
            }
            found = recording;
        }
        return found;
    }

    /**
     * Looks a recording up in the catalog.
     *
     * @param archiveDir of the archive.
     * @param name for people.
     * @param recordingId of the recording.
     * @return the recording.
     * @throws JournalDamagedException when it is not there.
     */
    public static RecordedStream get(final Path archiveDir, final String name, final long recordingId)
    {
        for (final RecordedStream recording : list(archiveDir, name))
        {
            if (recordingId == recording.recordingId)
            {
                return recording;
            }
        }
        throw new JournalDamagedException(new RecordedStream(name, archiveDir, recordingId, 0, 0,
            AeronArchive.NULL_POSITION, 0, 0, 0, 0, null), archiveDir.resolve("archive.catalog"), 0,
            "the catalog does not know it");
    }

    /**
     * All recordings of the catalog.
     *
     * @param archiveDir of the archive, whose catalog can be read.
     * @param name for people.
     * @return in the order of the catalog; empty when there is none.
     */
    public static List<RecordedStream> list(final Path archiveDir, final String name)
    {
        final List<RecordedStream> recordings = new ArrayList<>();
        if (Files.exists(archiveDir.resolve("archive.catalog")))
        {
            CatalogView.listRecordings(archiveDir.toFile(),
                (controlSessionId, correlationId, recordingId, startTimestamp, stopTimestamp, startPosition,
                stopPosition, initialTermId, segmentFileLength, termBufferLength, mtuLength, sessionId, streamId,
                strippedChannel, originalChannel, sourceIdentity) ->
                    recordings.add(new RecordedStream(name, archiveDir, recordingId, streamId, startPosition,
                        stopPosition, initialTermId, termBufferLength, segmentFileLength, mtuLength, null)));
        }
        return recordings;
    }

    /**
     * The same recording with the beginning that it has in an archive of history.
     *
     * @param archive of the same engine; null for none.
     * @return recording that begins where the archive does; this one when nothing of it is archived.
     * @throws io.bourse.engine.host.history.HistoryException when something is missing between both.
     */
    public RecordedStream withHistory(final HistoryArchive archive)
    {
        final ArchivedBeginning beginning = null == archive ? null : ArchivedBeginning.of(archive, this);
        return null == beginning ? this : new RecordedStream(name, archiveDir, recordingId, streamId, beginning.from(),
            stopPosition, initialTermId, termLength, segmentLength, mtuLength, beginning);
    }

    /** Position of the first byte of the segment file that holds a position. */
    public long segmentBase(final long position)
    {
        return AeronArchive.segmentFileBasePosition(startPosition, position, termLength, segmentLength);
    }

    /** File that holds the bytes from a base position on. */
    public Path segmentFile(final long segmentBase)
    {
        return isArchived(segmentBase) ? history.file(segmentBase) :
            archiveDir.resolve(recordingId + "-" + segmentBase + SEGMENT_SUFFIX);
    }

    /**
     * Position of the first byte of the last segment file there is.
     *
     * @return base position, -1 when there is no file.
     */
    public long lastSegmentBase()
    {
        final String prefix = recordingId + "-";
        final String[] files = archiveDir.toFile().list(
            (dir, file) -> file.startsWith(prefix) && file.endsWith(SEGMENT_SUFFIX));
        long last = -1;
        for (final String file : null == files ? new String[0] : files)
        {
            last = Math.max(last,
                Long.parseLong(file.substring(prefix.length(), file.length() - SEGMENT_SUFFIX.length())));
        }
        return last;
    }

    /** True when the segment file that begins at a position is in the archive of history. */
    public boolean isArchived(final long segmentBase)
    {
        return null != history && segmentBase < history.to();
    }

    /** Term id that a frame at a position must carry. */
    public int termId(final long position)
    {
        return initialTermId + (int)(position / termLength);
    }

    /** Number of segment files there are, archived ones included. */
    public int segmentFileCount()
    {
        final String prefix = recordingId + "-";
        final String[] files = archiveDir.toFile().list(
            (dir, file) -> file.startsWith(prefix) && file.endsWith(SEGMENT_SUFFIX));
        return (null == files ? 0 : files.length) + (null == history ? 0 : history.segmentFiles());
    }

    /** The same recording without an end, as a crash leaves it. */
    public RecordedStream opened()
    {
        return new RecordedStream(name, archiveDir, recordingId, streamId, startPosition,
            AeronArchive.NULL_POSITION, initialTermId, termLength, segmentLength, mtuLength, history);
    }

    public boolean isStopped()
    {
        return AeronArchive.NULL_POSITION != stopPosition && Aeron.NULL_VALUE != stopPosition;
    }
}
