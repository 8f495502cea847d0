// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.ingest;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.GatewayCommands;
import io.bourse.engine.security.Principal;

import java.util.List;
import java.util.concurrent.TimeUnit;

/** Asks a partition what time it is, so that the order of the union goes on: its stream shows the answer. */
final class TimeQuestion
{
    /** While the tailer of another process, which asks for no more than it has to, is waited for. */
    static final long INTERVAL_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final EngineClient client;
    private GatewayCommands commands;
    private long askedNs;

    TimeQuestion(final EngineClient client)
    {
        this.client = client;
    }

    /** For each of several partitions; none when there is one. */
    static List<TimeQuestion> of(final EngineClient client)
    {
        final List<EngineClient> partitions = UnionClient.partitions(client);
        return partitions.size() < 2 ? List.of() : partitions.stream().map(TimeQuestion::new).toList();
    }

    /** Asks, unless that was done not long ago. */
    void ask(final long intervalNs)
    {
        if (null == commands)
        {
            commands = new GatewayCommands(
                client.newCommandPublisher(Principal.CLEARING), Principal.CLEARING.number(), client.partition());
        }
        else if (System.nanoTime() - askedNs < intervalNs)
        {
            return;
        }
        commands.signOfLife(0);
        askedNs = System.nanoTime();
    }
}
