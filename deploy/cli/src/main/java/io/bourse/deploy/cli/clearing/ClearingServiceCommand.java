// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.clearing.run.context.ClearingContext;
import io.bourse.clearing.run.operator.ClearingSchedule;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.node.SessionDates;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.engine.protocol.ClearingKind;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;

/**
 * A clearing service of one kind: one run, or those of the schedule, in a process of its own.
 */
abstract class ClearingServiceCommand extends RunCommand
{
    private final ClearingKind kind;

    @Mixin private NewRunOptions options;

    @Option(names = "--scheduled",
        description = "Wait for the times of schedule.csv and do every run of this kind that is left of the date.")
    private boolean scheduled;

    ClearingServiceCommand(final ClearingKind kind)
    {
        this.kind = kind;
    }

    @Override
    protected int execute(final PrintWriter out) throws IOException
    {
        rejectIf(scheduled && options.isNumbered(), "--run names one run, --scheduled does all: leave one out");
        if (scheduled)
        {
            // A run would say it at its time, when trading is to be suspended.
            VenueClearing.requireKeys(dataDir());
            final SessionDates dates = VenueClearing.datesIfRunning(dataDir());
            return new ScheduledRuns(baseDir(),
                null == dates ? ClearingSchedule::tradingDate : dates::runDate, out, System::currentTimeMillis)
                .repeat(kind, () -> run(kind, this::begin));
        }
        run(kind, this::begin);
        return ExitCode.OK;
    }

    private ClearingContext begin(final ClearingContext context) throws IOException
    {
        return options.applyTo(context).withOptions(each -> each.withLeavesPackages(scheduled));
    }
}
