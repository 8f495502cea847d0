// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.FrameAssembler;
import io.bourse.engine.client.PurgedEventsException;
import io.bourse.engine.protocol.EventDispatcher;
import io.bourse.engine.protocol.EventListener;
import org.agrona.CloseHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.function.LongFunction;

/**
 * Follows the event stream from a cursor whose events were purged: reads them from archives of history, and goes on
 * with a follower of the live stream. Members of a cluster archive as far as each of them has purged: where one archive
 * ends, or cannot be read, the next one is asked, also when the live stream is that of another member than before.
 *
 * <p>{@link #poll} and {@link #close} exclude each other: what is read may be mapped. The lock is not contended in any
 * other case.
 */
final class ArchivedFollower implements EventFollower
{
    private static final Logger LOGGER = LoggerFactory.getLogger(ArchivedFollower.class);

    private final List<Path> dataDirs;
    private final EventListener listener;
    private final LongFunction<EventFollower> live;
    /** Archives that have not given the transaction after the cursor. */
    private final BitSet failed = new BitSet();
    private RuntimeException failure;
    private EventFollower liveFollower;
    private RecordingWalker walker;
    private FrameAssembler frames;
    private int source;
    private long liveStart;
    private long begin;
    private long cursor;
    private boolean isClosed;

    private ArchivedFollower(
        final List<Path> dataDirs,
        final long fromCursor,
        final EventListener listener,
        final LongFunction<EventFollower> live)
    {
        this.dataDirs = dataDirs;
        this.listener = listener;
        this.live = live;
        cursor = fromCursor;
    }

    /**
     * A follower that has read nothing.
     *
     * @param dataDirs of the engine.
     * @param fromCursor where to begin.
     * @param listener of the transactions.
     * @param live makes the follower from a cursor that is in no archive.
     * @return the live one when no archive has the cursor, and the live stream is always that of the same process.
     * @throws RuntimeException when an archive cannot be read, and no other process of the engine has the events.
     */
    static EventFollower open(
        final List<Path> dataDirs,
        final long fromCursor,
        final EventListener listener,
        final LongFunction<EventFollower> live)
    {
        final ArchivedFollower follower = new ArchivedFollower(dataDirs, fromCursor, listener, live);
        follower.open();
        return null == follower.liveFollower || dataDirs.size() > 1 ? follower : follower.liveFollower;
    }

    private void open()
    {
        boolean isLive = false;
        for (int i = 0; i < dataDirs.size(); i++)
        {
            if (failed.get(i))
            {
                continue;
            }
            try
            {
                final RecordedStream stream = ArchivedEvents.archived(dataDirs.get(i), cursor);
                if (null != stream)
                {
                    open(i, stream);
                    return;
                }
                isLive |= ArchivedEvents.isLive(dataDirs.get(i), cursor);
            }
            catch (final RuntimeException ex)
            {
                fail(i, ex);
            }
        }
        if (null != failure && !isLive)
        {
            throw failure;
        }
        liveFollower = live.apply(cursor);
    }

    private void open(final int index, final RecordedStream stream)
    {
        source = index;
        begin = cursor;
        liveStart = stream.history().to();
        frames = new FrameAssembler(new EventDispatcher(listener));
        walker = new RecordingWalker(stream, cursor, Long.MAX_VALUE);
    }

    private void fail(final int index, final RuntimeException ex)
    {
        failed.set(index);
        failure = null == failure ? ex : failure;
        if (dataDirs.size() > 1)
        {
            LOGGER.warn("Archived events cannot be read, those of another member are asked for: cursor={} dataDir={} " +
                "reason=\"{}\"", cursor, dataDirs.get(index), ex.getMessage());
        }
    }

    @Override
    public synchronized int poll(final int frameLimit)
    {
        if (null != liveFollower)
        {
            return pollLive(frameLimit);
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

    private int pollLive(final int frameLimit)
    {
        try
        {
            return liveFollower.poll(frameLimit);
        }
        catch (final PurgedEventsException ex)
        {
            cursor = liveFollower.cursor();
            CloseHelper.quietClose(liveFollower);
            liveFollower = null;
            open();
            if (null != liveFollower)
            {
                throw ex;
            }
            return 0;
        }
    }

    /** A host that runs may have purged more meanwhile, and another member more than this one. */
    private void goOn()
    {
        final String reason = walker.reason();
        walker.close();
        if (begin == cursor)
        {
            fail(source, new IllegalStateException("archived events cannot be read on, see `bourse history verify`: " +
                "cursor=" + cursor + " dataDir=" + dataDirs.get(source) + " reason=\"" +
                (null == reason ? "nothing is written there" : reason) + "\""));
        }
        else
        {
            failed.clear();
            failure = null;
        }
        open();
    }

    @Override
    public long cursor()
    {
        return null == liveFollower ? cursor : liveFollower.cursor();
    }

    @Override
    public synchronized void close()
    {
        isClosed = true;
        CloseHelper.closeAll(walker, liveFollower);
    }
}
