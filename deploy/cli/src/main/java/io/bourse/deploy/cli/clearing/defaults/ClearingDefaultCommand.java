// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing.defaults;

import io.bourse.deploy.cli.support.CliCommand;
import picocli.CommandLine.Command;

/**
 * The default of a member, step by step.
 */
@Command(
    name = "default",
    description = {
        "Declares a member a defaulter, stops it in the engine, moves its clients, has its positions taken over " +
            "and its loss borne.",
        "Each step is approved by another person; plans are carried out by the next run."},
    subcommands = {
        DefaultDeclareCommand.class,
        DefaultApproveCommand.class,
        DefaultBlockCommand.class,
        DefaultPortCommand.class,
        DefaultCloseOutCommand.class,
        DefaultSellCollateralCommand.class,
        DefaultCoverCommand.class,
        DefaultWithdrawCommand.class,
        DefaultShowCommand.class},
    synopsisSubcommandLabel = "COMMAND")
public final class ClearingDefaultCommand extends CliCommand
{
}
