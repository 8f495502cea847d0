// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.feed;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.cli.support.PositiveConverter;
import io.bourse.deploy.cli.support.Terminal;
import io.bourse.deploy.watch.LineView;
import io.bourse.deploy.watch.ScreenView;
import io.bourse.deploy.watch.SymbolWatch;
import io.bourse.deploy.watch.WatchState;
import io.bourse.deploy.watch.WatchView;
import io.bourse.marketdata.client.InstrumentReceiverOptions;
import io.bourse.marketdata.client.SimbaReceiverOptions;
import io.bourse.marketdata.client.SimbaReceiverOptionsBuilder;
import io.bourse.marketdata.net.FeedEndpoints;
import org.agrona.concurrent.BackoffIdleStrategy;
import org.agrona.concurrent.IdleStrategy;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * Shows one instrument live.
 */
@Command(
    name = "watch",
    sortOptions = false,
    description = {
        "Shows the book and the trades of an instrument, live, from the venue's SIMBA multicast: on a terminal in " +
            "place, otherwise a line for every change.",
        "Says whether the book is live, recovering (packets are missing), stale (changes of this book are), or " +
            "whether the feed is silent. Ends with Ctrl-C."},
    footer = {
        "",
        "Exit status: 0 done, 2 the command line is wrong or there is no such instrument, 3 a group cannot be " +
            "joined, 4 no book came, 7 no venue runs there.",
        "",
        "Examples:",
        "  bourse watch Si-12.26",
        "  bourse watch 1001 --levels 5 --lines --count 100",
        "  bourse watch Si-12.26 --config venue.conf --interface eth0"})
public final class WatchCommand extends CliCommand
{
    private static final int MOST_LEVELS = 100;

    @Parameters(paramLabel = "SYMBOL", description = "Symbol of the instrument, or its SecurityID.")
    private String symbol;

    @Option(names = "--levels", paramLabel = "N", converter = PositiveConverter.OfInt.class, defaultValue = "10",
        description = "Price levels of each side, up to " + MOST_LEVELS + " (default: ${DEFAULT-VALUE}).")
    private Integer levels;

    @Option(names = "--seconds", paramLabel = "N", converter = PositiveConverter.OfInt.class,
        description = "Ends after so many seconds.")
    private Integer seconds;

    @Option(names = "--count", paramLabel = "N", converter = PositiveConverter.OfLong.class,
        description = "Ends after so many lines of books and trades; implies --lines.")
    private Long count;

    @Option(names = "--lines", description = "Writes lines to a terminal, too.")
    private boolean isLines;

    @Option(names = "--interface", paramLabel = "NAME",
        description = "Network interface to join on. Default: the venue's.")
    private String interfaceName;

    @Mixin private FeedOptions where;

    @Override
    protected int execute(final PrintWriter out) throws IOException
    {
        if (levels > MOST_LEVELS)
        {
            throw new IllegalArgumentException("must be from 1 to " + MOST_LEVELS + ": levels=" + levels);
        }
        final FeedOptions.Feeds venue = where.running(symbol);
        final LineView lineView = isLines || null != count || !Terminal.canDraw() ? new LineView(out) : null;
        final WatchView view = null == lineView ? new ScreenView(out) : lineView;
        try (UntilStopped until = new UntilStopped(null == seconds ? null : Duration.ofSeconds(seconds)))
        {
            try (SymbolWatch watch = new SymbolWatch(symbol, levels, view, instruments(venue), orders(venue)))
            {
                final IdleStrategy idle = new BackoffIdleStrategy(20, 10, 1_000, 1_000_000);
                while (until.isRunning() &&
                    (null == count || null == lineView || lineView.changeCount() < count))
                {
                    idle.idle(watch.doWork());
                }
                return WatchState.JOINING == watch.model().state() ? ExitCode.CHECK_FAILED : ExitCode.OK;
            }
        }
    }

    private InstrumentReceiverOptions instruments(final FeedOptions.Feeds venue)
    {
        return InstrumentReceiverOptions.builder()
            .interfaceName(interfaceName(venue))
            .futures(endpoints(venue, "simba.fut-info", "replay"))
            .options(endpoints(venue, "simba.opt-info", "replay"))
            .build();
    }

    private static FeedEndpoints endpoints(final FeedOptions.Feeds venue, final String feed, final String again)
    {
        return FeedEndpoints.of(
            venue.address(feed + ".incremental-a"),
            venue.address(feed + ".incremental-b"),
            venue.address(feed + '.' + again + "-a"),
            venue.address(feed + '.' + again + "-b"));
    }

    private SimbaReceiverOptionsBuilder orders(final FeedOptions.Feeds venue)
    {
        final String replay = venue.services().get("simba.replay");
        final SimbaReceiverOptionsBuilder options = SimbaReceiverOptions.builder()
            .interfaceName(interfaceName(venue))
            .endpoints(endpoints(venue, "simba.orders-log", "snapshot"));
        if (null != replay)
        {
            final int colon = replay.lastIndexOf(':');
            options.replayAddress(new InetSocketAddress(
                replay.substring(0, colon), Integer.parseInt(replay.substring(colon + 1))));
        }
        return options;
    }

    private String interfaceName(final FeedOptions.Feeds venue)
    {
        return null == interfaceName ? venue.networkInterface() : interfaceName;
    }
}
