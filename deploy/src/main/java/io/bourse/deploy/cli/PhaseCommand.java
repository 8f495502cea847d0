// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.deploy.node.VenueClearing;
import io.bourse.engine.client.OperatorClient;
import io.bourse.engine.client.PhaseChangeSpec;
import io.bourse.engine.client.PhaseOperator;
import io.bourse.engine.protocol.Phase;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/**
 * Phases as an operator changes them: halts, auctions, continuous trading.
 */
@Command(
    name = "phase",
    mixinStandardHelpOptions = true,
    description = "Changes the phase of an instrument, an underlying or the whole market of a running venue.",
    footer = {
        "",
        "Examples:",
        "  bourse phase --instrument 1001 HALTED",
        "  bourse phase --market CLOSING_AUCTION --for 5m --then POST_TRADE --random-end 30s"})
public final class PhaseCommand implements Callable<Integer>
{
    private static final long TIMEOUT_NS = TimeUnit.SECONDS.toNanos(30);

    @Spec
    private CommandSpec spec;

    @ArgGroup(exclusive = true, multiplicity = "1")
    private Scope scope;

    @Parameters(paramLabel = "PHASE", description = "One of ${COMPLETION-CANDIDATES}.",
        completionCandidates = PhaseConverter.class, converter = PhaseConverter.class)
    private Phase phase;

    @Option(names = "--for", paramLabel = "DURATION", converter = DurationConverter.class,
        description = "How long, such as 5m; default: until the next change. Needs --then.")
    private Duration duration;

    @Option(names = "--then", paramLabel = "PHASE", converter = PhaseConverter.class,
        description = "Phase that follows by itself. Needs --for.")
    private Phase nextPhase;

    @Option(names = "--random-end", paramLabel = "DURATION", converter = DurationConverter.class,
        description = "Up to this is added at random, for each instrument anew. Needs --for.")
    private Duration randomEnd;

    @Option(names = "--data", paramLabel = "DIR", defaultValue = "data",
        description = "Data directory of the venue (default: ${DEFAULT-VALUE}).")
    private Path dataDir;

    /** What changes: one of three. */
    private static final class Scope
    {
        @Option(names = "--instrument", paramLabel = "ID", description = "One instrument.")
        private Integer instrumentId;

        @Option(names = "--underlying", paramLabel = "NAME", description = "All instruments with this underlying.")
        private String underlying;

        @Option(names = "--market", description = "All instruments.")
        private boolean isMarket;
    }

    @Override
    public Integer call() throws IOException
    {
        final PhaseChangeSpec change = change();
        try (VenueClearing venue = VenueClearing.connect(dataDir);
            OperatorClient operator = new OperatorClient(venue.client(), TIMEOUT_NS))
        {
            new PhaseOperator(operator).changePhase(change);
        }
        spec.commandLine().getOut().println("phase " + phase + (null == nextPhase ? "" : ", then " + nextPhase));
        spec.commandLine().getOut().flush();
        return ExitCode.OK;
    }

    /** What the command line asks for. */
    PhaseChangeSpec change()
    {
        if ((null == duration) != (null == nextPhase) || null != randomEnd && null == duration)
        {
            throw usage("--for and --then belong together, and --random-end to both");
        }
        final PhaseChangeSpec change = scopedChange();
        if (null == duration)
        {
            return change;
        }
        if (duration.isZero() || duration.isNegative() || null != randomEnd && randomEnd.isNegative())
        {
            throw usage("durations must be positive: --for=" + duration + " --random-end=" + randomEnd);
        }
        final PhaseChangeSpec timed = change.then(duration.toNanos(), nextPhase);
        // Traders could foresee the end if they could guess the seed.
        return null == randomEnd ? timed : timed.randomEnd(randomEnd.toNanos(), new SecureRandom().nextLong());
    }

    private PhaseChangeSpec scopedChange()
    {
        if (null != scope.instrumentId)
        {
            if (scope.instrumentId <= 0)
            {
                throw usage("instruments have positive ids: --instrument=" + scope.instrumentId);
            }
            return PhaseChangeSpec.ofInstrument(scope.instrumentId, phase);
        }
        return scope.isMarket ?
            PhaseChangeSpec.ofMarket(phase) : PhaseChangeSpec.ofUnderlying(scope.underlying, phase);
    }

    private CommandLine.ParameterException usage(final String message)
    {
        return new CommandLine.ParameterException(spec.commandLine(), message);
    }
}
