// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.engine.protocol.ClearingKind;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.util.concurrent.Callable;

/**
 * The intraday clearing service: one run, or those of the schedule, in a process of its own.
 */
@Command(
    name = "intraday",
    mixinStandardHelpOptions = true,
    description = "Suspends trading, revalues, publishes, reopens, writes signed reports.")
public final class ClearingIntradayCommand implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Mixin
    private ClearingRunner runner;

    @Mixin
    private ClearingOptions options;

    @Option(names = "--scheduled",
        description = "Wait for the times of schedule.csv and do every run of this kind that is left of the date.")
    private boolean scheduled;

    @Override
    public Integer call() throws IOException
    {
        return scheduled ?
            new ScheduledRuns(runner, spec).run(ClearingKind.INTRADAY, options::applyTo) :
            runner.run(
                ClearingKind.INTRADAY, options::applyTo, spec.commandLine().getOut(), spec.commandLine().getErr());
    }
}
