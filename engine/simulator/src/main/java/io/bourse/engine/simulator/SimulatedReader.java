// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.simulator;

import io.bourse.engine.client.ArchiveEventFollower;
import io.bourse.engine.protocol.CommandRejectedDecoder;
import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;
import io.bourse.engine.protocol.RejectReason;
import org.agrona.collections.LongArrayList;

import java.util.function.BooleanSupplier;

/**
 * A reader of the event stream by way of the production follower. It keeps its cursor when the engine it reads from
 * goes away, and attaches to the next one there. What it has read is kept to be compared with the truth.
 */
class SimulatedReader implements EventListener
{
    private final LongArrayList cursors = new LongArrayList();
    private final LongArrayList hashes = new LongArrayList();
    private final String name;
    private ArchiveEventFollower follower;
    private MemoryStream stream;
    private BooleanSupplier isAlive = () -> false;
    private long cursor;
    private long engineTimeNs;
    private long reopened;
    private int attached;
    private boolean isDuplicate;

    SimulatedReader(final String name)
    {
        this.name = name;
    }

    /**
     * Attaches to an event stream where this reader stands.
     *
     * @param events stream.
     * @param chance of the stream's accidents.
     * @param isSourceAlive whether the engine of the stream still lives.
     * @param defect READER_SKIPS makes it begin one frame later.
     */
    final void attach(
        final MemoryStream events, final Chance chance, final BooleanSupplier isSourceAlive, final Defect defect)
    {
        detach();
        stream = events;
        isAlive = isSourceAlive;
        attached++;
        long from = cursor;
        if (Defect.READER_SKIPS == defect && attached > 1 && from < events.position())
        {
            from = events.frameEnd((int)from);
        }
        follower = new ArchiveEventFollower(
            () -> false,
            (position, sourceListener) -> new MemorySource(events, position, chance, isSourceAlive, sourceListener),
            from,
            this,
            (closed) -> reopened += closed.fellBehindCount());
    }

    /** Where to begin, before the first time. */
    final void beginAt(final long fromCursor)
    {
        cursor = fromCursor;
    }

    final void detach()
    {
        if (null != follower)
        {
            follower.close();
            follower = null;
        }
        stream = null;
    }

    /** True while the engine it is attached to lives. */
    final boolean isAttached()
    {
        return null != follower && isAlive.getAsBoolean();
    }

    /**
     * Reads on.
     *
     * @param frames most frames.
     * @return frames read.
     */
    final int poll(final int frames)
    {
        if (!isAttached())
        {
            return 0;
        }
        final int taken = follower.poll(frames);
        cursor = follower.cursor();
        return taken;
    }

    @Override
    public final void onGroupBegin(final EventGroup group)
    {
        isDuplicate = false;
    }

    @Override
    public final void onCommandRejected(final EventGroup group, final CommandRejectedDecoder event)
    {
        isDuplicate |= RejectReason.DUPLICATE_COMMAND == event.reason();
    }

    @Override
    public void onGroupEnd(final EventGroup group)
    {
        if (group.engineTimeNs() < engineTimeNs)
        {
            throw new ScheduleFailedException("engine time goes back: reader=" + name + " cursor=" + group.cursor() +
                " engineTimeNs=" + group.engineTimeNs() + " before=" + engineTimeNs);
        }
        engineTimeNs = group.engineTimeNs();
        cursors.addLong(group.cursor());
        hashes.addLong(group.rollingHash());
    }

    /** Whether the core has refused the command of this group because it was executed before. */
    final boolean isDuplicate()
    {
        return isDuplicate;
    }

    final long cursor()
    {
        return cursor;
    }

    /** True when there is nothing left to read where it is attached. */
    final boolean isAtEnd()
    {
        return isAttached() && cursor == stream.position();
    }

    /** Times it went to another source because something was wrong with the one it had. */
    final long reopened()
    {
        return reopened + (null == follower ? 0 : follower.fellBehindCount());
    }

    /**
     * Compares what was read with the truth.
     *
     * @param truth has read the whole stream of a plain run.
     */
    final void checkAgainst(final SimulatedReader truth)
    {
        for (int i = 0; i < cursors.size(); i++)
        {
            if (i >= truth.cursors.size() || cursors.getLong(i) != truth.cursors.getLong(i) ||
                hashes.getLong(i) != truth.hashes.getLong(i))
            {
                throw new ScheduleFailedException("a reader saw what is not the history: reader=" + name +
                    " transaction=" + i + " cursor=" + cursors.getLong(i) + " expectedCursor=" +
                    (i < truth.cursors.size() ? truth.cursors.getLong(i) : -1));
            }
        }
    }

    final int transactions()
    {
        return cursors.size();
    }

    final String name()
    {
        return name;
    }

    @Override
    public final String toString()
    {
        return name + "{cursor=" + cursor + " atEnd=" + isAtEnd() + '}';
    }
}
