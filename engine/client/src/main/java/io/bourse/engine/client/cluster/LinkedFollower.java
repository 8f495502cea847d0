// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.cluster;

import io.aeron.exceptions.AeronException;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.PurgedEventsException;
import io.bourse.engine.protocol.EventListener;
import org.agrona.CloseHelper;

import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Follows the event stream of whichever member the client is linked to. Cursors mean the same on every member, so
 * after a change of member it goes on after the last whole transaction it delivered.
 */
final class LinkedFollower implements EventFollower
{
    private final Supplier<MemberLink> links;
    private final EventListener listener;
    private final Consumer<LinkedFollower> onClose;
    private volatile MemberLink link;
    private EventFollower follower;
    private final long timeoutNs;
    private long cursor;
    private long failingSinceNs;
    private boolean isClosed;

    /**
     * A follower.
     *
     * @param links gives the present link, or null while there is none; throws when the client has given up.
     * @param fromCursor where to begin.
     * @param listener of the transactions.
     * @param timeoutNs how long to look for a member that can be followed, in nanoseconds.
     * @param onClose called when this follower is closed.
     */
    LinkedFollower(
        final Supplier<MemberLink> links,
        final long fromCursor,
        final EventListener listener,
        final long timeoutNs,
        final Consumer<LinkedFollower> onClose)
    {
        this.timeoutNs = timeoutNs;
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
        try
        {
            if (current != link && !open(current))
            {
                return 0;
            }
            final int frames = follower.poll(frameLimit);
            cursor = follower.cursor();
            failingSinceNs = 0;
            return frames;
        }
        catch (final RuntimeException ex)
        {
            onFailure(current, ex);
            return 0;
        }
    }

    /**
     * What the listener throws is its owner's affair. What driver and archive throw is over with the next link, which
     * may be one to the same member; it is looked for until the timeout. A member on this machine that has purged the
     * events stays linked, and would say so every time.
     */
    private void onFailure(final MemberLink current, final RuntimeException ex)
    {
        if (null != follower)
        {
            cursor = follower.cursor();
        }
        if (current.isAlive() && !(ex instanceof AeronException) && !(ex.getCause() instanceof AeronException))
        {
            throw ex;
        }
        current.onFailure();
        if (current.isAlive() && ex instanceof PurgedEventsException)
        {
            throw ex;
        }
        final long nowNs = System.nanoTime();
        if (0 == failingSinceNs)
        {
            failingSinceNs = nowNs;
        }
        else if (nowNs - failingSinceNs > timeoutNs)
        {
            throw new IllegalStateException("the event stream cannot be followed on any member: cursor=" + cursor +
                " member=" + current + " timeoutNs=" + timeoutNs, ex);
        }
        link = null;
    }

    /** A member that is behind the one before it has not got this far yet: it is asked again later. */
    private boolean open(final MemberLink current)
    {
        if (current.endCursor() < cursor)
        {
            return false;
        }
        CloseHelper.quietClose(follower);
        follower = null;
        follower = current.events().follow(cursor, listener);
        link = current;
        return true;
    }

    /** True while the follower reads from a member; it leaves it at its next poll after the link has changed. */
    boolean isOn(final MemberLink member)
    {
        return link == member;
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
        link = null;
        CloseHelper.quietClose(follower);
        onClose.accept(this);
    }
}
