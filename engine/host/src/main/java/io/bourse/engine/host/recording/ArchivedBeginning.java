// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.host.history.ArchivedSegment;
import io.bourse.engine.host.history.HistoryArchive;
import io.bourse.engine.host.history.HistoryException;
import org.agrona.BufferUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
    private static final Logger LOGGER = LoggerFactory.getLogger(ArchivedBeginning.class);

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

    /**
     * What leads up to the live files of a recording; null when nothing was archived that is not live too. Former
     * members may have archived less than what would lead up to a copy that was begun later: no reason to stop.
     */
    static ArchivedBeginning of(final HistoryArchive archive, final RecordedStream live)
    {
        final TreeMap<Long, ArchivedSegment> segments = new TreeMap<>();
        long end = -1;
        for (final ArchivedSegment segment : archive.segments(streamOf(live.streamId()), live.recordingId()))
        {
            if (segment.from() < live.startPosition())
            {
                if (!segments.isEmpty() && !isNext(archive, live, end, segment.from()))
                {
                    segments.clear();
                }
                segments.put(segments.isEmpty() ? live.segmentBase(segment.from()) : segment.from(), segment);
                end = segment.to();
            }
        }
        return segments.isEmpty() || !isNext(archive, live, end, live.startPosition()) ? null :
            new ArchivedBeginning(archive, segments, live.startPosition());
    }

    /** A live recording that is a copy may begin within a file that a former member has archived. */
    private static boolean isNext(
        final HistoryArchive archive, final RecordedStream live, final long end, final long from)
    {
        if (end == from || archive.isHandedOn() && end > from)
        {
            return true;
        }
        final String facts = ": stream=\"" + live.name() + "\" fromPosition=" + end + " toPosition=" + from +
            " liveStartPosition=" + live.startPosition();
        if (!archive.isHandedOn())
        {
            throw new HistoryException("archived history has a gap, an older manifest may have been put in the place" +
                " of the last one" + facts);
        }
        LOGGER.warn("archived history of former members has a gap, what is before it is not read{}", facts);
        return false;
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
