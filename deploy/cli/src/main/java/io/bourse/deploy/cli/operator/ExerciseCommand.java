// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.CodeConverter;
import io.bourse.deploy.cli.support.PositiveConverter;
import io.bourse.deploy.cli.support.RunningVenue;
import io.bourse.deploy.operators.acts.InstructExercise;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;

/**
 * What a holder of options wants.
 */
@Command(
    name = "exercise",
    sortOptions = false,
    description = {
        "Says how a register wants its option to be exercised when it expires.",
        "By rule all lots in the money are exercised, half of those at the money and none out of the money; the " +
            "instruction adds to that or takes from it, within what the register holds. The last instruction before " +
            "the run that ends the option counts."},
    footer = {
        "  bourse exercise --account AA01001 --instrument 4004 --lots 5     exercise five lots out of the money",
        "  bourse exercise --account AA01001 --instrument 4003 --lots -3    leave three lots in the money alone",
        "  bourse exercise --account AA01001 --instrument 4003 --lots 0     as by rule"})
public final class ExerciseCommand extends CliCommand
{
    @Mixin private RunningVenue venue;

    @Option(names = "--account", paramLabel = "CODE", required = true, converter = CodeConverter.OfAccount.class,
        description = "The register that holds the option.")
    private String account;

    @Option(names = "--instrument", paramLabel = "ID", required = true, converter = PositiveConverter.OfInt.class,
        description = "The option.")
    private int instrumentId;

    @Option(names = "--lots", paramLabel = "N", required = true,
        description = "Above 0: so many more than by rule; below 0: fewer; 0: as by rule.")
    private int lots;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        venue.execute(form(() -> new InstructExercise(account, instrumentId, lots)));
        out.println(
            "exercise account=" + account + " instrument=" + instrumentId + " lots=" + lots);
    }
}
