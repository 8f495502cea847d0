// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.PositiveConverter;
import io.bourse.deploy.cli.support.ReplacementOptions;
import io.bourse.deploy.cli.support.RunningVenue;
import io.bourse.deploy.cli.support.TextTable;
import io.bourse.deploy.cli.support.VenueCommand;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.acts.Replaced;
import io.bourse.deploy.operators.acts.SetCapacity;
import io.bourse.deploy.operators.history.CapacityUse;
import io.bourse.engine.client.operator.VenueLimitsSpec;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * How much the venue keeps in memory.
 */
@Command(
    name = "capacity",
    description = "Shows or sets how much the venue keeps in memory: orders, accounts, instruments, logins.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {CapacityCommand.Show.class, CapacityCommand.Set.class})
public final class CapacityCommand extends CliCommand
{
    @Override
    protected void run(final PrintWriter out)
    {
        throw usage("show or set?");
    }

    /** Use against limit. */
    @Command(
        name = "show",
        description = {
            "Shows what there is and what there may be. At 80 %% the engine writes a line into the log; at the limit",
            "more is refused with CAPACITY. Reads the event stream; changes nothing."})
    static final class Show extends VenueCommand
    {
        @Override
        protected void run(final PrintWriter out) throws IOException
        {
            final CapacityUse use =
                VenueClearing.connected(dataDir(), venue -> venue.history().settings());
            final VenueLimitsSpec limits = use.limits();
            final List<String[]> rows = new ArrayList<>();
            use.counts().forEach(count -> rows.add(row(count)));
            rows.add(new String[]{"exposures", "-", text(limits.exposures()), "-"});
            out.println(TextTable.of(new String[]{"of", "used", "limit", "%"}, 1, rows));
            if (!use.isWhole())
            {
                out.println("the beginning of the event stream was purged: there may be more than is counted here");
            }
        }

        private static String[] row(final CapacityUse.Count count)
        {
            return new String[]{count.of(), Integer.toString(count.used()), text(count.limit()),
                0 == count.limit() ? "-" : count.percent() + (count.isAlarming() ? " !" : "")};
        }
    }

    /** All limits at once. */
    @Command(
        name = "set",
        sortOptions = false,
        description = {
            "Sets all limits at once: those left out are switched OFF, or kept with --keep.",
            "Asks before it switches off what is set. What there is stays; more is refused with CAPACITY.",
            "Cancels are always taken. Higher limits that do not fit into the heap of the venue are refused: it",
            "would not start again."},
        footer = {
            "  bourse capacity set --live-orders 400000 --keep",
            "  bourse capacity set --accounts 2000000 --exposures 4000000 --keep"})
    static final class Set extends CliCommand
    {
        @Option(names = "--live-orders", paramLabel = "N", converter = PositiveConverter.OfLong.class,
            description = "Most orders that live at the same time.")
        private Long liveOrders;

        @Option(names = "--live-orders-per-login", paramLabel = "N", converter = PositiveConverter.OfLong.class,
            description = "Most of them of one login.")
        private Long liveOrdersPerLogin;

        @Option(names = "--accounts", paramLabel = "N", converter = PositiveConverter.OfLong.class,
            description = "Most client accounts.")
        private Long accounts;

        @Option(names = "--instruments", paramLabel = "N", converter = PositiveConverter.OfLong.class,
            description = "Most instruments.")
        private Long instruments;

        @Option(names = "--logins", paramLabel = "N", converter = PositiveConverter.OfLong.class,
            description = "Most logins.")
        private Long logins;

        @Option(names = "--exposures", paramLabel = "N", converter = PositiveConverter.OfLong.class,
            description = "Most pairs of a register or login and an instrument that have had an order.")
        private Long exposures;

        @Mixin private ReplacementOptions replacement;

        @Mixin private RunningVenue venue;

        @Override
        protected void run(final PrintWriter out) throws IOException
        {
            final Replaced replaced = venue.execute(
                form(() -> new SetCapacity(liveOrders, liveOrdersPerLogin, accounts, instruments, logins, exposures,
                    replacement.isKept())),
                replacement.confirming());
            ReplacementOptions.print(out, SetCapacity.TARGET, replaced, "capacity" + replaced.settings());
        }
    }

    private static String text(final long limit)
    {
        return 0 == limit ? "off" : Long.toString(limit);
    }
}
