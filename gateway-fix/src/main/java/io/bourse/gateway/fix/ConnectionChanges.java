// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import java.util.ArrayDeque;
import org.agrona.concurrent.EpochNanoClock;

/**
 * Logons and ends of sessions, in order, until the engine has been told: it may have to cancel the orders of a login
 * that is gone. QuickFIX/J's threads add to it, the duty cycle tells. All of it is guarded by the object's own lock,
 * which is taken before the desk's and never the other way round.
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
    synchronized void add(final FixLogin login, final boolean isConnected)
    {
        changes.addLast(new Change(login, isConnected));
    }

    /** Tells the engine as much as it takes and returns the number of changes told. */
    synchronized int publish()
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

    synchronized int size()
    {
        return changes.size();
    }
}
