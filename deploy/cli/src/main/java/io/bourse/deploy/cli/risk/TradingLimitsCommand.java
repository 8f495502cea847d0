// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.risk;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.KopecksConverter;
import io.bourse.deploy.cli.support.PositiveConverter;
import io.bourse.deploy.cli.support.ReplacementOptions;
import io.bourse.deploy.cli.support.RunningVenue;
import io.bourse.deploy.operators.acts.Replaced;
import io.bourse.deploy.operators.risk.SetFirmLimits;
import io.bourse.deploy.operators.risk.SetTradingLimits;
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
        "  bourse risk limits --firm AA01 --order-lots 500 --order-notional 50000000.00",
        "  bourse risk limits --login 1 --orders-per-second 100 --keep",
        "  bourse risk limits --client AA01000 --off",
        "  bourse risk limits --client AA01000 --of-firm --order-lots 50 --as olga"})
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
        description = "Most orders live at the same time. Several partitions get equal parts.")
    private Long activeOrders;

    @Option(names = "--orders-per-second", paramLabel = "N", converter = PositiveConverter.OfInt.class,
        description = "Most orders accepted in a second. Several partitions get equal parts.")
    private Integer ordersPerSecond;

    @Option(names = "--of-firm",
        description = "Sets what the firm limits itself, beside the venue's; the tighter one holds.")
    private boolean isOfFirm;

    @Option(names = "--block", description = "With --of-firm: no new and no changed orders.")
    private boolean isBlocked;

    @Option(names = "--off", description = "Switches all of them off; not together with a limit.")
    private boolean isOff;

    @Mixin private ReplacementOptions replacement;

    @Mixin private RunningVenue venue;

    @Override
    protected void run(final PrintWriter out) throws IOException
    {
        rejectIf(isBlocked && !isOfFirm, "--block goes with --of-firm");
        rejectIf(replacement.isKept() && isOfFirm, "--keep does not go with --of-firm");
        if (isOfFirm)
        {
            venue.execute(form(() -> new SetFirmLimits(register.level(), register.code(), orderLots,
                orderNotionalKopecks, positionLots, activeOrders(), ordersPerSecond(), isBlocked, isOff)));
            out.println("limits of the firm " + register + (isOff ? " off" : " set"));
            return;
        }
        final Replaced replaced = venue.execute(act(), replacement.confirming());
        ReplacementOptions.print(out, register.toString(), replaced, "limits " + register + replaced.settings());
    }

    /** Whose limits the command line sets. */
    FundedRegister register()
    {
        return register;
    }

    /** What the command line asks for. */
    TradingLimitsSpec limits()
    {
        return act().spec();
    }

    private SetTradingLimits act()
    {
        return form(() -> new SetTradingLimits(register.level(), register.code(), orderLots, orderNotionalKopecks,
            positionLots, activeOrders(), ordersPerSecond(), isOff, replacement.isKept()));
    }

    /** Counts over all instruments, as orders per second do. */
    private Long activeOrders()
    {
        return venue.partOfLimit(activeOrders);
    }

    private Integer ordersPerSecond()
    {
        return venue.partOfLimit(ordersPerSecond);
    }
}
