// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host;

import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.host.recording.CatalogRepair;
import io.bourse.engine.host.recording.RecordedStream;
import io.bourse.engine.host.recording.RecordingWalker;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the event frames of an engine that is closed, byte for byte, from its segment files.
 */
public final class StoredFrames
{
    private StoredFrames()
    {
    }

    /**
     * One frame.
     *
     * @param position behind it.
     * @param bytes of the frame.
     */
    public record Frame(long position, byte[] bytes)
    {
    }

    /** Takes the last frame away, as a loss of power could. */
    public static void cutOffLast(final Path archiveDir) throws IOException
    {
        keepFirst(archiveDir, read(archiveDir).size() - 1);
    }

    /** Takes all frames but the first ones away. */
    public static void keepFirst(final Path archiveDir, final int count) throws IOException
    {
        cutOff(RecordedStream.find(archiveDir, "event stream", EngineStreams.EVENTS_STREAM_ID),
            read(archiveDir).get(count - 1).position());
    }

    /** Ends the one log recording of an archive earlier. */
    public static void cutOffLog(final Path archiveDir, final int streamId, final long end) throws IOException
    {
        cutOff(RecordedStream.find(archiveDir, "log", streamId), end);
    }

    /** The catalog says that a recording ends here although good frames follow, as after a full disk. */
    public static void closeEarly(final Path archiveDir, final int streamId, final long end)
    {
        CatalogRepair.stopRecordingAt(RecordedStream.find(archiveDir, "stream " + streamId, streamId), end);
    }

    private static void cutOff(final RecordedStream stream, final long end) throws IOException
    {
        CatalogRepair.stopRecordingAt(stream, end);
        try (RandomAccessFile segment =
            new RandomAccessFile(stream.segmentFile(stream.segmentBase(end)).toFile(), "rw"))
        {
            segment.setLength(end - stream.segmentBase(end));
            segment.setLength(stream.segmentLength());
        }
        for (long base = stream.segmentBase(end) + stream.segmentLength(); base <= stream.lastSegmentBase();
            base += stream.segmentLength())
        {
            Files.deleteIfExists(stream.segmentFile(base));
        }
    }

    /** All frames of the one event recording of an archive. */
    public static List<Frame> read(final Path archiveDir)
    {
        final RecordedStream stream =
            RecordedStream.find(archiveDir, "event stream", EngineStreams.EVENTS_STREAM_ID);
        final List<Frame> frames = new ArrayList<>();
        try (RecordingWalker walker = new RecordingWalker(
            stream, stream.isStopped() ? stream.stopPosition() : Long.MAX_VALUE))
        {
            while (walker.nextData())
            {
                final byte[] bytes = new byte[walker.payloadLength()];
                walker.buffer().getBytes(walker.payloadOffset(), bytes);
                frames.add(new Frame(walker.position(), bytes));
            }
        }
        return frames;
    }
}
