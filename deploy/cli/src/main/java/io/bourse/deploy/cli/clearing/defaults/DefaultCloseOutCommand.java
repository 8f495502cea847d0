// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.clearing.defaults;

import io.bourse.clearing.defaults.TakeOver;
import io.bourse.deploy.cli.support.PriceConverter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Plans who takes over positions of a defaulter.
 */
@Command(
    name = "close-out",
    description = {
        "Plans who takes over what does not go to other members: winners of auctions, and balancing trades at " +
            "the settlement price with those who hold the opposite."})
final class DefaultCloseOutCommand extends DeclaredCommand
{
    private final PriceConverter prices = new PriceConverter();

    @Option(names = "--winner", paramLabel = "INSTRUMENT=REGISTER[@PRICE]",
        description = "Who won the auction; without a price at the settlement price. May be repeated.")
    private Map<Integer, String> winners = new LinkedHashMap<>();

    @Option(names = "--balance", paramLabel = "INSTRUMENT",
        description = "Instrument for balancing trades. May be repeated.")
    private List<Integer> balanced = new ArrayList<>();

    @Option(names = "--balance-rest", description = "Balancing trades in every other instrument.")
    private boolean balancesRest;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final List<TakeOver> takeOvers = new ArrayList<>();
        winners.forEach((instrument, winner) -> takeOvers.add(won(instrument, winner)));
        balanced.forEach(instrument -> takeOvers.add(new TakeOver(instrument, "", null)));
        if (balancesRest)
        {
            takeOvers.add(new TakeOver(0, "", null));
        }
        print(connected(control -> control.closeOut(defaultId, takeOvers)), out);
    }

    private TakeOver won(final int instrument, final String winner)
    {
        final int at = winner.indexOf('@');
        try
        {
            return at < 0 ? new TakeOver(instrument, winner, null) :
                new TakeOver(instrument, winner.substring(0, at), prices.convert(winner.substring(at + 1)));
        }
        catch (final TypeConversionException ex)
        {
            throw new ParameterException(
                commandLine(), "--winner: " + ex.getMessage(), ex, null, winner);
        }
    }
}
