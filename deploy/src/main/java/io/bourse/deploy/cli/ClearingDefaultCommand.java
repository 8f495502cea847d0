// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * The default of a member, step by step.
 */
@Command(
    name = "default",
    mixinStandardHelpOptions = true,
    description = {
        "Declares a member a defaulter, stops it in the engine, moves its clients, has its positions taken over " +
            "and its loss borne.",
        "Each step is approved by somebody else; plans are carried out by the next run."},
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
public final class ClearingDefaultCommand implements Runnable
{
    @Spec
    private CommandSpec spec;

    @Override
    public void run()
    {
        throw new CommandLine.ParameterException(spec.commandLine(), "a command is needed, see --help");
    }
}
