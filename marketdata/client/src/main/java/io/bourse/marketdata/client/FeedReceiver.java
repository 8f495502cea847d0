// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.client;

import io.bourse.engine.telemetry.CounterSet;
import io.bourse.marketdata.net.MulticastEndpoint;
import io.bourse.marketdata.net.MulticastReceiver;
import java.io.UncheckedIOException;
import java.util.ArrayList;

import org.agrona.CloseHelper;
import org.agrona.concurrent.Agent;

/**
 * What the receivers of all feeds have in common: multicast groups that are listened to on one duty cycle, and counters
 * of what happened.
 *
 * @param <C> what is counted.
 */
public abstract class FeedReceiver<C extends Enum<C>> implements Agent, AutoCloseable
{
    /** What was counted so far. */
    protected final CounterSet<C> counters;
    private final ArrayList<MulticastReceiver> sockets = new ArrayList<>();
    private final String roleName;
    private final String interfaceName;
    private final int receiveBufferLength;

    /**
     * A receiver without groups.
     *
     * @param roleName of the agent.
     * @param counters what is counted.
     * @param interfaceName network interface to join groups on.
     * @param receiveBufferLength SO_RCVBUF in bytes wanted for each group; the system may give less.
     */
    protected FeedReceiver(
        final String roleName, final Class<C> counters, final String interfaceName, final int receiveBufferLength)
    {
        this.roleName = roleName;
        this.interfaceName = interfaceName;
        this.receiveBufferLength = receiveBufferLength;
        this.counters = new CounterSet<>(counters);
    }

    /**
     * Joins a group. If that fails the receiver is closed.
     *
     * @param endpoint of the group, or null.
     * @param handler of the datagrams.
     * @return socket; null without an endpoint.
     * @throws UncheckedIOException when the group cannot be joined.
     */
    protected final MulticastReceiver join(final MulticastEndpoint endpoint, final MulticastReceiver.Handler handler)
    {
        if (null == endpoint)
        {
            return null;
        }
        try
        {
            final MulticastReceiver socket =
                MulticastReceiver.open(endpoint, interfaceName, receiveBufferLength, handler);
            sockets.add(socket);
            return socket;
        }
        catch (final RuntimeException ex)
        {
            close();
            throw ex;
        }
    }

    /**
     * Takes what all groups have brought.
     *
     * @param limit most datagrams of each group.
     * @return datagrams taken.
     */
    protected final int poll(final int limit)
    {
        int count = 0;
        for (int i = 0, size = sockets.size(); i < size; i++)
        {
            count += sockets.get(i).poll(limit);
        }
        return count;
    }

    /**
     * What was counted so far.
     *
     * @return counters, readable from any thread.
     */
    public final CounterSet<C> counters()
    {
        return counters;
    }

    @Override
    public final String roleName()
    {
        return roleName;
    }

    @Override
    public final void onClose()
    {
        close();
    }

    @Override
    public void close()
    {
        CloseHelper.quietCloseAll(sockets);
    }
}
