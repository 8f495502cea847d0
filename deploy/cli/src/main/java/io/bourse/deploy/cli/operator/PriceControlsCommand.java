// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.NanosecondsConverter;
import io.bourse.deploy.cli.support.PositiveConverter;
import io.bourse.deploy.cli.support.Replacement;
import io.bourse.deploy.cli.support.RunningVenue;
import io.bourse.engine.client.operator.PhaseOperator;
import io.bourse.engine.client.operator.PriceControlsSpec;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

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
        "",
        "Examples:",
        "  bourse controls --instrument 1001 --collar 2000 --protection 300",
        "  bourse controls --instrument 1001 --static-range 1500 --volatility-auction 2m",
        "  bourse controls --instrument 1001 --off"})
public final class PriceControlsCommand extends CliCommand
{
    private static final int E5 = 5;
    private static final List<Control> CONTROLS = List.of(
        new Control("collar", controls -> price(controls.collarE5())),
        new Control("protection", controls -> price(controls.protectionE5())),
        new Control("passiveDelay", controls -> time(controls.passiveDelayNs())),
        new Control("dynamicRange", controls -> price(controls.dynamicRangeE5())),
        new Control("staticRange", controls -> price(controls.staticRangeE5())),
        new Control("volatilityAuction", controls -> time(controls.volatilityAuctionNs())),
        new Control("volatilityRandom", controls -> time(controls.volatilityRandomNs())),
        new Control("limitShifts", PriceControlsCommand::shifts));

    @Option(names = "--instrument", paramLabel = "ID", required = true, converter = PositiveConverter.OfInt.class,
        description = "The instrument.")
    private int instrumentId;

    @Option(names = "--collar", paramLabel = "DISTANCE", converter = PriceDistanceConverter.class,
        description = "Farthest a limit may be through the reference price.")
    private long collarE5;

    @Option(names = "--protection", paramLabel = "DISTANCE", converter = PriceDistanceConverter.class,
        description = "How far from the best opposite price a market order may trade.")
    private long protectionE5;

    @Option(names = "--passive-delay", paramLabel = "DURATION", converter = NanosecondsConverter.class,
        description = "How long orders that would trade at once must wait, such as 3ms.")
    private long passiveDelayNs;

    @ArgGroup(exclusive = false, heading = "Volatility interruption, at least one range:%n")
    private Volatility volatility = new Volatility();

    @ArgGroup(exclusive = false, heading = "Price limits that shift, all four or none:%n")
    private LimitShifts limitShifts = new LimitShifts();

    @Option(names = "--off", description = "Switches all of them off; not together with a control.")
    private boolean isOff;

    @Mixin
    private Replacement replacement;

    @Mixin
    private RunningVenue venue;

    /** Trades beyond a range start an auction. */
    private static final class Volatility
    {
        @Option(names = "--dynamic-range", paramLabel = "DISTANCE", converter = PriceDistanceConverter.class,
            description = "Around the last price.")
        private long dynamicRangeE5;

        @Option(names = "--static-range", paramLabel = "DISTANCE", converter = PriceDistanceConverter.class,
            description = "Around the price of the last auction, or the settlement price.")
        private long staticRangeE5;

        @Option(names = "--volatility-auction", paramLabel = "DURATION", converter = NanosecondsConverter.class,
            description = "How long the auction lasts; left out: until an operator ends it.")
        private long auctionNs;

        @Option(names = "--volatility-random", paramLabel = "DURATION", converter = NanosecondsConverter.class,
            description = "Up to this is added at random. Needs --volatility-auction.")
        private long randomNs;
    }

    /** Limits follow a price that stays near one of them. */
    private static final class LimitShifts
    {
        @Option(names = "--limit-watch", paramLabel = "DURATION", required = true,
            converter = NanosecondsConverter.class,
            description = "How long the last price stays near a limit before both shift.")
        private long watchNs;

        @Option(names = "--limit-watch-pct", paramLabel = "N", required = true,
            converter = PositiveConverter.OfInt.class,
            description = "What near is, in per cent of the distance between the limits.")
        private int watchPct;

        @Option(names = "--limit-shift-pct", paramLabel = "N", required = true,
            converter = PositiveConverter.OfInt.class,
            description = "How far they shift, in per cent of the distance between the limits.")
        private int shiftPct;

        @Option(names = "--max-limit-shifts", paramLabel = "N", required = true,
            converter = PositiveConverter.OfInt.class,
            description = "Most shifts in a session, up to 255.")
        private int maxShifts;
    }

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        final PriceControlsSpec wanted = controls();
        final String target = "instrument=" + instrumentId;
        venue.change((settings, operator) ->
        {
            settings.requireInstrument(instrumentId);
            final PriceControlsSpec replacing = replacing(wanted, settings.controls(instrumentId));
            replacement.require(target, isOff, settings.isWhole());
            new PhaseOperator(operator).setPriceControls(replacing);
        });
        replacement.print(out, target, "price controls " + target + (isOff ? " off" : " set"));
    }

    /** The new controls, each noted with what it was. */
    private PriceControlsSpec replacing(final PriceControlsSpec wanted, final PriceControlsSpec present)
    {
        PriceControlsSpec controls = wanted;
        if (replacement.isKept())
        {
            controls = 0 == collarE5 ? controls.withCollar(present.collarE5()) : controls;
            controls = 0 == protectionE5 ? controls.withProtection(present.protectionE5()) : controls;
            controls = 0 == passiveDelayNs ? controls.withPassiveDelay(present.passiveDelayNs()) : controls;
            controls = !hasRange() ? controls.withVolatility(present.dynamicRangeE5(), present.staticRangeE5(),
                present.volatilityAuctionNs(), present.volatilityRandomNs()) : controls;
            controls = 0 == limitShifts.watchNs ? controls.withLimitShifts(present.limitWatchNs(),
                present.limitWatchPct(), present.limitShiftPct(), present.maxLimitShifts()) : controls;
        }
        for (final Control control : CONTROLS)
        {
            replacement.note(control.name, !Replacement.OFF.equals(control.text.apply(wanted)),
                control.text.apply(present), control.text.apply(controls));
        }
        return controls;
    }

    private record Control(String name, Function<PriceControlsSpec, String> text)
    {
    }

    private boolean hasRange()
    {
        return 0 != volatility.dynamicRangeE5 || 0 != volatility.staticRangeE5;
    }

    private static String price(final long valueE5)
    {
        return 0 == valueE5 ? Replacement.OFF : BigDecimal.valueOf(valueE5, E5).stripTrailingZeros().toPlainString();
    }

    private static String time(final long valueNs)
    {
        return 0 == valueNs ? Replacement.OFF : Duration.ofNanos(valueNs).toString();
    }

    private static String shifts(final PriceControlsSpec controls)
    {
        return 0 == controls.limitWatchNs() ? Replacement.OFF : time(controls.limitWatchNs()) + "/" +
            controls.limitWatchPct() + "%/" + controls.limitShiftPct() + "%/" + controls.maxLimitShifts();
    }

    /** What the command line asks for. */
    PriceControlsSpec controls()
    {
        if (0 != volatility.auctionNs && !hasRange() || 0 != volatility.randomNs && 0 == volatility.auctionNs)
        {
            throw usage("--volatility-auction needs --dynamic-range or --static-range, " +
                "and --volatility-random needs --volatility-auction");
        }
        final PriceControlsSpec controls = spec();
        rejectIf(isOff && replacement.isKept(), "--off does not go with --keep");
        // An omission must not remove every control.
        rejectIf(isOff != controls.equals(PriceControlsSpec.off(instrumentId)), isOff ? "--off goes with no control" :
            "name at least one control, or --off to switch all of them off");
        return controls;
    }

    private PriceControlsSpec spec()
    {
        try
        {
            return PriceControlsSpec.off(instrumentId)
                .withCollar(collarE5)
                .withProtection(protectionE5)
                .withPassiveDelay(passiveDelayNs)
                .withVolatility(
                    volatility.dynamicRangeE5, volatility.staticRangeE5, volatility.auctionNs, volatility.randomNs)
                .withLimitShifts(
                    limitShifts.watchNs, limitShifts.watchPct, limitShifts.shiftPct, limitShifts.maxShifts);
        }
        catch (final IllegalArgumentException ex)
        {
            throw usage(ex.getMessage());
        }
    }
}
