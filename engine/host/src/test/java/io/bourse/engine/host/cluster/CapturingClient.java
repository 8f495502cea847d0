// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.host.cluster;

import io.bourse.engine.client.CommandPublisher;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.ForwardingEngineClient;
import io.bourse.engine.protocol.CommandHeaderDecoder;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import io.bourse.engine.security.Principal;
import org.agrona.concurrent.UnsafeBuffer;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Keeps the bytes of all commands that go through it, so that another engine can be given the same.
 */
final class CapturingClient extends ForwardingEngineClient
{
    private final List<byte[]> commands = new CopyOnWriteArrayList<>();

    CapturingClient(final EngineClient client)
    {
        super(client);
    }

    List<byte[]> commands()
    {
        return commands;
    }

    @Override
    public CommandPublisher newCommandPublisher(final Principal sender)
    {
        final CommandPublisher publisher = super.newCommandPublisher(sender);
        return (buffer, offset, length) ->
        {
            if (!publisher.offer(buffer, offset, length))
            {
                return false;
            }
            final byte[] command = new byte[length];
            buffer.getBytes(offset, command);
            commands.add(command);
            return true;
        };
    }

    /** Gives captured commands to another engine. */
    static void replay(final List<byte[]> commands, final EngineClient other)
    {
        final Map<Integer, CommandPublisher> publishers = new HashMap<>();
        final CommandHeaderDecoder header = new CommandHeaderDecoder();
        for (final byte[] command : commands)
        {
            final UnsafeBuffer buffer = new UnsafeBuffer(command);
            final CommandPublisher publisher = publishers.computeIfAbsent(
                header.wrap(buffer, MessageHeaderDecoder.ENCODED_LENGTH).gatewayId(),
                gatewayId -> other.newCommandPublisher(Principal.ofGatewayId(gatewayId)));
            while (!publisher.offer(buffer, 0, command.length))
            {
                Thread.onSpinWait();
            }
        }
    }
}
