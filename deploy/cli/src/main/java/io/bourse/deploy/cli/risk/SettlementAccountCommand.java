// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.risk;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.CodeConverter;
import io.bourse.deploy.cli.support.RunningVenue;
import io.bourse.deploy.operators.risk.AssignSettlementAccount;
import io.bourse.deploy.operators.risk.DefineSettlementAccount;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;

/**
 * Settlement accounts: where the collateral of several firms is one.
 */
@Command(
    name = "settlement-account",
    description = "Defines settlement accounts and puts firms under them.",
    synopsisSubcommandLabel = "COMMAND",
    footer = {
        "  bourse risk settlement-account define SA-ALPHA",
        "  bourse risk settlement-account assign SA-ALPHA --firm AA01 --firm AA02"})
final class SettlementAccountCommand extends CliCommand
{
    @Override
    protected void run(final PrintWriter out)
    {
        throw usage("define or assign?");
    }

    @Command(
        name = "define",
        mixinStandardHelpOptions = true,
        description = "Defines a settlement account; one that is defined already stays as it is.")
    void define(
        @Mixin final RunningVenue venue,
        @Parameters(paramLabel = "CODE", converter = CodeConverter.OfSettlementAccount.class,
            description = "Up to twelve characters.") final String code)
        throws IOException
    {
        venue.execute(form(() -> new DefineSettlementAccount(code)));
        out().println("settlement account " + code + " defined");
    }

    @Command(
        name = "assign",
        mixinStandardHelpOptions = true,
        description = "Puts brokerage firms under a settlement account, with all they hold and have ordered.")
    void assign(
        @Mixin final RunningVenue venue,
        @Parameters(paramLabel = "CODE", converter = CodeConverter.OfSettlementAccount.class,
            description = "A settlement account that is defined.") final String code,
        @Option(names = "--firm", paramLabel = "CODE", required = true, converter = CodeConverter.OfBrokerageFirm.class,
            description = "A brokerage firm; may be repeated.")
        final List<String> firms)
        throws IOException
    {
        final List<AssignSettlementAccount> acts =
            form(() -> firms.stream().map(firm -> new AssignSettlementAccount(code, firm)).toList());
        venue.execute(context ->
        {
            acts.forEach(act -> act.requireKnown(context.settings()));
            for (final AssignSettlementAccount act : acts)
            {
                final String before = act.execute(context).before();
                out().println("firm " + act.firm() + " under settlement account " + code +
                    (null == before || before.equals(code) ? "" : "; before: " + before));
            }
            return null;
        });
    }
}
