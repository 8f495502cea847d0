// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.checkpoint;

import io.bourse.engine.protocol.EventGroup;
import io.bourse.engine.protocol.EventListener;

import java.util.List;

/**
 * What is made of the event stream of one partition, and how far it has been read.
 */
public abstract class CheckpointedListener implements EventListener
{
    private int partition;
    private long previousCursor;
    private long cursor;
    private long rollingHash;
    private DayKeeper days;
    private boolean isDayCopied;
    private boolean isDayBegun;

    /** Nothing was read yet. */
    protected CheckpointedListener()
    {
    }

    @Override
    public void onGroupEnd(final EventGroup group)
    {
        partition = group.partition();
        previousCursor = cursor;
        cursor = group.cursor();
        rollingHash = group.rollingHash();
        if (isDayCopied && isDayBegun)
        {
            days.keep(positions(group));
        }
        isDayCopied = false;
        isDayBegun = false;
    }

    /**
     * Gives the state at the beginning of each day to a keeper.
     *
     * @param keeper of the states.
     */
    public final void days(final DayKeeper keeper)
    {
        days = keeper;
    }

    /** Copies the state before a transaction that may begin a day. */
    protected final void copyDay()
    {
        final CheckpointState state = null == days ? null : days.begin();
        isDayCopied = null != state;
        if (isDayCopied)
        {
            state(state);
        }
    }

    /** The transaction begins a day: the state that was copied before it is kept. */
    protected final void beginDay()
    {
        isDayBegun = true;
    }

    /**
     * What is given the events.
     *
     * @return this; of a listener with several parts a listener that hears of events before this does.
     */
    public EventListener listener()
    {
        return this;
    }

    /**
     * Where the event stream has been read to. Allocates.
     *
     * @return end of the last transaction; cursor 0 before the first one.
     */
    public final StreamPosition position()
    {
        return new StreamPosition(partition, previousCursor, cursor, rollingHash);
    }

    /**
     * Where the streams have been read to when a transaction ends that begins a day.
     *
     * @param group that ends.
     * @return one of each partition, ascending.
     */
    protected List<StreamPosition> positions(final EventGroup group)
    {
        return List.of(position());
    }

    /**
     * All of it, between two transactions; it begins with {@link #positionState}.
     *
     * @param state to write to, or to read from when nothing was read of the stream.
     */
    public abstract void state(CheckpointState state);

    /**
     * How far the stream has been read.
     *
     * @param state to write to or read from.
     */
    protected final void positionState(final CheckpointState state)
    {
        partition = state.number(partition);
        previousCursor = state.number(previousCursor);
        cursor = state.number(cursor);
        rollingHash = state.number(rollingHash);
    }
}
