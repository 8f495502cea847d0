// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.deploy.node.RoomKind;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.util.concurrent.Callable;

/**
 * Runs the market-data publisher in a process of its own.
 */
@Command(
    name = "marketdata",
    mixinStandardHelpOptions = true,
    description = "Publishes market data from a process of its own. It waits for its engine, and begins anew when " +
        "the engine's process dies and comes back.")
public final class MarketDataCommand implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Mixin
    private RoomOptions options;

    @Override
    public Integer call()
    {
        return options.run(RoomKind.MARKET_DATA, spec.commandLine().getOut());
    }
}
