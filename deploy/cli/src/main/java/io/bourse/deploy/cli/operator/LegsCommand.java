// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.PositiveConverter;
import io.bourse.deploy.cli.support.RunningVenue;
import io.bourse.deploy.operators.acts.DefineLegs;
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
    footer = "  bourse legs --strategy 2001 --leg 1001:-1 --leg 1002:1")
public final class LegsCommand extends CliCommand
{
    @Option(names = "--strategy", paramLabel = "ID", required = true, converter = PositiveConverter.OfInt.class,
        description = "The strategy.")
    private int strategyId;

    @Option(names = "--leg", paramLabel = "ID:RATIO", required = true, converter = LegConverter.class,
        description = "An instrument, and the lots of it that are bought (sold, with a minus) with a lot of the " +
            "strategy. Two to four of them, in the strategy's currency; the last one, with ratio 1 or -1, takes what " +
            "the prices of the others leave of the strategy's price.")
    private List<LegSpec> legs;

    @Mixin private RunningVenue venue;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final DefineLegs act = act();
        venue.execute(act);
        out.println("legs strategy=" + strategyId + act.legs().stream()
            .map((leg) -> " " + leg.instrumentId() + ":" + leg.ratio())
            .collect(Collectors.joining()));
    }

    private DefineLegs act()
    {
        return form(() -> new DefineLegs(strategyId, legs));
    }

    /** What the command line asks for. */
    List<LegSpec> legs()
    {
        return act().legs();
    }
}
