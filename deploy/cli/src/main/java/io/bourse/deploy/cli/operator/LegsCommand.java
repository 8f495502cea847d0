// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.PositiveConverter;
import io.bourse.deploy.cli.support.RunningVenue;
import io.bourse.engine.client.operator.LegSpec;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Legs of one strategy.
 */
@Command(
    name = "legs",
    sortOptions = false,
    description = {
        "Defines the legs of a strategy, an instrument of kind SPREAD; until then it takes no orders.",
        "Legs never change afterwards; defining the same ones again does nothing."},
    footer = {
        "",
        "Examples:",
        "  bourse legs --strategy 2001 --leg 1001:-1 --leg 1002:1"})
public final class LegsCommand extends CliCommand
{
    private static final int MIN_LEGS = 2;
    private static final int MAX_LEGS = 4;

    @Option(names = "--strategy", paramLabel = "ID", required = true, converter = PositiveConverter.OfInt.class,
        description = "The strategy.")
    private int strategyId;

    @Option(names = "--leg", paramLabel = "ID:RATIO", required = true, converter = LegConverter.class,
        description = "An instrument, and the lots of it that are bought (sold, with a minus) with a lot of the " +
            "strategy. Two to four of them, in the strategy's currency; the last one, with ratio 1 or -1, takes what " +
            "the prices of the others leave of the strategy's price.")
    private List<LegSpec> legs;

    @Mixin
    private RunningVenue venue;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final List<LegSpec> checked = legs();
        venue.change((settings, operator) ->
        {
            settings.requireInstrument(strategyId);
            checked.forEach((leg) -> settings.requireInstrument(leg.instrumentId()));
            operator.defineLegs(strategyId, checked);
        });
        out.println("legs strategy=" + strategyId + checked.stream()
            .map((leg) -> " " + leg.instrumentId() + ":" + leg.ratio())
            .collect(Collectors.joining()));
    }

    /** What the command line asks for. */
    List<LegSpec> legs()
    {
        // The engine would only say that a field is wrong.
        if (legs.size() < MIN_LEGS || legs.size() > MAX_LEGS)
        {
            throw usage("a strategy has " + MIN_LEGS + " to " + MAX_LEGS + " legs: legs=" + legs.size());
        }
        if (legs.stream().mapToInt(LegSpec::instrumentId).distinct().count() < legs.size())
        {
            throw usage("all legs must be different instruments");
        }
        if (1 != Math.abs(legs.getLast().ratio()))
        {
            throw usage("the last leg must have ratio 1 or -1: ratio=" + legs.getLast().ratio());
        }
        return legs;
    }
}
