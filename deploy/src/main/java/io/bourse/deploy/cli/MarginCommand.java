// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.engine.client.RiskOperator;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.util.concurrent.Callable;

/**
 * Margin of one instrument.
 */
@Command(
    name = "margin",
    mixinStandardHelpOptions = true,
    description = "Sets the collateral that one lot of an instrument takes, for every register.",
    footer = {
        "",
        "Example:",
        "  bourse risk margin --instrument 1001 --long 14250.00 --short 14780.50"})
public final class MarginCommand implements Callable<Integer>
{
    /** The engine takes no more: 10^14 kopecks. */
    private static final long MAX_KOPECKS = 100_000_000_000_000L;

    @Spec
    private CommandSpec spec;

    @Mixin
    private RunningVenue venue;

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
    public Integer call() throws IOException
    {
        checkRanges();
        final String before = venue.ask((client, operator) ->
        {
            final VenueSettings settings = VenueSettings.read(client);
            settings.requireInstrument(instrumentId);
            new RiskOperator(operator).setMargin(instrumentId, longKopecks, shortKopecks);
            return settings.margin(instrumentId);
        });
        spec.commandLine().getOut().println("margin instrument=" + instrumentId + " long=" +
            KopecksConverter.roubles(longKopecks) + " short=" + KopecksConverter.roubles(shortKopecks) +
            "; before: " + before);
        spec.commandLine().getOut().flush();
        return ExitCode.OK;
    }

    private void checkRanges()
    {
        if (longKopecks < 0 || shortKopecks < 0 || longKopecks > MAX_KOPECKS || shortKopecks > MAX_KOPECKS)
        {
            throw new CommandLine.ParameterException(spec.commandLine(), "margins are from 0 to " +
                KopecksConverter.roubles(MAX_KOPECKS) + " roubles: --long=" + KopecksConverter.roubles(longKopecks) +
                " --short=" + KopecksConverter.roubles(shortKopecks));
        }
    }
}
