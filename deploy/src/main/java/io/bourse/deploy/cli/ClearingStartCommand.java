// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.engine.protocol.ClearingKind;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.util.concurrent.Callable;

/**
 * Starts a run of either kind; the cut is where trading is suspended.
 */
@Command(
    name = "start",
    mixinStandardHelpOptions = true,
    description = "Starts a run, or takes up the one of this kind that stopped.")
public final class ClearingStartCommand implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Mixin
    private ClearingRunner runner;

    @Mixin
    private ClearingOptions options;

    @Mixin
    private RehearsalOptions rehearsal;

    @Mixin
    private RunNumber number;

    @Option(names = "--kind", paramLabel = "I|E", required = true, description = "I intraday, E evening.")
    private String kind;

    @Option(names = "--cut", paramLabel = "last", defaultValue = "last",
        description = "Where the stream is cut: last, that is at the suspension of trading. Nothing else is possible " +
            "while a cut is a fact of the journal.")
    private String cut;

    @Override
    public Integer call() throws IOException
    {
        if (!"last".equals(cut))
        {
            throw new ParameterException(spec.commandLine(), "a run cuts where it suspends trading: --cut last");
        }
        return runner.run(
            kind(spec, kind),
            context -> number.applyTo(rehearsal.applyTo(options.applyTo(context))),
            spec.commandLine().getOut(),
            spec.commandLine().getErr());
    }

    static ClearingKind kind(final CommandSpec spec, final String letter)
    {
        return switch (letter)
        {
            case "I" -> ClearingKind.INTRADAY;
            case "E" -> ClearingKind.EVENING;
            default -> throw new ParameterException(spec.commandLine(), "kind is I or E: --kind " + letter);
        };
    }
}
