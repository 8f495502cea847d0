// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.deploy.config.VenueConfig;
import io.bourse.engine.client.AeronEngineClient;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.host.Durability;
import io.bourse.engine.host.SoloEngine;
import io.bourse.engine.host.cluster.ClusterContext;
import io.bourse.engine.host.cluster.ClusterMember;
import io.bourse.engine.host.cluster.MemberEndpoints;
import org.agrona.concurrent.IdleStrategy;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * The engine of a node, whichever host runs it. Rooms are given connections and do not see the difference.
 */
public final class VenueEngine implements AutoCloseable
{
    private static final long LEADER_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(120);

    private final AutoCloseable host;
    private final Supplier<EngineClient> connector;
    private final String aeronDirectoryName;
    private final String ingressEndpoints;

    private VenueEngine(
        final AutoCloseable host,
        final Supplier<EngineClient> connector,
        final String aeronDirectoryName,
        final String ingressEndpoints)
    {
        this.host = host;
        this.connector = connector;
        this.aeronDirectoryName = aeronDirectoryName;
        this.ingressEndpoints = ingressEndpoints;
    }

    /**
     * Starts the engine that the configuration names.
     *
     * @param config checked configuration.
     * @param idleStrategies of its threads.
     * @return running engine, to be closed by the caller.
     */
    static VenueEngine launch(final VenueConfig config, final Supplier<IdleStrategy> idleStrategies)
    {
        if (config.host().isCluster())
        {
            final ClusterMember member = launchMember(config, idleStrategies);
            return new VenueEngine(
                member,
                () -> connect(config.partition(), member.aeronDirectoryName(), member.ingressEndpoints()),
                member.aeronDirectoryName(),
                member.ingressEndpoints());
        }
        final SoloEngine engine = SoloEngine.launch(new SoloEngine.Context()
            .dataDir(config.dataDir())
            .partition(config.partition())
            .durability(durability(config))
            .idleStrategySupplier(idleStrategies)
            .ringSize(config.ringSize()));
        return new VenueEngine(engine, engine::connect, engine.aeronDirectoryName(), "");
    }

    /**
     * Starts the member of a cluster that the configuration names.
     *
     * @param config checked configuration.
     * @param idleStrategies of its threads.
     * @return running member, to be closed by the caller.
     */
    public static ClusterMember launchMember(final VenueConfig config, final Supplier<IdleStrategy> idleStrategies)
    {
        final VenueConfig.Host host = config.host();
        return ClusterMember.launch(new ClusterContext()
            .dataDir(config.dataDir())
            .partition(config.partition())
            .durability(durability(config))
            .memberId(host.memberId())
            .snapshotsKept(host.snapshotsKept())
            .backupArchivePort(host.hasBackup() ? host.backupPort() + 1 : 0)
            .members(0 == host.basePort() ? List.of() : MemberEndpoints.loopback(host.members(), host.basePort()))
            .idleStrategySupplier(idleStrategies));
    }

    private static Durability durability(final VenueConfig config)
    {
        return Durability.valueOf(config.durability().toUpperCase(Locale.ROOT));
    }

    /**
     * Connects from another process to the engine of a running venue.
     *
     * @param venue where it is.
     * @return connection, to be closed by the caller.
     */
    public static EngineClient connect(final VenueDescriptor venue)
    {
        return venue.ingressEndpoints().isEmpty() ?
            AeronEngineClient.connect(new AeronEngineClient.Context()
                .aeronDirectoryName(venue.aeronDirectory())
                .partition(venue.partition())) :
            connect(venue.partition(), venue.aeronDirectory(), venue.ingressEndpoints());
    }

    private static EngineClient connect(
        final int partition, final String aeronDirectoryName, final String ingressEndpoints)
    {
        return ClusterEngineClient.connect(new ClusterEngineClient.Context()
            .aeronDirectoryNames(List.of(aeronDirectoryName))
            .ingressEndpoints(ingressEndpoints)
            .partition(partition)
            .connectTimeoutNs(LEADER_TIMEOUT_NS));
    }

    /**
     * Connects a room of the node.
     *
     * @return new client, to be closed by the caller.
     */
    public EngineClient connect()
    {
        return connector.get();
    }

    /**
     * What a client in another process connects to.
     *
     * @return directory of the media driver.
     */
    public String aeronDirectoryName()
    {
        return aeronDirectoryName;
    }

    /**
     * Where a cluster takes commands.
     *
     * @return all members' ingress; empty when the solo host runs.
     */
    public String ingressEndpoints()
    {
        return ingressEndpoints;
    }

    @Override
    public void close() throws Exception
    {
        host.close();
    }
}
