// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.risk;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.KopecksConverter;
import io.bourse.deploy.cli.support.RunningVenue;
import io.bourse.deploy.operators.forms.Forms;
import io.bourse.deploy.operators.risk.SetCollateral;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;

/**
 * Collateral of one register.
 */
@Command(
    name = "collateral",
    description = {
        "Sets what a register may use for margin. From then on its orders are checked against it.",
        "Below zero nothing can be opened."},
    footer = {
        "  bourse risk collateral --firm AA01 --amount 250000000.00",
        "  bourse risk collateral --settlement-account SA-ALPHA --amount 1000000000"})
final class CollateralCommand extends CliCommand
{
    @Mixin private RunningVenue venue;

    @ArgGroup(exclusive = true, multiplicity = "1")
    private FundedRegister register;

    @Option(names = "--amount", paramLabel = "ROUBLES", required = true, converter = KopecksConverter.class,
        description = "All of it, not a change; such as 250000000.00. Several partitions get equal parts of it.")
    private long kopecks;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final long part = venue.part(kopecks);
        final String before = venue.execute(
            form(() -> new SetCollateral(register.level(), register.code(), part))).before();
        out.println("collateral " + register + " amount=" + Forms.roubles(part) +
            "; before: " + before);
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
