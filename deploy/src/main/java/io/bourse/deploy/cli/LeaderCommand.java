// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.cluster.ClusterEngineClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.util.concurrent.Callable;

/**
 * Says which member of a cluster leads.
 */
@Command(
    name = "leader",
    mixinStandardHelpOptions = true,
    description = "Says which member of a running venue's cluster leads.",
    footer = {
        "",
        "Exit codes: 0 done, 3 no venue runs there or no member leads."})
public final class LeaderCommand implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Mixin
    private RunningVenue venue;

    @Override
    public Integer call() throws IOException
    {
        // The operator's session is one with the leader.
        spec.commandLine().getOut().println((String)venue.ask((client, operator) -> text(client)));
        spec.commandLine().getOut().flush();
        return ExitCode.OK;
    }

    private static String text(final EngineClient client)
    {
        return client instanceof final ClusterEngineClient cluster ? "leader memberId=" + cluster.leaderMemberId() :
            "one engine without a cluster: partition=" + client.partition();
    }
}
