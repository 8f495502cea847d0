// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.ForwardingEngineClient;
import io.bourse.engine.security.Principal;

/**
 * A real engine whose ring takes as many commands as a test lets through, so that a test decides who gets the room that
 * becomes free.
 */
final class GatedClient extends ForwardingEngineClient
{
    private long room = Long.MAX_VALUE;

    GatedClient(final EngineClient client)
    {
        super(client);
    }

    /** From now on the engine takes so many commands more. */
    void room(final long commands)
    {
        room = commands;
    }

    /** Commands that it would still take. */
    long room()
    {
        return room;
    }

    @Override
    public CommandPublisher newCommandPublisher(final Principal sender)
    {
        final CommandPublisher publisher = super.newCommandPublisher(sender);
        return (buffer, offset, length) ->
        {
            final boolean isTaken = room > 0 && publisher.offer(buffer, offset, length);
            room -= isTaken ? 1 : 0;
            return isTaken;
        };
    }
}
