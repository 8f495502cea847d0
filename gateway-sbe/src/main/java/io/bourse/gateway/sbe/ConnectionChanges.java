// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.GatewayCommands;

import java.util.ArrayDeque;

/**
 * Sessions that began and ended, in order, until the engine has got them: it may have to cancel the orders of a login
 * that is gone (TWIME A.7). Nothing is dropped when the engine is busy, and a short absence of a login is sent as well.
 */
final class ConnectionChanges
{
    private record Change(Login login, int sessionNumber, boolean isConnected, boolean isLost)
    {
    }

    private final ArrayDeque<Change> changes = new ArrayDeque<>();

    void add(final Login login, final boolean isConnected)
    {
        changes.addLast(new Change(login, login.sessionNumber(), isConnected, false));
    }

    /** The session ended with an earlier process. */
    void addLost(final Login login)
    {
        changes.addLast(new Change(login, login.sessionNumber(), false, true));
    }

    int size()
    {
        return changes.size();
    }

    /**
     * Sends the engine as much as it takes.
     *
     * @param engine that gets them.
     * @param epochNs when this was seen, t3n of the commands.
     * @return number of changes sent.
     */
    int publish(final EngineCommandPublisher engine, final long epochNs)
    {
        int count = 0;
        Change change = changes.peekFirst();
        while (null != change && engine.connectionChanged(
            change.login(), change.isConnected(), change.isLost() ? GatewayCommands.LOST : epochNs))
        {
            changes.removeFirst();
            if (!change.isConnected())
            {
                change.login().onEndSubmitted(change.sessionNumber(), change.login().commandSequence());
            }
            count++;
            change = changes.peekFirst();
        }
        return count;
    }
}
