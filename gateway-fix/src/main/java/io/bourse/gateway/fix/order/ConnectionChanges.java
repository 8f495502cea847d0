// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.order;

import org.agrona.concurrent.EpochNanoClock;

import java.util.ArrayDeque;

/**
 * Logons and ends of sessions, in order, until the engine has been told: it may have to cancel the orders of a login
 * that is gone.
 */
final class ConnectionChanges
{
    private record Change(FixLogin login, boolean isConnected)
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

    /** A session has logged on, or one that had is gone. */
    void add(final FixLogin login, final boolean isConnected)
    {
        changes.addLast(new Change(login, isConnected));
    }

    /** Tells the engine as much as it takes and returns the number of changes told. */
    int publish()
    {
        int count = 0;
        Change change = changes.peekFirst();
        while (null != change && desk.connectionChanged(change.login(), change.isConnected(), clock.nanoTime()))
        {
            changes.removeFirst();
            count++;
            change = changes.peekFirst();
        }
        return count;
    }

    int size()
    {
        return changes.size();
    }
}
