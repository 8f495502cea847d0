// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import org.agrona.concurrent.EpochNanoClock;

import java.util.ArrayDeque;

/**
 * Logons and ends of sessions, in order, until the engine has been told: it may have to cancel the orders of a login
 * that is gone. Requests that have come before a change are told before it, those behind it after it.
 */
final class ConnectionChanges
{
    private record Change(FixLogin login, boolean isConnected, long place)
    {
    }

    private final ArrayDeque<Change> changes = new ArrayDeque<>();
    private final OrderDesk desk;
    private final EpochNanoClock clock;

    ConnectionChanges(final OrderDesk desk, final EpochNanoClock clock)
    {
        this.desk = desk;
        this.clock = clock;
    }

    /** A session has logged on, or one that had is gone; the place is that among everything that waits. */
    void add(final FixLogin login, final boolean isConnected, final long place)
    {
        changes.addLast(new Change(login, isConnected, place));
    }

    /** Tells the engine as much as it takes of what is before a place and returns the number of changes told. */
    int publish(final long beforePlace)
    {
        int count = 0;
        Change change = changes.peekFirst();
        while (null != change && change.place() < beforePlace &&
            desk.connectionChanged(change.login(), change.isConnected(), clock.nanoTime()))
        {
            changes.removeFirst();
            count++;
            change = changes.peekFirst();
        }
        return count;
    }

    /** Whether a change must be told before what has this place. */
    boolean isBefore(final long place)
    {
        return !changes.isEmpty() && changes.peekFirst().place() < place;
    }

    int size()
    {
        return changes.size();
    }
}
