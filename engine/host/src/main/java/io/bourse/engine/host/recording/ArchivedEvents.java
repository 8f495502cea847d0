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
 * The recorded events of a venue, live ones and those that were purged as the archive of history has them. The files
 * alone are read: the venue may run or not. Followers get both through {@link HistoryClient}.
 */
public final class ArchivedEvents
{
    private ArchivedEvents()
    {
    }

    /**
     * The event stream with its archived beginning, when a cursor lies in that.
     *
     * @param dataDir of an engine.
     * @param cursor end of a transaction, or 0.
     * @return null when the events after it are live, or are not archived.
     * @throws io.bourse.engine.host.history.HistoryException when archived history cannot be read.
     */
    static RecordedStream archived(final Path dataDir, final long cursor)
    {
        final RecordedStream live = live(dataDir);
        if (null == live || cursor >= live.startPosition())
        {
            return null;
        }
        final RecordedStream whole = live.withHistory(HistoryArchive.find(dataDir));
        return cursor < whole.startPosition() ? null : whole;
    }

    /** Whether the events after a cursor are in live files. */
    static boolean isLive(final Path dataDir, final long cursor)
    {
        final RecordedStream live = live(dataDir);
        return null != live && cursor >= live.startPosition();
    }

    /**
     * Whether events were purged that are not archived: no follower gets the beginning of the stream then.
     *
     * @param dataDir of an engine.
     * @return false when there are no events.
     * @throws io.bourse.engine.host.history.HistoryException when archived history cannot be read.
     */
    public static boolean isBeginningLost(final Path dataDir)
    {
        return isPurged(dataDir) && null == archived(dataDir, EngineClient.FROM_START);
    }

    /**
     * Whether the beginning of the live events was purged.
     *
     * @param dataDir of an engine.
     * @return false when there are no events.
     */
    public static boolean isPurged(final Path dataDir)
    {
        final RecordedStream live = live(dataDir);
        return null != live && live.startPosition() > EngineClient.FROM_START;
    }

    /**
     * Reads the live events that are recorded, from the first whole transaction on.
     *
     * @param dataDir of an engine.
     * @param listener receives every event.
     * @return cursor after the last one, from which the stream can be followed; 0 when there is none.
     */
    public static long readLive(final Path dataDir, final EventListener listener)
    {
        final RecordedStream live = live(dataDir);
        final long cursor = null == live ? -1 : firstTransaction(live);
        if (cursor < 0)
        {
            return EngineClient.FROM_START;
        }
        try (RecordingWalker walker = new RecordingWalker(live, cursor, Long.MAX_VALUE))
        {
            return read(walker, cursor, listener);
        }
    }

    /**
     * Reads all events that are recorded, those that were purged as the archive of history has them.
     *
     * @param dataDir of an engine.
     * @param listener receives every event.
     * @return cursor after the last one; 0 when there is none.
     * @throws IllegalStateException when the beginning of the stream is nowhere, or something in it cannot be read.
     * @throws io.bourse.engine.host.history.HistoryException when archived history cannot be read.
     */
    public static long readAll(final Path dataDir, final EventListener listener)
    {
        final RecordedStream live = live(dataDir);
        if (null == live)
        {
            return EngineClient.FROM_START;
        }
        final RecordedStream whole = live.withHistory(HistoryArchive.find(dataDir));
        if (whole.startPosition() > EngineClient.FROM_START)
        {
            throw new IllegalStateException("the first events were purged and are not in the archive of history: " +
                "startPosition=" + whole.startPosition() + " dataDir=" + dataDir);
        }
        try (RecordingWalker walker = new RecordingWalker(whole, EngineClient.FROM_START, Long.MAX_VALUE))
        {
            final long cursor = read(walker, EngineClient.FROM_START, listener);
            final String reason = walker.reason();
            // The end that is being written may be torn; nothing good comes after it.
            if (null != reason && walker.findGoodFrameBeyond() > walker.position())
            {
                throw new IllegalStateException("recorded events cannot be read on, see `bourse verify-journal`: " +
                    "cursor=" + cursor + " dataDir=" + dataDir + " reason=\"" + reason + "\"");
            }
            return cursor;
        }
    }

    private static long read(final RecordingWalker walker, final long from, final EventListener listener)
    {
        long cursor = from;
        final FrameAssembler frames = new FrameAssembler(new EventDispatcher(listener));
        while (walker.nextData())
        {
            frames.copy(walker.buffer(), walker.payloadOffset(), walker.payloadLength());
            cursor = frames.accept(walker.payloadLength(), walker.position(), walker.reservedValue()) ?
                walker.position() : cursor;
        }
        return cursor;
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

    /** Null when there are no events. */
    static RecordedStream live(final Path dataDir)
    {
        final Path archiveDir = EngineDirectories.archiveDir(dataDir);
        return !Files.isDirectory(archiveDir) ? null :
            RecordedStream.find(archiveDir, "event stream", EngineStreams.EVENTS_STREAM_ID);
    }
}
