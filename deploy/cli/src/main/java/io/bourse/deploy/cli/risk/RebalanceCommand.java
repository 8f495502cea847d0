// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.risk;

import io.bourse.deploy.cli.support.VenueCommand;
import io.bourse.deploy.config.Partitions;
import io.bourse.deploy.rebalancer.RebalancerService;
import org.agrona.concurrent.ShutdownSignalBarrier;
import picocli.CommandLine.Command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;

/**
 * Moves collateral and limits between partitions in a process of its own.
 */
@Command(
    name = "rebalance",
    description = {
        "Moves collateral and limits of registers between the partitions of a venue, by what is used, until it is " +
            "stopped.",
        "`bourse start` of several partitions does so itself, unless venue.partitions.rebalance is false;",
        "this is for partitions that are started one by one."})
final class RebalanceCommand extends VenueCommand
{
    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final List<Path> partitions = Partitions.directories(dataDir());
        rejectIf(partitions.size() < 2, "the venue has one partition: dataDir=" + dataDir());
        try (ShutdownSignalBarrier barrier = new ShutdownSignalBarrier();
            RebalancerService service = RebalancerService.start(dataDir(), partitions))
        {
            rejectIf(null == service, "another process moves the collateral of this venue: dataDir=" + dataDir());
            out.println("ready");
            barrier.await();
        }
    }
}
