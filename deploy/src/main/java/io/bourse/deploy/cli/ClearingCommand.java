// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.clearing.run.ClearingContext;
import io.bourse.clearing.run.RunResult;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.engine.client.OperatorClient;
import io.bourse.engine.protocol.ClearingKind;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Clearing runs as an operator starts them: each in a process of its own against a running venue.
 */
@Command(
    name = "clearing",
    mixinStandardHelpOptions = true,
    description = "Runs clearing against a running venue.")
public final class ClearingCommand implements Runnable
{
    private static final double NS_PER_MS = 1_000_000.0;
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(30);

    @Spec
    private CommandSpec spec;

    @Override
    public void run()
    {
        throw new CommandLine.ParameterException(spec.commandLine(), "intraday, evening or give-up?");
    }

    @Command(
        name = "intraday",
        mixinStandardHelpOptions = true,
        description = "Suspends trading, revalues, publishes, reopens, writes signed reports.")
    int intraday(@Mixin final ClearingOptions options) throws IOException
    {
        return run(ClearingKind.INTRADAY, options);
    }

    @Command(
        name = "evening",
        mixinStandardHelpOptions = true,
        description = "Ends the session: revalues the whole day, charges fees, publishes, writes signed reports.")
    int evening(@Mixin final ClearingOptions options) throws IOException
    {
        return run(ClearingKind.EVENING, options);
    }

    @Command(
        name = "give-up",
        mixinStandardHelpOptions = true,
        description = "Reopens trading without an intraday run that failed; the evening run takes everything into " +
            "account.")
    int giveUp(
        @Option(names = "--data", paramLabel = "DIR", defaultValue = "data",
            description = "Data directory of the venue (default: ${DEFAULT-VALUE}).") final Path dataDir,
        @Option(names = "--run", paramLabel = "ID", required = true,
            description = "The run that holds trading suspended.") final long runId)
        throws IOException
    {
        try (VenueClearing venue = VenueClearing.connect(dataDir);
            OperatorClient operator = new OperatorClient(venue.client(), TIMEOUT_NS))
        {
            operator.resumeTrading(runId);
        }
        spec.commandLine().getOut().println("trading resumed without run " + runId);
        spec.commandLine().getOut().flush();
        return ExitCode.OK;
    }

    private int run(final ClearingKind kind, final ClearingOptions options) throws IOException
    {
        final PrintWriter out = spec.commandLine().getOut();
        try (VenueClearing venue = VenueClearing.connect(options.dataDir()))
        {
            final ClearingContext context = options.applyTo(venue.context())
                .progress((step, elapsedNs) ->
                {
                    out.printf("%-10s %10.1f ms%n", step, elapsedNs / NS_PER_MS);
                    out.flush();
                });
            final RunResult result = VenueClearing.run(kind, context);
            out.println("run        " + result.header().runId() + " " + kind);
            out.println("trades     " + result.counts().trades());
            out.println("positions  " + result.counts().positions());
            out.println("postings   " + result.counts().postings());
            out.println("checks     " + result.checks().size() + " OK");
            out.println("reports    " + result.reportsDirectory());
            out.flush();
        }
        return ExitCode.OK;
    }
}
