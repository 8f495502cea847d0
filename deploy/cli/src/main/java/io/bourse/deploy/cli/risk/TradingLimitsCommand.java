// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.risk;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.KopecksConverter;
import io.bourse.deploy.cli.support.PositiveConverter;
import io.bourse.deploy.cli.support.Replacement;
import io.bourse.deploy.cli.support.RunningVenue;
import io.bourse.engine.client.operator.RiskOperator;
import io.bourse.engine.client.operator.TradingLimitsSpec;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;

/**
 * Trading limits of one register.
 */
@Command(
    name = "limits",
    sortOptions = false,
    description = {
        "Sets all trading limits of a register at once: those left out are switched OFF, or kept with --keep.",
        "Asks before it switches off what is set.",
        "They hold for the next order; live orders stay. Collateral is not touched."},
    footer = {
        "",
        "Examples:",
        "  bourse risk limits --firm AA01 --order-lots 500 --order-notional 50000000.00",
        "  bourse risk limits --login 1 --orders-per-second 100 --keep",
        "  bourse risk limits --client AA01000 --off"})
final class TradingLimitsCommand extends CliCommand
{
    @ArgGroup(exclusive = true, multiplicity = "1")
    private LimitedRegister register;

    @Option(names = "--order-lots", paramLabel = "LOTS", converter = PositiveConverter.OfLong.class,
        description = "Most lots of one order.")
    private Long orderLots;

    @Option(names = "--order-notional", paramLabel = "ROUBLES", converter = KopecksConverter.class,
        description = "Highest value of one order, such as 50000000.00.")
    private Long orderNotionalKopecks;

    @Option(names = "--position", paramLabel = "LOTS", converter = PositiveConverter.OfLong.class,
        description = "Farthest a position may get from zero in an instrument, orders counted.")
    private Long positionLots;

    @Option(names = "--active-orders", paramLabel = "N", converter = PositiveConverter.OfLong.class,
        description = "Most orders live at the same time.")
    private Long activeOrders;

    @Option(names = "--orders-per-second", paramLabel = "N", converter = PositiveConverter.OfInt.class,
        description = "Most orders accepted in a second.")
    private Integer ordersPerSecond;

    @Option(names = "--off", description = "Switches all of them off; not together with a limit.")
    private boolean isOff;

    @Mixin
    private Replacement replacement;

    @Mixin
    private RunningVenue venue;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        limits();
        venue.change((settings, operator) ->
        {
            settings.requireRegister(register.level(), register.code());
            final TradingLimitsSpec replacing = replacing(settings.limits(register.level(), register.code()));
            replacement.require(register.toString(), isOff, settings.isWhole());
            new RiskOperator(operator).setTradingLimits(register.level(), register.code(), replacing);
        });
        replacement.print(out, register.toString(), "limits " + register + replacement.settings());
    }

    /** The new limits, each noted with what it was. */
    private TradingLimitsSpec replacing(final TradingLimitsSpec present)
    {
        final long order = limit("orderLots", orderLots, present.maxOrderLots());
        final long notional = replacement.replace("orderNotional", orderNotionalKopecks,
            present.maxOrderNotionalKopecks(), 0L, TradingLimitsCommand::roubles);
        final long position = limit("position", positionLots, present.maxPositionLots());
        final long active = limit("activeOrders", activeOrders, present.maxActiveOrders());
        final int perSecond = replacement.replace("ordersPerSecond", ordersPerSecond, present.maxOrdersPerSecond(), 0,
            value -> text(value));
        return new TradingLimitsSpec(position, order, notional, active, perSecond);
    }

    private long limit(final String name, final Long given, final long present)
    {
        return replacement.replace(name, given, present, 0L, TradingLimitsCommand::text);
    }

    /** Whose limits the command line sets. */
    FundedRegister register()
    {
        return register;
    }

    /** What the command line asks for. */
    TradingLimitsSpec limits()
    {
        final TradingLimitsSpec limits = new TradingLimitsSpec(
            orZero(positionLots),
            orZero(orderLots),
            orZero(orderNotionalKopecks),
            orZero(activeOrders),
            null == ordersPerSecond ? 0 : ordersPerSecond);
        if (null != orderNotionalKopecks && orderNotionalKopecks <= 0)
        {
            throw usage("a limit is above 0; leave it out to switch it off: --order-notional=" +
                KopecksConverter.roubles(orderNotionalKopecks));
        }
        rejectIf(isOff && replacement.isKept(), "--off does not go with --keep");
        // An omission must not remove every limit.
        rejectIf(isOff != limits.equals(new TradingLimitsSpec(0, 0, 0, 0, 0)), isOff ? "--off goes with no limit" :
            "name at least one limit, or --off to switch all of them off");
        return limits;
    }

    private static long orZero(final Long value)
    {
        return null == value ? 0 : value;
    }

    private static String text(final long value)
    {
        return 0 == value ? Replacement.OFF : Long.toString(value);
    }

    private static String roubles(final long kopecks)
    {
        return 0 == kopecks ? Replacement.OFF : KopecksConverter.roubles(kopecks);
    }
}
