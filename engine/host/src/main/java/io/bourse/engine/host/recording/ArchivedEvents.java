// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.client.FrameAssembler;
import io.bourse.engine.host.history.HistoryArchive;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.protocol.EventDispatcher;
import io.bourse.engine.protocol.EventGroupDecoder;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.MessageHeaderDecoder;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The events of a venue that were purged, as the archive of history has them: what followers of the event stream cannot
 * be given any more. The files alone are read: the venue may run or not.
 */
public final class ArchivedEvents
{
    private ArchivedEvents()
    {
    }

    /**
     * Reads on to where the live events begin. Takes as long as that is far.
     *
     * @param dataDir of an engine.
     * @param fromCursor end of a transaction, or 0.
     * @param listener receives every event after it.
     * @return cursor after the last transaction, from which the live stream can be followed; as given when that is so
     *     already, or when the archive does not go back so far.
     * @throws io.bourse.engine.host.history.HistoryException when archived history cannot be read.
     */
    public static long read(final Path dataDir, final long fromCursor, final EventListener listener)
    {
        long cursor = fromCursor;
        RecordedStream live = events(dataDir);
        while (null != live && cursor < live.startPosition())
        {
            final RecordedStream whole = live.withHistory(HistoryArchive.find(dataDir));
            if (cursor < whole.startPosition())
            {
                return cursor;
            }
            final long before = cursor;
            cursor = read(whole, live.startPosition(), cursor, new FrameAssembler(new EventDispatcher(listener)));
            // A host that runs may have purged events meanwhile.
            live = events(dataDir);
            if (before == cursor)
            {
                break;
            }
        }
        return cursor;
    }

    /**
     * Whether the beginning of the live events was purged.
     *
     * @param dataDir of an engine.
     * @return false when there are no events.
     */
    public static boolean isPurged(final Path dataDir)
    {
        final RecordedStream live = events(dataDir);
        return null != live && live.startPosition() > EngineClient.FROM_START;
    }

    /**
     * Reads the live events that are recorded, from the first whole transaction on.
     *
     * @param dataDir of an engine.
     * @param listener receives every event.
     * @return cursor after the last one, from which the live stream can be followed; 0 when there is none.
     */
    public static long readLive(final Path dataDir, final EventListener listener)
    {
        final RecordedStream live = events(dataDir);
        final long begin = null == live ? -1 : firstTransaction(live);
        // A host that runs may purge events meanwhile: those are archived then.
        return begin < 0 ? 0 : read(dataDir,
            read(live, Long.MAX_VALUE, begin, new FrameAssembler(new EventDispatcher(listener))), listener);
    }

    private static long firstTransaction(final RecordedStream live)
    {
        final EventGroupDecoder frame = new EventGroupDecoder();
        final MessageHeaderDecoder header = new MessageHeaderDecoder();
        try (RecordingWalker walker = new RecordingWalker(live, Long.MAX_VALUE))
        {
            while (walker.nextData())
            {
                if (frame.wrapAndApplyHeader(walker.buffer(), walker.payloadOffset(), header).flags().begin())
                {
                    return walker.frameBegin();
                }
            }
        }
        return -1;
    }

    private static long read(
        final RecordedStream stream, final long end, final long fromCursor, final FrameAssembler frames)
    {
        long cursor = fromCursor;
        try (RecordingWalker walker = new RecordingWalker(stream, fromCursor, Long.MAX_VALUE))
        {
            while (cursor < end && walker.nextData())
            {
                frames.copy(walker.buffer(), walker.payloadOffset(), walker.payloadLength());
                cursor = frames.accept(walker.payloadLength(), walker.position(), walker.reservedValue()) ?
                    walker.position() : cursor;
            }
        }
        return cursor;
    }

    private static RecordedStream events(final Path dataDir)
    {
        final Path archiveDir = EngineDirectories.archiveDir(dataDir);
        return !Files.isDirectory(archiveDir) ? null :
            RecordedStream.find(archiveDir, "event stream", EngineStreams.EVENTS_STREAM_ID);
    }
}
