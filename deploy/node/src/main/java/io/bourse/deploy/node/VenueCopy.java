// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.node;

import io.bourse.deploy.config.ConfigurationException;
import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.machine.HostNames;
import io.bourse.deploy.machine.NetworkProtection;
import io.bourse.engine.host.backup.BackupOptions;
import io.bourse.engine.host.backup.BackupOptionsBuilder;
import io.bourse.engine.host.backup.BackupSite;
import io.bourse.engine.host.backup.PeerCopy;
import org.agrona.concurrent.IdleStrategy;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Copies of the cluster that the configuration names.
 */
public final class VenueCopy
{
    private static final long PROGRESS_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(120);
    /** A copy that is asked for ends with one more answer of the leader, a hand-over with the last snapshot. */
    private static final long QUERY_INTERVAL_NS = TimeUnit.SECONDS.toNanos(2);

    private VenueCopy()
    {
    }

    /**
     * Starts a backup in the data directory of the configuration.
     *
     * @param config checked configuration.
     * @param port first of two UDP ports of the backup, 0 for those after the members'.
     * @param idleStrategies of its threads.
     * @return running backup, to be closed by the caller.
     */
    public static BackupSite launchBackup(
        final VenueConfig config, final int port, final Supplier<IdleStrategy> idleStrategies)
    {
        final int ownPort = 0 == port ? config.host().backupPort() : port;
        HostNames.requireBackup(config.host());
        NetworkProtection.require(config, ownPort);
        NetworkProtection.requireEncryption(config, config.host().hosts());
        if (config.site().isServed())
        {
            SecondSite.requireToFollow(config);
        }
        return BackupSite.launch(options(config, idleStrategies)
            .origins(SecondSite.origins(config))
            .copies(1 == config.partitions() ? List.of() : IntStream.range(0, config.partitions())
                .mapToObj((partition) -> Partitions.directory(config.venueDir(), partition)).toList())
            .queryIntervalNs(QUERY_INTERVAL_NS)
            .ownHost(config.host().backupHost()).port(ownPort).archivePort(ownPort + 1).build());
    }

    /**
     * Gets from the other members what the configured one lacks.
     *
     * @param config checked configuration.
     * @param idleStrategies of the threads.
     * @return what was done.
     */
    public static PeerCopy.Outcome completeMember(
        final VenueConfig config, final Supplier<IdleStrategy> idleStrategies)
    {
        if (1 == config.host().members())
        {
            throw new ConfigurationException(
                "venue.cluster.members", "1", "a single member has no others to copy from");
        }
        final VenueConfig.Host host = config.host();
        HostNames.requireMember(host);
        final PeerCopy.Outcome outcome = PeerCopy.complete(
            options(config, idleStrategies)
                .ownHost(host.hosts().get(host.memberId()))
                .ownMember(host.memberId())
                .queryIntervalNs(QUERY_INTERVAL_NS)
                .build(),
            PROGRESS_TIMEOUT_NS);
        SecondSite.takeTerm(config);
        return outcome;
    }

    private static BackupOptionsBuilder options(
        final VenueConfig config, final Supplier<IdleStrategy> idleStrategies)
    {
        final VenueConfig.Host host = config.host();
        if (0 == host.basePort())
        {
            throw new ConfigurationException("venue.cluster.base-port", "0", "the members have to be found");
        }
        return BackupOptions.builder()
            .host(VenueEngine.hostOptions(config, idleStrategies))
            .members(host.endpoints());
    }
}
