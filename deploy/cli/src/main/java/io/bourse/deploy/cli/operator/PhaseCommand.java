// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.CodeConverter;
import io.bourse.deploy.cli.support.HaltNotice;
import io.bourse.deploy.cli.support.NanosecondsConverter;
import io.bourse.deploy.cli.support.PositiveConverter;
import io.bourse.deploy.cli.support.RunningVenue;
import io.bourse.deploy.operators.acts.ChangePhase;
import io.bourse.engine.client.operator.PhaseChangeSpec;
import io.bourse.engine.protocol.Phase;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;

/**
 * Phases as an operator changes them: halts, auctions, continuous trading.
 */
@Command(
    name = "phase",
    description = "Changes the phase of an instrument, an underlying or all instruments of a running venue.",
    footer = {
        "  bourse phase --instrument 1001 HALTED",
        "  bourse phase --all CLOSING_AUCTION --for 5m --then POST_TRADE --random-end 30s"})
public final class PhaseCommand extends CliCommand
{
    @ArgGroup(exclusive = true, multiplicity = "1")
    private Scope scope;

    @Parameters(paramLabel = "PHASE", description = "One of ${COMPLETION-CANDIDATES}.",
        completionCandidates = PhaseConverter.class, converter = PhaseConverter.class)
    private Phase phase;

    @Option(names = "--for", paramLabel = "DURATION", converter = NanosecondsConverter.class,
        description = "How long, such as 5m; default: until the next change. Needs --then.")
    private Long durationNs;

    @Option(names = "--then", paramLabel = "PHASE", converter = PhaseConverter.class,
        description = "Phase that follows by itself. Needs --for.")
    private Phase nextPhase;

    @Option(names = "--random-end", paramLabel = "DURATION", converter = NanosecondsConverter.class,
        description = "Up to this is added at random, for each instrument anew. Needs --for.")
    private Long randomEndNs;

    @Mixin private RunningVenue venue;

    /** What changes: one of three. */
    private static final class Scope
    {
        @Option(names = "--instrument", paramLabel = "ID", converter = PositiveConverter.OfInt.class,
            description = "One instrument.")
        private Integer instrumentId;

        @Option(names = "--underlying", paramLabel = "NAME", converter = CodeConverter.OfUnderlying.class,
            description = "All instruments with this underlying.")
        private String underlying;

        @Option(names = "--all",
            description = "All instruments; in a venue of several markets those of the one named with --market.")
        private boolean isAll;
    }

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        venue.execute(act());
        out.println("phase " + phase + (null == nextPhase ? "" : ", then " + nextPhase));
        HaltNotice.ofRuns(venue.dataDir()).forEach(out::println);
    }

    /** What the command line asks for. */
    PhaseChangeSpec change()
    {
        return act().spec();
    }

    private ChangePhase act()
    {
        return form(() -> new ChangePhase(
            scope.instrumentId, scope.underlying, scope.isAll, phase, durationNs, nextPhase, randomEndNs));
    }
}
