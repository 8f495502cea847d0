// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * What orders are checked against before they trade, as a risk operator sets it.
 */
@Command(
    name = "risk",
    mixinStandardHelpOptions = true,
    description = {
        "Sets what orders are checked against before they trade: limits, collateral, margins.",
        "Watches margin and free funds."},
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
        TradingLimitsCommand.class,
        CollateralCommand.class,
        MarginCommand.class,
        SettlementAccountCommand.class,
        RiskWatchCommand.class})
public final class RiskCommand implements Runnable
{
    @Spec
    private CommandSpec spec;

    @Override
    public void run()
    {
        throw new CommandLine.ParameterException(
            spec.commandLine(), "limits, collateral, margin, settlement-account or watch?");
    }
}
