// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.host.history.ArchivedSegment;
import io.bourse.engine.host.history.HistoryArchive;
import io.bourse.engine.host.history.HistoryException;
import org.agrona.BufferUtil;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.TreeMap;

/**
 * The segments of a recording that were archived and purged, without a gap up to where the live files begin.
 *
 * @param archive that holds them.
 * @param segments by the positions at which their files begin.
 * @param to where the live files begin.
 */
public record ArchivedBeginning(HistoryArchive archive, TreeMap<Long, ArchivedSegment> segments, long to)
{
    /**
     * Which stream of history a recording is.
     *
     * @param streamId of the recording.
     * @return stream; null for one that is never archived.
     */
    public static ArchivedSegment.Stream streamOf(final int streamId)
    {
        return switch (streamId)
        {
            case EngineStreams.JOURNAL_STREAM_ID -> ArchivedSegment.Stream.JOURNAL;
            case ClusterLogFrames.STREAM_ID -> ArchivedSegment.Stream.LOG;
            case EngineStreams.EVENTS_STREAM_ID -> ArchivedSegment.Stream.EVENTS;
            default -> null;
        };
    }

    /** What leads up to the live files of a recording; null when nothing was archived that is not live too. */
    static ArchivedBeginning of(final HistoryArchive archive, final RecordedStream live)
    {
        final TreeMap<Long, ArchivedSegment> segments = new TreeMap<>();
        long end = -1;
        for (final ArchivedSegment segment : archive.segments(streamOf(live.streamId()), live.recordingId()))
        {
            if (segment.from() < live.startPosition())
            {
                requireNext(live, segments.isEmpty() ? segment.from() : end, segment.from());
                segments.put(segments.isEmpty() ? live.segmentBase(segment.from()) : segment.from(), segment);
                end = segment.to();
            }
        }
        if (segments.isEmpty())
        {
            return null;
        }
        requireNext(live, end, live.startPosition());
        return new ArchivedBeginning(archive, segments, live.startPosition());
    }

    private static void requireNext(final RecordedStream live, final long end, final long from)
    {
        if (end != from)
        {
            throw new HistoryException("archived history has a gap, an older manifest may have been put in the" +
                " place of the last one: stream=\"" + live.name() + "\" fromPosition=" + end + " toPosition=" +
                from + " liveStartPosition=" + live.startPosition());
        }
    }

    /** Where it begins. */
    long from()
    {
        return segments.firstEntry().getValue().from();
    }

    int segmentFiles()
    {
        return segments.size();
    }

    Path file(final long segmentBase)
    {
        return archive.file(segments.get(segmentBase));
    }

    ByteBuffer read(final long segmentBase)
    {
        final ArchivedSegment segment = segments.get(segmentBase);
        final ByteBuffer bytes = archive.read(segment);
        if (segment.from() == segmentBase)
        {
            return bytes;
        }
        final ByteBuffer file = ByteBuffer.allocateDirect((int)(segment.to() - segmentBase));
        file.put((int)(segment.from() - segmentBase), bytes, 0, bytes.capacity());
        BufferUtil.free(bytes);
        return file;
    }
}
