// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.aeron.archive.client.AeronArchive;
import io.bourse.deploy.config.PartitionInstruments;
import io.bourse.deploy.config.ThreadLayout;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.machine.HostNames;
import io.bourse.deploy.machine.NetworkProtection;
import io.bourse.deploy.machine.ThreadAffinity;
import io.bourse.engine.client.AeronClientOptions;
import io.bourse.engine.client.AeronEngineClient;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.cluster.ClusterClientOptions;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.host.Durability;
import io.bourse.engine.host.HostOptions;
import io.bourse.engine.host.HostOptionsBuilder;
import io.bourse.engine.host.cluster.ClusterMember;
import io.bourse.engine.host.cluster.ClusterOptions;
import io.bourse.engine.host.cluster.MemberEndpoints;
import io.bourse.engine.host.execution.EngineCounter;
import io.bourse.engine.host.recording.HistoryClient;
import io.bourse.engine.host.site.SitePositions;
import io.bourse.engine.host.solo.SoloEngine;
import io.bourse.engine.host.solo.SoloOptions;
import io.bourse.engine.net.SocketWatch;
import io.bourse.engine.security.CredentialStore;
import io.bourse.engine.security.Principal;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.SecuritySink;
import org.agrona.ErrorHandler;
import org.agrona.concurrent.Agent;
import org.agrona.concurrent.IdleStrategy;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The engine of a node, whichever host runs it. Components are given connections and do not see the difference.
 */
public final class VenueEngine implements AutoCloseable
{
    /** In the data directory, when the engine has a gap meter. */
    public static final String GAP_FILE = "engine-gaps.dat";

    private static final String COMPONENT = "engine";
    private static final String LOOPBACK = "127.0.0.1";
    private static final long LEADER_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(120);

    private final AutoCloseable host;
    private final Path dataDir;
    private final Supplier<EngineClient> connector;
    private final BooleanSupplier isInCharge;
    private final CounterSet<EngineCounter> counters;
    private final String aeronDirectoryName;
    private final String ingressEndpoints;

    private VenueEngine(
        final AutoCloseable host,
        final Path dataDir,
        final Supplier<EngineClient> connector,
        final BooleanSupplier isInCharge,
        final CounterSet<EngineCounter> counters,
        final String aeronDirectoryName,
        final String ingressEndpoints)
    {
        this.host = host;
        this.dataDir = dataDir;
        this.connector = connector;
        this.isInCharge = isInCharge;
        this.counters = counters;
        this.aeronDirectoryName = aeronDirectoryName;
        this.ingressEndpoints = ingressEndpoints;
    }

    /**
     * Starts the engine that the configuration names.
     *
     * @param config checked configuration.
     * @param watch on which the engine's thread sleeps, because all components have their turns there; null when it
     *     waits as the configuration says.
     * @param budget of this process, to be kept by what the history limits.
     * @return running engine, to be closed by the caller.
     */
    private static VenueEngine launch(final VenueConfig config, final SocketWatch watch, final HeapBudget budget)
    {
        if (config.host().isCluster())
        {
            final ClusterMember member = launchMember(config, Idling.of(config), budget);
            return new VenueEngine(
                member,
                config.dataDir(),
                () -> connect(
                    config.partition(), List.of(member.aeronDirectoryName()), member.ingressEndpoints(),
                    config.host().hosts().get(config.host().memberId()), member.credentials()),
                () -> member.isLeader(),
                member.counters(),
                member.aeronDirectoryName(),
                member.ingressEndpoints());
        }
        final SoloEngine engine = SoloEngine.launch(soloOptions(config, watch, budget));
        return new VenueEngine(
            engine, config.dataDir(), engine::connect, () -> true, engine.counters(), engine.aeronDirectoryName(), "");
    }

    private static SoloOptions soloOptions(
        final VenueConfig config, final SocketWatch watch, final HeapBudget budget)
    {
        final Map<String, Integer> cores = config.layout().cores();
        return SoloOptions.builder()
            .host(HostOptionsBuilder
                .builder(hostOptions(config, null == watch ? Idling.of(config) : () -> Idling.onSockets(config, watch)))
                .capacityCheck(budget)
                .build())
            .retention(config.snapshots().retention())
            .history(config.snapshots().history())
            .minFreeBytes(config.minFreeBytes())
            .doorbell(null == watch ? null : watch::wake)
            .threadFactory(ThreadAffinity.factory(cores.get(ThreadLayout.ENGINE)))
            .hasArchiveThread(config.layout().hasArchiveThread())
            .archiveThreadFactory(ThreadAffinity.factory(cores.get(ThreadLayout.ARCHIVE)))
            .gapFile(config.engine().hasGapMeter() ? config.dataDir().resolve(GAP_FILE) : null)
            .ringSize(config.engine().ringSize())
            .build();
    }

    /**
     * What the engine, a member and a backup have in common.
     *
     * @param config checked configuration.
     * @param idleStrategies of its threads.
     * @return options.
     */
    static HostOptions hostOptions(final VenueConfig config, final Supplier<IdleStrategy> idleStrategies)
    {
        return HostOptions.builder()
            .dataDir(config.dataDir())
            .credentials(CredentialStore.at(config.credentials()))
            .partition(config.partition())
            .durability(Durability.valueOf(config.durability().toUpperCase(Locale.ROOT)))
            .idleStrategySupplier(idleStrategies)
            .clock(config.clock())
            .build();
    }

    private static ClusterMember launchMember(
        final VenueConfig config, final Supplier<IdleStrategy> idleStrategies, final HeapBudget budget)
    {
        final VenueConfig.Host host = config.host();
        HostNames.requireMember(host);
        NetworkProtection.require(config, host.backupPort());
        NetworkProtection.requireEncryption(config, List.of(host.backupHost()));
        return ClusterMember.launch(ClusterOptions.builder()
            .host(HostOptionsBuilder.builder(hostOptions(config, idleStrategies)).capacityCheck(budget).build())
            .minFreeBytes(config.minFreeBytes())
            .memberId(host.memberId())
            .snapshotsKept(config.snapshots().retention().snapshots())
            .consumers(config.snapshots().retention().consumers())
            .history(config.snapshots().history())
            .backupHost(host.backupHost())
            .backupArchivePort(host.hasBackup() ? host.backupPort() + 1 : 0)
            .members(host.endpoints())
            .build());
    }

    /**
     * Connects from another process to the engine of a running venue.
     *
     * @param venue where it is.
     * @return connection, to be closed by the caller.
     */
    public static EngineClient connect(final VenueDescriptor venue)
    {
        final CredentialStore credentials = CredentialStore.at(Path.of(venue.credentialsDir()));
        return venue.ingressEndpoints().isEmpty() ?
            AeronEngineClient.connect(AeronClientOptions.builder()
                .aeronDirectoryName(venue.aeronDirectory())
                .credentials(credentials)
                .partition(venue.partition())
                .build()) :
            connect(venue.partition(), List.of(venue.aeronDirectory()), venue.ingressEndpoints(), venue.memberHost(),
                credentials);
    }

    /**
     * Connects from another process, which is given archived events too.
     *
     * @param venue where it is.
     * @param dataDir of it.
     * @return connection, to be closed by the caller.
     */
    public static EngineClient connect(final VenueDescriptor venue, final Path dataDir)
    {
        return new HistoryClient(connect(venue), List.of(dataDir));
    }

    /** Connects to a cluster over the network, through the media driver of this process. */
    static EngineClient connect(final VenueConfig config, final String driverDirectory)
    {
        final VenueConfig.Host host = config.host();
        return ClusterEngineClient.connect(ClusterClientOptions.builder()
            .aeronDirectoryNames(List.of(driverDirectory))
            .credentials(CredentialStore.at(config.credentials()))
            .ingressEndpoints(MemberEndpoints.ingressEndpoints(host.endpoints()))
            .archiveEndpoints(
                host.endpoints().stream().map((member) -> member.host() + ":" + member.archivePort()).toList())
            .egressEndpoint(host.componentHost() + ":0")
            .partition(config.partition())
            .connectTimeoutNs(LEADER_TIMEOUT_NS)
            .build());
    }

    /** Connects to a cluster through those of its members that run on this machine. */
    static EngineClient connect(
        final int partition,
        final List<String> aeronDirectoryNames,
        final String ingressEndpoints,
        final String ownHost,
        final CredentialStore credentials)
    {
        return ClusterEngineClient.connect(ClusterClientOptions.builder()
            .aeronDirectoryNames(aeronDirectoryNames)
            .egressEndpoint((null == ownHost ? LOOPBACK : ownHost) + ":0")
            .credentials(credentials)
            .ingressEndpoints(ingressEndpoints)
            .partition(partition)
            .connectTimeoutNs(LEADER_TIMEOUT_NS)
            .build());
    }

    /**
     * Starts the engine that the configuration names, its counters in a file.
     *
     * @param config checked configuration.
     * @param watch on which the engine's thread sleeps, or null.
     * @param budget of this process, to be kept by what the history limits.
     * @param parts of this process, with which the engine is closed.
     * @return running engine.
     */
    static VenueEngine launch(
        final VenueConfig config, final SocketWatch watch, final HeapBudget budget, final NodeParts parts)
    {
        PartitionInstruments.requireSameCount(config);
        SecondSite.requireToStart(config);
        for (final String gateway : config.lowFrequency().running())
        {
            CredentialStore.at(config.credentials()).add(
                Principal.gateway(VenueConfig.LowFrequency.gatewayId(gateway)));
        }
        final ComponentCounters shown = parts.counters(COMPONENT);
        final VenueEngine engine = parts.opened(shown.hold(() -> launch(config, watch, budget)));
        parts.lastSnapshot(config, engine);
        SecondSite.open(config, engine, parts);
        shown.watch(COMPONENT, () -> engine.counters.get(EngineCounter.DUTY_CYCLES));
        shown.serving();
        return engine;
    }

    /** Logs what the ingress drops. */
    IngressWatch ingressWatch(final SecuritySink log)
    {
        return new IngressWatch(
            () -> counters.get(EngineCounter.UNAUTHENTICATED_COMMANDS),
            () -> counters.get(EngineCounter.FORBIDDEN_COMMANDS), log);
    }

    /**
     * Whether this node speaks for the engine where only one may.
     *
     * @return true for the solo host and for the member that leads.
     */
    boolean isInCharge()
    {
        return isInCharge.getAsBoolean();
    }

    /**
     * Waits until no snapshot is being written. Members of a cluster take one after the other.
     *
     * @param timeoutNs how long to wait, in nanoseconds.
     * @return false when one is still being written.
     */
    boolean awaitSnapshotWritten(final long timeoutNs)
    {
        return !(host instanceof final SoloEngine engine) || engine.awaitSnapshotWritten(timeoutNs);
    }

    /** How far the member is that runs here. */
    SitePositions positions()
    {
        if (host instanceof final ClusterMember member)
        {
            return new SitePositions(member.logPosition(), member.eventPosition(), AeronArchive.NULL_POSITION);
        }
        throw new IllegalStateException("only a cluster has a second site");
    }

    /**
     * Connects a component that is to have its turns on the engine's own thread.
     *
     * @return new client, to be closed by the caller.
     * @throws IllegalStateException when the host's threads take no components.
     */
    EngineClient connectHosted()
    {
        return new HistoryClient(solo().connectHosted(), List.of(dataDir));
    }

    /**
     * Gives a component turns on the engine's own thread.
     *
     * @param component to run, connected by {@link #connectHosted()}.
     * @param errorHandler called when it throws; it gets no further turn then.
     * @return ends its run.
     * @throws IllegalStateException when the host's threads take no components.
     */
    AutoCloseable host(final Agent component, final ErrorHandler errorHandler)
    {
        return solo().host(component, errorHandler);
    }

    private SoloEngine solo()
    {
        if (host instanceof SoloEngine engine)
        {
            return engine;
        }
        throw new IllegalStateException("only the solo host takes components on its thread");
    }

    /**
     * Connects a component of the node.
     *
     * @return new client, to be closed by the caller.
     */
    public EngineClient connect()
    {
        return new HistoryClient(connector.get(), List.of(dataDir));
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
