// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli;

import io.bourse.engine.client.RiskOperator;
import io.bourse.engine.client.TradingLimitsSpec;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.util.concurrent.Callable;

/**
 * Trading limits of one register.
 */
@Command(
    name = "limits",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
        "Sets all trading limits of a register at once: those left out are switched OFF, whatever they were.",
        "They hold for the next order; live orders stay. Collateral is not touched."},
    footer = {
        "",
        "Examples:",
        "  bourse risk limits --firm AA01 --order-lots 500 --order-notional 50000000.00",
        "  bourse risk limits --login 1 --orders-per-second 100",
        "  bourse risk limits --client AA01000 --off"})
public final class TradingLimitsCommand implements Callable<Integer>
{
    @Spec
    private CommandSpec spec;

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
    private RunningVenue venue;

    @Override
    public Integer call() throws IOException
    {
        final TradingLimitsSpec limits = limits();
        venue.operate(operator ->
            new RiskOperator(operator).setTradingLimits(register.level(), register.code(), limits));
        spec.commandLine().getOut().println("limits " + register +
            " orderLots=" + text(orderLots) +
            " orderNotional=" + (null == orderNotionalKopecks ?
                text(null) : KopecksConverter.roubles(orderNotionalKopecks)) +
            " position=" + text(positionLots) +
            " activeOrders=" + text(activeOrders) +
            " ordersPerSecond=" + text(ordersPerSecond));
        spec.commandLine().getOut().flush();
        return ExitCode.OK;
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
        // Nobody should lose every limit by forgetting to name one.
        if (isOff != limits.equals(new TradingLimitsSpec(0, 0, 0, 0, 0)))
        {
            throw usage(isOff ?
                "--off goes with no limit" : "name at least one limit, or --off to switch all of them off");
        }
        return limits;
    }

    private static long orZero(final Long value)
    {
        return null == value ? 0 : value;
    }

    private static String text(final Number value)
    {
        return null == value ? "off" : value.toString();
    }

    private CommandLine.ParameterException usage(final String message)
    {
        return new CommandLine.ParameterException(spec.commandLine(), message);
    }
}
