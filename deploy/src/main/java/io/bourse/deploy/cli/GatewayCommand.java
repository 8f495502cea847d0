// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.deploy.node.RoomKind;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * Runs one gateway in a process of its own.
 */
@Command(
    name = "gateway",
    mixinStandardHelpOptions = true,
    description = "Runs one gateway in a process of its own. It waits for its engine, and begins anew when the " +
        "engine's process dies and comes back.")
public final class GatewayCommand implements Runnable
{
    @Spec
    private CommandSpec spec;

    @Override
    public void run()
    {
        throw new CommandLine.ParameterException(spec.commandLine(), "twime or fix?");
    }

    @Command(name = "twime", mixinStandardHelpOptions = true, description = "Binary order entry.")
    int twime(@Mixin final RoomOptions options)
    {
        return options.run(RoomKind.TWIME, spec.commandLine().getOut());
    }

    @Command(name = "fix", mixinStandardHelpOptions = true,
        description = "FIX order entry and drop copy; its message stores are in the data directory.")
    int fix(@Mixin final RoomOptions options)
    {
        return options.run(RoomKind.FIX, spec.commandLine().getOut());
    }
}
