// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.engine.protocol.ClearingKind;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;

/**
 * A clearing service of one kind: one run, or those of the schedule, in a process of its own.
 */
abstract class ClearingServiceCommand extends CliCommand
{
    private final ClearingKind kind;

    @Mixin
    private ClearingRunner runner;

    @Mixin
    private ClearingOptions options;

    @Mixin
    private RehearsalOptions rehearsal;

    @Mixin
    private RunNumber number;

    @Option(names = "--scheduled",
        description = "Wait for the times of schedule.csv and do every run of this kind that is left of the date.")
    private boolean scheduled;

    ClearingServiceCommand(final ClearingKind kind)
    {
        this.kind = kind;
    }

    @Override
    protected int run(final PrintWriter out) throws IOException
    {
        if (scheduled && number.isGiven())
        {
            throw usage("--run names one run, --scheduled does all: leave one out");
        }
        return scheduled ?
            new ScheduledRuns(runner, commandLine()).run(kind, this::applyTo) :
            runner.run(kind, this::applyTo, out, err());
    }

    private ClearingContext applyTo(final ClearingContext context) throws IOException
    {
        context.options().leavesPackages(scheduled);
        return number.applyTo(rehearsal.applyTo(options.applyTo(context)));
    }
}
