// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.clearing.run.ClearingContext;
import io.bourse.clearing.run.RunResult;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.engine.protocol.ClearingKind;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;

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

    @Spec
    private CommandSpec spec;

    @Override
    public void run()
    {
        throw new CommandLine.ParameterException(spec.commandLine(), "intraday or evening?");
    }

    @Command(
        name = "intraday",
        mixinStandardHelpOptions = true,
        description = "Suspends trading, revalues, publishes, reopens, writes signed reports.")
    int intraday(
        @Option(names = "--data", paramLabel = "DIR", defaultValue = "data",
            description = "Data directory of the venue (default: ${DEFAULT-VALUE}).") final Path dataDir,
        @Option(names = "--slice", paramLabel = "DURATION", defaultValue = "PT5S",
            description = "Settlement price slice (ISO-8601, default: ${DEFAULT-VALUE}).") final Duration slice)
        throws IOException
    {
        return run(ClearingKind.INTRADAY, dataDir, slice);
    }

    @Command(
        name = "evening",
        mixinStandardHelpOptions = true,
        description = "Ends the session: revalues the whole day, charges fees, publishes, writes signed reports.")
    int evening(
        @Option(names = "--data", paramLabel = "DIR", defaultValue = "data",
            description = "Data directory of the venue (default: ${DEFAULT-VALUE}).") final Path dataDir,
        @Option(names = "--slice", paramLabel = "DURATION", defaultValue = "PT5S",
            description = "Settlement price slice (ISO-8601, default: ${DEFAULT-VALUE}).") final Duration slice)
        throws IOException
    {
        return run(ClearingKind.EVENING, dataDir, slice);
    }

    private int run(final ClearingKind kind, final Path dataDir, final Duration slice) throws IOException
    {
        final PrintWriter out = spec.commandLine().getOut();
        try (VenueClearing venue = VenueClearing.connect(dataDir))
        {
            final ClearingContext context = venue.context()
                .sliceIntervalNs(slice.toNanos())
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
