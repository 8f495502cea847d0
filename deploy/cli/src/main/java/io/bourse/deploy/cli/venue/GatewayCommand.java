// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.node.ComponentKind;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import java.io.PrintWriter;

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
}
