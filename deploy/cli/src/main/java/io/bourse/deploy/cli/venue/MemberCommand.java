// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.node.EngineNode;
import io.bourse.deploy.node.Idling;
import io.bourse.deploy.node.VenueCopy;
import org.agrona.concurrent.ShutdownSignalBarrier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Runs one member of a cluster, without gateways and market data, in the foreground until it is stopped.
 */
@Command(
    name = "member",
    description = "Runs one member of a cluster in the foreground; Ctrl-C stops it. The reference data is " +
        "entered by the member that `bourse start` or `bourse engine` runs; gateways and market data run with that " +
        "member or in processes of their own.")
public final class MemberCommand extends CliCommand
{
    @Option(names = "--config", paramLabel = "FILE", required = true,
        description = "Venue file (HOCON), the same for all members.")
    private Path configFile;

    @Option(names = "--member-id", paramLabel = "N", required = true, description = "Which member, from 0.")
    private int memberId;

    @Option(names = "--data", paramLabel = "DIR", required = true,
        description = "Data directory of this member; no two may share one.")
    private Path dataDir;

    @Option(names = "--partition", paramLabel = "N", description = "This partition of a venue of several.")
    private Integer partition;

    @Option(names = "--from-peers",
        description = "Gets from the other members what this one lacks, before it joins them: everything if its " +
            "directory is empty, events if they end before its snapshot. For a member that lost its disk.")
    private boolean isFromPeers;

    @Override
    protected int execute(final PrintWriter out)
    {
        final Map<String, Object> overrides = new HashMap<>(Map.of(
            "venue.host", VenueConfig.Host.CLUSTER,
            "venue.data-dir", dataDir.toString(),
            "venue.cluster.member-id", memberId));
        if (null != partition)
        {
            overrides.put("venue.partition", partition);
        }
        final VenueConfig config = VenueConfigLoader.load(configFile, overrides);
        if (isFromPeers)
        {
            out.println("from the other members: " +
                VenueCopy.completeMember(config, Idling::parking));
        }
        try (ShutdownSignalBarrier barrier = new ShutdownSignalBarrier();
            EngineNode member = EngineNode.join(config))
        {
            out.println("Bourse member " + memberId + " of " + config.host().members() + ", partition " +
                config.partition());
            out.println("  data directory      " + config.dataDir().toAbsolutePath());
            out.println("  durability          " + config.durability());
            out.println("  commands at         " + member.descriptor().ingressEndpoints());
            out.println("  process             " + ProcessHandle.current().pid());
            out.println("ready");
            member.failure().thenAccept(cause -> barrier.signalAll());
            member.stopRequest().thenRun(barrier::signalAll);
            barrier.await();
            out.println("stopping");
            return member.failure().isDone() ? ExitCode.INTERNAL : ExitCode.OK;
        }
    }
}
