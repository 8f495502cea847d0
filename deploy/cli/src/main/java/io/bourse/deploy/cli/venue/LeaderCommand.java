// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.deploy.cli.support.VenueCommand;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import io.bourse.engine.client.operator.OperatorClient;
import picocli.CommandLine.Command;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;

/**
 * Says which member of a cluster leads.
 */
@Command(
    name = "leader",
    description = "Says which member of a running venue's cluster leads.",
    footer = {
        "",
        "Exit codes: 0 done, 3 no venue runs there or no member leads."})
public final class LeaderCommand extends VenueCommand
{
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(30);

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        out.println((String)VenueClearing.connected(dataDir(), venue ->
        {
            // The operator's session is one with the leader; it does nothing, so that no signature is needed.
            try (OperatorClient operator = new OperatorClient(venue.client(), TIMEOUT_NS))
            {
                return text(venue.client());
            }
        }));
    }

    private static String text(final EngineClient client)
    {
        return client instanceof final ClusterEngineClient cluster ? "leader memberId=" + cluster.leaderMemberId() :
            "one engine without a cluster: partition=" + client.partition();
    }
}
