// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.host;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.cluster.ClusterClientOptions;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.host.Durability;
import io.bourse.engine.host.HostOptions;
import io.bourse.engine.host.cluster.ClusterMember;
import io.bourse.engine.host.cluster.MemberEndpoints;
import io.bourse.engine.host.solo.SoloEngine;
import io.bourse.engine.host.solo.SoloOptions;
import org.agrona.CloseHelper;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A running host of the core and a client of it.
 */
final class RunningHost implements AutoCloseable
{
    private static final int HEARTBEAT_MS = 1_000;
    private static final int ELECTION_MS = 500;

    private final AutoCloseable host;
    private final EngineClient client;

    private RunningHost(final AutoCloseable host, final EngineClient client)
    {
        this.host = host;
        this.client = client;
    }

    /**
     * Kinds of host.
     */
    enum Kind
    {
        /** One engine in the process of its client, as in a venue of one process. */
        SOLO,
        /** A cluster of one member in the process of its client. */
        CLUSTER1,
        /** A cluster of one member in a process of its own. */
        CLUSTER1P,
        /** A cluster of three members, each in a process of its own; the client follows the leader. */
        CLUSTER3;

        /** Starts an empty host and waits until it takes commands. */
        RunningHost start(final Path dir, final Durability durability, final Idle idle) throws IOException
        {
            return switch (this)
            {
                case SOLO -> solo(dir, durability, idle);
                case CLUSTER1 -> member(settings(dir, durability, idle, 1));
                case CLUSTER1P -> processes(settings(dir, durability, idle, 1));
                case CLUSTER3 -> processes(settings(dir, durability, idle, 3));
            };
        }
    }

    private static MemberProcess.Settings settings(
        final Path dir, final Durability durability, final Idle idle, final int memberCount)
    {
        return new MemberProcess.Settings(
            dir, memberCount, MemberEndpoints.freeRow(4 * memberCount), durability, idle, HEARTBEAT_MS, ELECTION_MS);
    }

    private static RunningHost solo(final Path dir, final Durability durability, final Idle idle)
    {
        final SoloEngine engine = SoloEngine.launch(SoloOptions.of(HostOptions.builder()
            .dataDir(dir).durability(durability).idleStrategySupplier(idle.supplier()).build()));
        return new RunningHost(engine, engine.connect());
    }

    private static RunningHost member(final MemberProcess.Settings settings)
    {
        final ClusterMember member = ClusterMember.launch(settings.options(0));
        try
        {
            MemberProcesses.await(member::isLive, () -> "the member does not get live: member=" + member);
            return new RunningHost(member, ClusterEngineClient.connect(ClusterClientOptions.builder()
                .aeronDirectoryNames(List.of(member.aeronDirectoryName()))
                .credentials(settings.credentials())
                .ingressEndpoints(MemberEndpoints.ingressEndpoints(settings.endpoints()))
                .build()));
        }
        catch (final RuntimeException ex)
        {
            member.close();
            throw ex;
        }
    }

    private static RunningHost processes(final MemberProcess.Settings settings) throws IOException
    {
        final MemberProcesses members = MemberProcesses.start(settings);
        try
        {
            return new RunningHost(members, ClusterEngineClient.connect(members.client(members.leader())));
        }
        catch (final RuntimeException ex)
        {
            members.close();
            throw ex;
        }
    }

    EngineClient client()
    {
        return client;
    }

    @Override
    public void close()
    {
        client.close();
        CloseHelper.close(host);
    }
}
