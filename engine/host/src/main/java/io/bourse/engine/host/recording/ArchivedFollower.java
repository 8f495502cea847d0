// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.FrameAssembler;
import io.bourse.engine.protocol.EventDispatcher;
import io.bourse.engine.protocol.EventListener;

import java.nio.file.Path;
import java.util.function.LongFunction;

/**
 * Follows the event stream from a cursor whose events were purged: reads them from the archive of history, and goes on
 * with a follower of the live stream.
 */
final class ArchivedFollower implements EventFollower
{
    private final Path dataDir;
    private final EventListener listener;
    private final LongFunction<EventFollower> live;
    private EventFollower liveFollower;
    private RecordingWalker walker;
    private FrameAssembler frames;
    private long liveStart;
    private long begin;
    private long cursor;
    private boolean isClosed;

    /**
     * A follower that has read nothing.
     *
     * @param dataDir of the engine.
     * @param stream whose archived beginning holds the cursor.
     * @param fromCursor where to begin.
     * @param listener of the transactions.
     * @param live makes the follower from a cursor that is not archived any more.
     */
    ArchivedFollower(
        final Path dataDir,
        final RecordedStream stream,
        final long fromCursor,
        final EventListener listener,
        final LongFunction<EventFollower> live)
    {
        this.dataDir = dataDir;
        this.listener = listener;
        this.live = live;
        cursor = fromCursor;
        open(stream);
    }

    private void open(final RecordedStream stream)
    {
        begin = cursor;
        liveStart = stream.history().to();
        frames = new FrameAssembler(new EventDispatcher(listener));
        walker = new RecordingWalker(stream, cursor, Long.MAX_VALUE);
    }

    @Override
    public int poll(final int frameLimit)
    {
        if (null != liveFollower)
        {
            return liveFollower.poll(frameLimit);
        }
        if (isClosed)
        {
            throw new IllegalStateException("the follower is closed: cursor=" + cursor);
        }
        int taken = 0;
        // The last archived transaction may end in live files.
        while (taken < frameLimit && cursor < liveStart)
        {
            if (!walker.nextData())
            {
                goOn();
                return taken;
            }
            taken++;
            frames.copy(walker.buffer(), walker.payloadOffset(), walker.payloadLength());
            if (frames.accept(walker.payloadLength(), walker.position(), walker.reservedValue()))
            {
                cursor = walker.position();
            }
        }
        if (cursor >= liveStart)
        {
            goOn();
        }
        return taken;
    }

    /** A host that runs may have purged more meanwhile. */
    private void goOn()
    {
        final String reason = walker.reason();
        walker.close();
        final RecordedStream stream = ArchivedEvents.archived(dataDir, cursor);
        if (null == stream)
        {
            liveFollower = live.apply(cursor);
        }
        else if (begin == cursor)
        {
            throw new IllegalStateException("archived events cannot be read on, see `bourse history verify`: cursor=" +
                cursor + " dataDir=" + dataDir + " reason=\"" +
                (null == reason ? "nothing is written there" : reason) + "\"");
        }
        else
        {
            open(stream);
        }
    }

    @Override
    public long cursor()
    {
        return null == liveFollower ? cursor : liveFollower.cursor();
    }

    @Override
    public void close()
    {
        isClosed = true;
        walker.close();
        if (null != liveFollower)
        {
            liveFollower.close();
        }
    }
}
