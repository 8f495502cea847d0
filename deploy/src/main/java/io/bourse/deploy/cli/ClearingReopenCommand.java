// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.deploy.node.VenueClearing;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.util.concurrent.Callable;

/**
 * Resumes trading without the results of an intraday run.
 */
@Command(
    name = "reopen",
    aliases = "give-up",
    mixinStandardHelpOptions = true,
    description = {
        "Reopens trading without the results of an intraday run that failed; the evening run takes everything " +
            "into account.",
        "Needs somebody else's approval, unless the venue's policy is none."})
public final class ClearingReopenCommand implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Mixin
    private ClearingRunner runner;

    @Option(names = "--run", paramLabel = "ID", required = true, description = "The run that holds trading suspended.")
    private long runId;

    @Option(names = "--reason", paramLabel = "TEXT", defaultValue = "",
        description = "Why, for the approver and the audit trail.")
    private String reason;

    @Override
    public Integer call() throws IOException
    {
        try (VenueClearing venue = VenueClearing.connect(runner.dataDir()))
        {
            runner.control().reopen(runner.applyTo(venue.context()), runId, reason);
        }
        spec.commandLine().getOut().println("trading resumed without run " + runId);
        spec.commandLine().getOut().flush();
        return ExitCode.OK;
    }
}
