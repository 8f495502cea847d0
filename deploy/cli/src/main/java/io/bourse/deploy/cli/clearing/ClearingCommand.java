// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.deploy.cli.clearing.defaults.ClearingDefaultCommand;
import io.bourse.deploy.cli.support.CliCommand;
import picocli.CommandLine.Command;

/**
 * Clearing runs as an operator starts, watches, approves, stops and proves them: each command is a process of its own.
 */
@Command(
    name = "clearing",
    description = "Runs clearing against a running venue, and looks after its runs.",
    subcommands = {
        ClearingPlanCommand.class,
        ClearingStartCommand.class,
        ClearingIntradayCommand.class,
        ClearingEveningCommand.class,
        ClearingDryRunCommand.class,
        ClearingStatusCommand.class,
        ClearingApproveCommand.class,
        ClearingResumeCommand.class,
        ClearingPublishCommand.class,
        ClearingReportCommand.class,
        ClearingAbortCommand.class,
        ClearingReopenCommand.class,
        ClearingCorrectCommand.class,
        ClearingFundsCommand.class,
        ClearingCallsCommand.class,
        ClearingDefaultCommand.class,
        ClearingTailCommand.class,
        ClearingVerifyCommand.class,
        ClearingReplayCommand.class,
        ClearingDiffCommand.class,
        ClearingBenchCommand.class},
    synopsisSubcommandLabel = "COMMAND",
    footer = {
        "",
        "Exit status: 0 done, 2 usage, 3 precondition, 4 a check failed, 5 approval missing or refused, 6 a file of",
        "an earlier run has changed, 7 files cannot be read or written, 8 aborted, 9 done before, 10 published but",
        "reports are missing."})
public final class ClearingCommand extends CliCommand
{
}
