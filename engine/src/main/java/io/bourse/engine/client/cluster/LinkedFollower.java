// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.cluster;

import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.EventListener;
import org.agrona.CloseHelper;

import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Follows the event stream of whichever member the client is linked to. Cursors mean the same on every member, so
 * after a change of member it goes on behind the last whole transaction it delivered.
 */
final class LinkedFollower implements EventFollower
{
    private final Supplier<MemberLink> links;
    private final EventListener listener;
    private final Consumer<LinkedFollower> onClose;
    private MemberLink link;
    private EventFollower follower;
    private long cursor;
    private boolean isClosed;

    /**
     * A follower.
     *
     * @param links gives the present link, or null while there is none; throws when the client has given up.
     * @param fromCursor where to begin.
     * @param listener of the transactions.
     * @param onClose told that this follower was closed.
     */
    LinkedFollower(
        final Supplier<MemberLink> links,
        final long fromCursor,
        final EventListener listener,
        final Consumer<LinkedFollower> onClose)
    {
        this.onClose = onClose;
        this.links = links;
        this.listener = listener;
        cursor = fromCursor;
    }

    @Override
    public synchronized int poll(final int frameLimit)
    {
        if (isClosed)
        {
            throw new IllegalStateException("the event stream is closed by the follower's owner or its client:" +
                " cursor=" + cursor);
        }
        final MemberLink current = links.get();
        if (null == current || !current.isAlive())
        {
            return 0;
        }
        if (current != link && !open(current))
        {
            return 0;
        }
        try
        {
            final int frames = follower.poll(frameLimit);
            cursor = follower.cursor();
            return frames;
        }
        catch (final IllegalStateException ex)
        {
            cursor = follower.cursor();
            if (current.isAlive() && current == links.get())
            {
                throw ex;
            }
            return 0;
        }
    }

    /** A member that is behind the one before it has not got this far yet: it is asked again later. */
    private boolean open(final MemberLink current)
    {
        if (current.events().endCursor() < cursor)
        {
            return false;
        }
        CloseHelper.quietClose(follower);
        follower = current.events().follow(cursor, listener);
        link = current;
        return true;
    }

    @Override
    public long cursor()
    {
        return cursor;
    }

    @Override
    public synchronized void close()
    {
        isClosed = true;
        CloseHelper.quietClose(follower);
        onClose.accept(this);
    }
}
