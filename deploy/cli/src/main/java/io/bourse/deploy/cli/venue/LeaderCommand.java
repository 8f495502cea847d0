// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.RunningVenue;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import java.io.IOException;
import java.io.PrintWriter;

/**
 * Says which member of a cluster leads.
 */
@Command(
    name = "leader",
    description = "Says which member of a running venue's cluster leads.",
    footer = {
        "",
        "Exit codes: 0 done, 3 no venue runs there or no member leads."})
public final class LeaderCommand extends CliCommand
{
    @Mixin
    private RunningVenue venue;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        // The operator's session is one with the leader.
        out.println((String)venue.ask((client, operator) -> text(client)));
    }

    private static String text(final EngineClient client)
    {
        return client instanceof final ClusterEngineClient cluster ? "leader memberId=" + cluster.leaderMemberId() :
            "one engine without a cluster: partition=" + client.partition();
    }
}
