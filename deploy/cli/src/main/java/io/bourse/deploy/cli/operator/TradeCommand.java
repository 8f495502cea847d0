// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.operator;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.Confirmation;
import io.bourse.deploy.cli.support.PositiveConverter;
import io.bourse.deploy.cli.support.PriceConverter;
import io.bourse.deploy.cli.support.RunningVenue;
import io.bourse.deploy.cli.support.VenueCommand;
import io.bourse.deploy.node.VenueClearing;
import io.bourse.deploy.operators.acts.BreakTrade;
import io.bourse.deploy.operators.acts.CorrectTrade;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;

/**
 * Trades that are broken and corrected.
 */
@Command(
    name = "trade",
    description = "Shows, breaks or corrects a trade of the open session.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {TradeCommand.Show.class, TradeCommand.Bust.class, TradeCommand.Correct.class})
public final class TradeCommand extends CliCommand
{
    private static final String STAYS = "Positions, margin and limits are as if the trade had not been, or had been " +
        "made as corrected. Orders keep what they have executed: lots do not return to the book. Last prices and " +
        "what they have triggered stay. Clearing books a reversal.";

    @Override
    protected void run(final PrintWriter out)
    {
        throw usage("show, bust or correct?");
    }

    /** One trade. */
    @Command(
        name = "show",
        description = "Shows a trade, both of its sides, and whether it stands. Reads the event stream.")
    static final class Show extends VenueCommand
    {
        @Parameters(paramLabel = "TRADE-ID", converter = PositiveConverter.OfLong.class,
            description = "Number of the trade.")
        private long tradeId;

        @Override
        protected void run(final PrintWriter out) throws IOException
        {
            VenueClearing.connected(dataDir(), venue -> venue.trade(tradeId)).lines()
                .forEach(out::println);
        }
    }

    /** What both acts have. */
    private abstract static class Act extends CliCommand
    {
        @Parameters(paramLabel = "TRADE-ID", converter = PositiveConverter.OfLong.class,
            description = "Number of the trade.")
        protected long tradeId;

        @Option(names = "--reason", paramLabel = "TEXT", required = true,
            description = "Why, for both members: printable ASCII, up to 80 characters.")
        protected String reason;

        @Mixin protected RunningVenue venue;

        @Mixin protected Confirmation confirmation;
    }

    /** The trade is void. */
    @Command(
        name = "bust",
        sortOptions = false,
        description = {
            "Breaks a trade; that of a strategy with its legs. Shows it and asks before.",
            STAYS,
            "By default a second person approves it with `bourse approve`."},
        footer = "  bourse trade bust 4711 --reason \"price typed wrong\" --as anna")
    static final class Bust extends Act
    {
        @Override
        protected void run(final PrintWriter out) throws IOException
        {
            venue.execute(form(() -> new BreakTrade(tradeId, reason)), confirmation);
            out.println("broken trade=" + tradeId);
        }
    }

    /** Another trade stands in its place. */
    @Command(
        name = "correct",
        sortOptions = false,
        description = {
            "Puts a trade with another price, fewer lots, or both in the place of a trade. Shows it and asks before.",
            STAYS,
            "By default a second person approves it with `bourse approve`."},
        footer = "  bourse trade correct 4711 --price 92345 --reason \"price typed wrong\" --as anna")
    static final class Correct extends Act
    {
        @Option(names = "--price", paramLabel = "PRICE", converter = PriceConverter.class,
            description = "The new price; default: as it is.")
        private Long priceE5;

        @Option(names = "--lots", paramLabel = "N", converter = PositiveConverter.OfLong.class,
            description = "The new quantity, not more than it is; default: as it is.")
        private Long lots;

        @Override
        protected void run(final PrintWriter out) throws IOException
        {
            venue.execute(form(() -> new CorrectTrade(tradeId, priceE5, lots, reason)), confirmation);
            out.println("corrected trade=" + tradeId);
        }
    }
}
