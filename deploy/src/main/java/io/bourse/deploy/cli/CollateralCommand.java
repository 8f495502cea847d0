// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.engine.client.RiskOperator;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.util.concurrent.Callable;

/**
 * Collateral of one register.
 */
@Command(
    name = "collateral",
    mixinStandardHelpOptions = true,
    description = {
        "Sets what a register may use for margin. From then on its orders are checked against it.",
        "Below zero nothing can be opened."},
    footer = {
        "",
        "Examples:",
        "  bourse risk collateral --firm AA01 --amount 250000000.00",
        "  bourse risk collateral --settlement-account SA-ALPHA --amount 1000000000"})
public final class CollateralCommand implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

    @Mixin
    private RunningVenue venue;

    @ArgGroup(exclusive = true, multiplicity = "1")
    private FundedRegister register;

    @Option(names = "--amount", paramLabel = "ROUBLES", required = true, converter = KopecksConverter.class,
        description = "All of it, not a change; such as 250000000.00.")
    private long kopecks;

    @Override
    public Integer call() throws IOException
    {
        final String before = venue.ask((client, operator) ->
        {
            final VenueSettings settings = VenueSettings.read(client);
            settings.requireRegister(register.level(), register.code());
            new RiskOperator(operator).setCollateral(register.level(), register.code(), kopecks);
            return settings.collateral(register.level(), register.code());
        });
        spec.commandLine().getOut().println("collateral " + register + " amount=" + KopecksConverter.roubles(kopecks) +
            "; before: " + before);
        spec.commandLine().getOut().flush();
        return ExitCode.OK;
    }

    /** Whose collateral the command line sets. */
    FundedRegister register()
    {
        return register;
    }

    /** What the command line asks for. */
    long kopecks()
    {
        return kopecks;
    }
}
