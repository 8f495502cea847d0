// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.recording;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.EventFollower;
import io.bourse.engine.client.ForwardingEngineClient;
import io.bourse.engine.protocol.EventListener;

import java.nio.file.Path;
import java.util.List;

/**
 * A client for which the event stream has its whole history: a follower reads what was purged from the archive, and
 * goes on live. So a checkpoint is compared with the archive when its position is not live any more. The files alone
 * are read; where there is no archive that has the cursor, the live stream refuses it.
 */
public final class HistoryClient extends ForwardingEngineClient
{
    private final List<Path> dataDirs;

    /**
     * Adds archived history to a client.
     *
     * @param client which is closed with this one.
     * @param dataDirs of the engine on this machine: one, of a cluster those of its members; the first archive that
     *     has a cursor and can be read is read.
     */
    public HistoryClient(final EngineClient client, final List<Path> dataDirs)
    {
        super(client);
        this.dataDirs = List.copyOf(dataDirs);
    }

    /**
     * {@inheritDoc}
     *
     * @throws io.bourse.engine.host.history.HistoryException when the cursor was purged and the archive cannot be read.
     */
    @Override
    public EventFollower follow(final long fromCursor, final EventListener listener)
    {
        return ArchivedFollower.open(dataDirs, fromCursor, listener, cursor -> super.follow(cursor, listener));
    }
}
