// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.partitions;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;

/**
 * The connection to one partition, handed from a thread that looks for its engine to the duty cycle that uses it: to
 * connect waits, and to close a client whose engine has died does, too. One thread on either side.
 */
public final class PartitionLink
{
    /**
     * A connection.
     *
     * @param client of the engine.
     * @param publisher of the gateway.
     */
    record Connection(EngineClient client, CommandPublisher publisher)
    {
    }

    private final int partition;
    private volatile Connection connection;
    private volatile boolean isLost;

    /**
     * No connection yet.
     *
     * @param partition of the engine.
     */
    public PartitionLink(final int partition)
    {
        this.partition = partition;
    }

    /**
     * Which partition it is.
     *
     * @return from 0.
     */
    public int partition()
    {
        return partition;
    }

    /**
     * Hands a connection over; there must be none.
     *
     * @param client of the engine, to be closed by the caller once it {@link #isFree}.
     * @param publisher of the gateway, made by the client.
     */
    public void connected(final EngineClient client, final CommandPublisher publisher)
    {
        connection = new Connection(client, publisher);
    }

    /** The engine has gone: the duty cycle lets the connection go with its next turn. */
    public void lost()
    {
        isLost = true;
    }

    /**
     * Whether the duty cycle has no connection.
     *
     * @return true before one was handed over, and when a lost one is not used any more.
     */
    public boolean isFree()
    {
        return null == connection;
    }

    /** What the duty cycle may use. */
    Connection connection()
    {
        return connection;
    }

    boolean isLost()
    {
        return isLost;
    }

    /** The duty cycle uses it no longer. */
    void free()
    {
        isLost = false;
        connection = null;
    }
}
