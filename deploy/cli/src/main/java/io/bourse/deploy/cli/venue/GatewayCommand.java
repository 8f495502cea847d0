// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.cli.support.RunningVenue;
import io.bourse.deploy.node.ComponentKind;
import io.bourse.deploy.operators.acts.ActivateGateway;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;

/**
 * Runs one gateway in a process of its own.
 */
@Command(
    name = "gateway",
    description = "Runs one gateway in a process of its own. It waits for its engine, and begins anew when the " +
        "engine's process dies and comes back.")
public final class GatewayCommand extends CliCommand
{
    @Override
    protected void run(final PrintWriter out)
    {
        throw usage("twime or fix?");
    }

    @Command(name = "twime", mixinStandardHelpOptions = true, description = "Binary order entry.")
    int twime(@Mixin final ComponentOptions options)
    {
        return options.run(ComponentKind.TWIME, out());
    }

    @Command(name = "fix", mixinStandardHelpOptions = true,
        description = "FIX order entry and drop copy; its message stores are in the data directory.")
    int fix(@Mixin final ComponentOptions options)
    {
        return options.run(ComponentKind.FIX, out());
    }

    @Command(name = "activate", mixinStandardHelpOptions = true,
        description = {
            "Has a standby take over from the gateway that has the sessions, whether that",
            "one lives or not. The engine verifies who does it; the standby, wherever it",
            "runs, prints `activated`, and `ready` when clients can log on."})
    int activate(
        @Mixin final RunningVenue venue,
        @Parameters(paramLabel = "KIND", description = "twime or fix.")
        final ActivateGateway.Gateway gateway) throws IOException
    {
        venue.execute(form(() -> new ActivateGateway(gateway)));
        out().println("the standby takes over  gateway=" + gateway.name().toLowerCase(Locale.ROOT));
        return ExitCode.OK;
    }
}
