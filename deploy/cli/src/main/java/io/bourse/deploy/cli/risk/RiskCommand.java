// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.risk;

import io.bourse.deploy.cli.support.CliCommand;
import picocli.CommandLine.Command;

import java.io.PrintWriter;

/**
 * What orders are checked against before they trade, as a risk operator sets it.
 */
@Command(
    name = "risk",
    description = {
        "Sets what orders are checked against before they trade: limits, collateral, margins.",
        "Watches margin and free funds."},
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
        TradingLimitsCommand.class,
        CollateralCommand.class,
        MarginCommand.class,
        SettlementAccountCommand.class,
        RiskWatchCommand.class,
        RebalanceCommand.class})
public final class RiskCommand extends CliCommand
{
    @Override
    protected void run(final PrintWriter out)
    {
        throw usage("limits, collateral, margin, settlement-account, watch or rebalance?");
    }
}
