// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing;

import io.bourse.engine.protocol.ClearingKind;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine;

import java.io.IOException;
import java.io.PrintWriter;

/**
 * Starts a run of either kind; the cut is where trading is suspended.
 */
@Command(
    name = "start",
    description = "Starts a run, or takes up the one of this kind that stopped.")
final class ClearingStartCommand extends RunCommand
{
    @Mixin private NewRunOptions options;

    @Option(names = "--kind", paramLabel = "I|E", required = true, description = "I intraday, E evening.")
    private String kind;

    @Option(names = "--cut", paramLabel = "last", defaultValue = "last",
        description = "Where the stream is cut: last, that is at the suspension of trading. Nothing else is possible " +
            "while a cut is a fact of the journal.")
    private String cut;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        rejectIf(!"last".equals(cut), "a run cuts where it suspends trading: --cut last");
        run(kind(commandLine(), kind), options::applyTo);
    }

    static ClearingKind kind(final CommandLine commandLine, final String letter)
    {
        return switch (letter)
        {
            case "I" -> ClearingKind.INTRADAY;
            case "E" -> ClearingKind.EVENING;
            default -> throw new ParameterException(commandLine, "kind is I or E: --kind " + letter);
        };
    }
}
