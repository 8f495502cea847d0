// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.node.EngineNode;
import io.bourse.deploy.node.VenueKeys;
import org.agrona.concurrent.ShutdownSignalBarrier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.PrintWriter;
import java.util.Map;

/**
 * Runs the matcher alone, in the foreground until it is stopped.
 */
@Command(
    name = "engine",
    description = "Runs the matcher alone in the foreground; Ctrl-C stops it. Gateways and market data run in " +
        "processes of their own: `bourse gateway twime`, `bourse gateway fix`, `bourse marketdata`. At the very " +
        "first start it enters the reference data and opens the first session; of a cluster one member does that, " +
        "the others are `bourse member`.")
public final class EngineCommand extends CliCommand
{
    @Mixin private VenueFile venueFile;

    @Option(names = "--member-id", paramLabel = "N", description = "Which member of a cluster, from 0.")
    private Integer memberId;

    @Override
    protected int execute(final PrintWriter out)
    {
        final VenueConfig config =
            venueFile.load(null == memberId ? Map.of() : Map.of("venue.cluster.member-id", memberId));
        VenueKeys.require(config);
        try (ShutdownSignalBarrier barrier = new ShutdownSignalBarrier(); EngineNode engine = EngineNode.start(config))
        {
            out.println("Bourse engine, partition " + config.partition());
            out.println("  data directory      " + config.dataDir().toAbsolutePath());
            out.println("  host                " + config.host().kind());
            out.println("  durability          " + config.durability());
            out.println("  process             " + engine.descriptor().pid());
            out.println("ready");
            engine.failure().thenAccept(cause -> barrier.signalAll());
            engine.stopRequest().thenRun(barrier::signalAll);
            barrier.await();
            out.println("stopping");
            return engine.failure().isDone() ? ExitCode.INTERNAL : ExitCode.OK;
        }
    }
}
