// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.node.ComponentKind;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import java.io.PrintWriter;

/**
 * Runs the market-data publisher in a process of its own.
 */
@Command(
    name = "marketdata",
    description = "Publishes market data from a process of its own. It waits for its engine, and begins anew when " +
        "the engine's process dies and comes back.")
public final class MarketDataCommand extends CliCommand
{
    @Mixin private ComponentOptions options;

    @Override
    protected int execute(final PrintWriter out)
    {
        return options.run(ComponentKind.MARKET_DATA, out);
    }
}
