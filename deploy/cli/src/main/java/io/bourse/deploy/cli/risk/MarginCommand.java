// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.risk;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.KopecksConverter;
import io.bourse.deploy.cli.support.PositiveConverter;
import io.bourse.deploy.cli.support.RunningVenue;
import io.bourse.deploy.operators.forms.Forms;
import io.bourse.deploy.operators.risk.SetMargin;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;

/**
 * Margin of one instrument.
 */
@Command(
    name = "margin",
    description = "Sets the collateral that one lot of an instrument takes, for every register.",
    footer = "  bourse risk margin --instrument 1001 --long 14250.00 --short 14780.50")
final class MarginCommand extends CliCommand
{
    @Mixin private RunningVenue venue;

    @Option(names = "--instrument", paramLabel = "ID", required = true, converter = PositiveConverter.OfInt.class,
        description = "The instrument.")
    private int instrumentId;

    @Option(names = "--long", paramLabel = "ROUBLES", required = true, converter = KopecksConverter.class,
        description = "Of a lot held or bought; 0 for none.")
    private long longKopecks;

    @Option(names = "--short", paramLabel = "ROUBLES", required = true, converter = KopecksConverter.class,
        description = "Of a lot owed or sold; 0 for none.")
    private long shortKopecks;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final String before =
            venue.execute(form(() -> new SetMargin(instrumentId, longKopecks, shortKopecks))).before();
        out.println("margin instrument=" + instrumentId + " long=" +
            Forms.roubles(longKopecks) + " short=" + Forms.roubles(shortKopecks) +
            "; before: " + before);
    }
}
