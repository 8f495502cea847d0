// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import io.bourse.engine.client.GatewayCommands;
import org.agrona.concurrent.EpochNanoClock;

import java.util.ArrayDeque;
import java.util.Iterator;

/**
 * Logons and ends of sessions, in order, until the engine has got them: it may have to cancel the orders of a login
 * that is gone. Earlier requests are sent before a change, later ones after it.
 */
final class ConnectionChanges
{
    private record Change(FixLogin login, boolean isConnected, boolean isLost, long place)
    {
    }

    private final ArrayDeque<Change> changes = new ArrayDeque<>();
    private final RequestTracker tracker;
    private final EpochNanoClock clock;

    ConnectionChanges(final RequestTracker tracker, final EpochNanoClock clock)
    {
        this.tracker = tracker;
        this.clock = clock;
    }

    /** A session has logged on, or one that had is gone; the place is that among everything that waits. */
    void add(final FixLogin login, final boolean isConnected, final long place)
    {
        changes.addLast(new Change(login, isConnected, false, place));
    }

    /** The session ended with an earlier process. */
    void addLost(final FixLogin login, final long place)
    {
        changes.addLast(new Change(login, false, true, place));
    }

    /**
     * Sends the engine as much as it takes of what is before a place and returns the number of changes sent. A login
     * with a request that came before and waits for an answer does not hold up the others.
     */
    int publish(final long beforePlace)
    {
        if (changes.isEmpty())
        {
            return 0;
        }
        int count = 0;
        final Iterator<Change> iterator = changes.iterator();
        while (iterator.hasNext())
        {
            final Change change = iterator.next();
            if (change.place() >= beforePlace)
            {
                break;
            }
            final OrderRequest awaiting = change.login().awaiting.peekFirst();
            if (null == awaiting || change.place() < awaiting.place)
            {
                if (!tracker.connectionChanged(change.login(), change.isConnected(),
                    change.isLost() ? GatewayCommands.LOST : clock.nanoTime()))
                {
                    break;
                }
                iterator.remove();
                count++;
            }
        }
        return count;
    }

    /** Whether a change of its login must be sent before a request. */
    boolean isBefore(final OrderRequest request)
    {
        if (!changes.isEmpty())
        {
            for (final Change change : changes)
            {
                if (request.login == change.login() && change.place() < request.place)
                {
                    return true;
                }
            }
        }
        return false;
    }

    int size()
    {
        return changes.size();
    }
}
