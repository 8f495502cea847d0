// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.NanosecondsConverter;
import io.bourse.deploy.cli.support.PositiveConverter;
import io.bourse.deploy.cli.support.ReplacementOptions;
import io.bourse.deploy.cli.support.RunningVenue;
import io.bourse.deploy.operators.acts.Replaced;
import io.bourse.deploy.operators.acts.SetPriceControls;
import io.bourse.engine.client.operator.PriceControlsSpec;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;

/**
 * Price controls of one instrument.
 */
@Command(
    name = "controls",
    sortOptions = false,
    description = {
        "Sets all price controls of an instrument at once: those left out are switched OFF, or kept with --keep.",
        "Asks before it switches off what is set. The settings of the volatility interruption are kept together, and " +
            "those of price limits that shift.",
        "Distances are in the price of the instrument."},
    footer = {
        "  bourse controls --instrument 1001 --collar 2000 --protection 300",
        "  bourse controls --instrument 1001 --static-range 1500 --volatility-auction 2m",
        "  bourse controls --instrument 1001 --off"})
public final class PriceControlsCommand extends CliCommand
{
    @Option(names = "--instrument", paramLabel = "ID", required = true, converter = PositiveConverter.OfInt.class,
        description = "The instrument.")
    private int instrumentId;

    @Option(names = "--collar", paramLabel = "DISTANCE", converter = PriceDistanceConverter.class,
        description = "Farthest a limit may be through the reference price.")
    private Long collarE5;

    @Option(names = "--protection", paramLabel = "DISTANCE", converter = PriceDistanceConverter.class,
        description = "How far from the best opposite price a market order may trade.")
    private Long protectionE5;

    @Option(names = "--passive-delay", paramLabel = "DURATION", converter = NanosecondsConverter.class,
        description = "How long orders that would trade at once must wait, such as 3ms.")
    private Long passiveDelayNs;

    @ArgGroup(exclusive = false, heading = "Volatility interruption, at least one range:%n")
    private Volatility volatility = new Volatility();

    @ArgGroup(exclusive = false, heading = "Price limits that shift, all four or none:%n")
    private LimitShifts limitShifts = new LimitShifts();

    @Option(names = "--off", description = "Switches all of them off; not together with a control.")
    private boolean isOff;

    @Mixin private ReplacementOptions replacement;

    @Mixin private RunningVenue venue;

    /** Trades beyond a range start an auction. */
    private static final class Volatility
    {
        @Option(names = "--dynamic-range", paramLabel = "DISTANCE", converter = PriceDistanceConverter.class,
            description = "Around the last price.")
        private Long dynamicRangeE5;

        @Option(names = "--static-range", paramLabel = "DISTANCE", converter = PriceDistanceConverter.class,
            description = "Around the price of the last auction, or the settlement price.")
        private Long staticRangeE5;

        @Option(names = "--volatility-auction", paramLabel = "DURATION", converter = NanosecondsConverter.class,
            description = "How long the auction lasts; left out: until an operator ends it.")
        private Long auctionNs;

        @Option(names = "--volatility-random", paramLabel = "DURATION", converter = NanosecondsConverter.class,
            description = "Up to this is added at random. Needs --volatility-auction.")
        private Long randomNs;
    }

    /** Limits follow a price that stays near one of them. */
    private static final class LimitShifts
    {
        @Option(names = "--limit-watch", paramLabel = "DURATION", required = true,
            converter = NanosecondsConverter.class,
            description = "How long the last price stays near a limit before both shift.")
        private Long watchNs;

        @Option(names = "--limit-watch-pct", paramLabel = "N", required = true,
            converter = PositiveConverter.OfInt.class,
            description = "What near is, in per cent of the distance between the limits.")
        private Integer watchPct;

        @Option(names = "--limit-shift-pct", paramLabel = "N", required = true,
            converter = PositiveConverter.OfInt.class,
            description = "How far they shift, in per cent of the distance between the limits.")
        private Integer shiftPct;

        @Option(names = "--max-limit-shifts", paramLabel = "N", required = true,
            converter = PositiveConverter.OfInt.class,
            description = "Most shifts in a session, up to 255.")
        private Integer maxShifts;
    }

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final String target = "instrument=" + instrumentId;
        final Replaced replaced = venue.execute(act(), replacement.confirming());
        ReplacementOptions.print(out, target, replaced, "price controls " + target + (isOff ? " off" : " set"));
    }

    /** What the command line asks for. */
    PriceControlsSpec controls()
    {
        return act().spec();
    }

    private SetPriceControls act()
    {
        return form(() -> new SetPriceControls(instrumentId, collarE5, protectionE5, passiveDelayNs,
            volatility.dynamicRangeE5, volatility.staticRangeE5, volatility.auctionNs, volatility.randomNs,
            limitShifts.watchNs, limitShifts.watchPct, limitShifts.shiftPct, limitShifts.maxShifts, isOff,
            replacement.isKept()));
    }
}
