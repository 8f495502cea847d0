// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.config.ConfigurationException;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.node.Idling;
import io.bourse.deploy.node.Venue;
import io.bourse.deploy.node.VenueCopy;
import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.deploy.node.VenueKeys;
import org.agrona.concurrent.ShutdownSignalBarrier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/**
 * Runs the all-in-one venue in the foreground until it is stopped.
 */
@Command(
    name = "start",
    description = "Runs the all-in-one venue in the foreground; Ctrl-C stops it. After a crash, start it again: it " +
        "recovers everything by itself. Of several partitions each has a process of its own; those that run already " +
        "are left as they are.")
public final class StartCommand extends CliCommand
{
    @Mixin private VenueFile venueFile;

    @Option(names = "--from-peers",
        description = "Gets from the other members what this one lacks, before it joins them: everything if its " +
            "directory is empty, events if they end before its snapshot. For a member that lost its disk.")
    private boolean isFromPeers;

    @Override
    protected int execute(final PrintWriter out) throws IOException
    {
        final List<VenueConfig> configs = venueFile.loadAll();
        if (configs.size() > 1)
        {
            rejectIf(isFromPeers, "--from-peers is for one member, name its partition with --partition");
            return new PartitionProcesses(configs, venueFile.arguments(), out).serve();
        }
        final VenueConfig config = configs.getFirst();
        VenueKeys.require(config);
        if (isFromPeers && !config.host().isCluster())
        {
            throw new ConfigurationException("venue.host", config.host().kind(),
                "--from-peers is for a member of a cluster");
        }
        if (isFromPeers)
        {
            out.println("from the other members: " +
                VenueCopy.completeMember(config, Idling::parking));
        }
        return serve(config, out);
    }

    /** Runs the venue until it is stopped or fails. */
    static int serve(final VenueConfig config, final PrintWriter out)
    {
        try (ShutdownSignalBarrier barrier = new ShutdownSignalBarrier(); Venue venue = Venue.start(config))
        {
            print(venue, config, out);
            venue.failure().thenAccept(cause -> barrier.signalAll());
            venue.stopRequest().thenRun(barrier::signalAll);
            barrier.await();
            out.println("stopping");
            return venue.failure().isDone() ? ExitCode.INTERNAL : ExitCode.OK;
        }
    }

    private static void print(final Venue venue, final VenueConfig config, final PrintWriter out)
    {
        final VenueDescriptor where = venue.descriptor();
        out.println("Bourse venue, partition " + where.partition());
        out.println("  data directory      " + config.dataDir().toAbsolutePath());
        if (config.host().isCluster())
        {
            out.println("  host                cluster, member " + config.host().memberId() + " of " +
                config.host().members() + ", commands at " + where.ingressEndpoints());
        }
        final String keeper = 1 == config.host().members() ? "" : " on a majority of members";
        out.println("  durability          " + where.durability() + ("ram".equals(where.durability()) ?
            " (journal in the page cache" + keeper + ": survives the death of the process)" :
            " (journal synced" + keeper + " before the answer: survives a loss of power)"));
        out.println("  TWIME order entry   " + where.twime() + "  recovery " + where.twimeRecovery());
        out.println("  FIX order entry     " + where.fix() + "  TargetCompID BOURSE");
        feed(out, where, "SIMBA incremental ", "simba.orders-log.incremental");
        feed(out, where, "SIMBA snapshot    ", "simba.orders-log.snapshot");
        feed(out, where, "FAST incremental  ", "fast.orders-log.incremental");
        feed(out, where, "PITCH unit        ", "pitch.unit");
        out.println("  process             " + where.pid());
        out.println("ready");
    }

    private static void feed(
        final PrintWriter out, final VenueDescriptor where, final String title, final String name)
    {
        if (where.feeds().containsKey(name + "-a"))
        {
            out.println("  " + title + "  A " + where.feed(name + "-a") + "  B " + where.feed(name + "-b") +
                "  on " + where.networkInterface());
        }
    }
}
