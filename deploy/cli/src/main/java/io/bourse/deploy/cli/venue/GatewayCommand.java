// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.node.ComponentKind;
import io.bourse.deploy.node.StandbyActivation;
import io.bourse.engine.telemetry.SecurityLog;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.stream.Stream;

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
            "Has a standby take over from the gateway that has the sessions, whether that one lives or not, and waits",
            "until clients can log on. Run it as the user of the standby, on its machine."})
    int activate(
        @Option(names = "--data", paramLabel = "DIR", required = true, description = "Data directory of the standby.")
        final Path dataDir,
        @Parameters(paramLabel = "KIND", description = "twime or fix.")
        final String kind) throws IOException
    {
        final ComponentKind gateway = Stream.of(ComponentKind.TWIME, ComponentKind.FIX)
            .filter((each) -> each.id().equals(kind)).findFirst().orElseThrow(() -> usage("twime or fix?"));
        SecurityLog.privilegeUsed(dataDir, System.getProperty("user.name"), "gateway activate " + kind);
        out().println("active at " + new StandbyActivation(dataDir, gateway).activate().address());
        return ExitCode.OK;
    }
}
