// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.cli.venue;

import io.bourse.deploy.cli.support.CliCommand;
import io.bourse.deploy.cli.support.ExitCode;
import io.bourse.deploy.day.DayMarkets;
import io.bourse.deploy.day.DayOptions;
import io.bourse.deploy.day.DaySummary;
import io.bourse.deploy.day.DaySummaryWriter;
import io.bourse.deploy.day.TradingDay;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;

/**
 * The main job: one whole trading day, checked from end to end.
 */
@Command(
    name = "day",
    description = "Runs a whole trading day on loopback: venue, TWIME and FIX clients, multicast receiver, " +
        "intraday and evening clearing, signed reports. Exit status is not 0 if any check fails.")
public final class DayCommand extends CliCommand
{
    private static final int CONSOLE_RATE = 1_000;
    private static final int MAX_RATE = 1_000_000;
    private static final String ALL = "all";

    @Option(names = "--count", paramLabel = "N", defaultValue = "200000",
        description = "New orders of the generated flow (default: ${DEFAULT-VALUE}); cancels and replaces come on top.")
    private long count;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1",
        description = "Seed of the generated flow (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(names = "--orders", paramLabel = "FILE",
        description = "Recorded day instead: a LOBSTER message file (.csv, or the .zip with its order book file), or " +
            "an order log (.csv, .csv.gz) with the columns bizindex,time,kind,side,order,sell_no,price_e3,qty_e3.")
    private Path ordersFile;

    @Option(names = "--out", paramLabel = "DIR",
        description = "Where data, reports and summary.json go; must not exist or be empty (default: day-<time>).")
    private Path outputDir;

    @Option(names = "--config", paramLabel = "FILE", description = "Venue file (HOCON). Default: built-in values.")
    private Path configFile;

    @Option(names = "--rate", paramLabel = "N",
        description = "New orders per second at most; 0 sends as fast as the clients' windows allow. Default: 0, " +
            "with --console 1000.")
    private Integer ordersPerSecond;

    @Option(names = "--console",
        description = "Shows the day in a browser: prints a link, and waits for Enter before the day begins and " +
            "before the venue closes.")
    private boolean hasConsole;

    @Option(names = "--markets", paramLabel = "all",
        description = "Trades and clears derivatives, currencies and securities as three markets of one venue, which " +
            "share the orders.")
    private String markets;

    @Override
    protected int execute(final PrintWriter out) throws IOException
    {
        final Path directory = null != outputDir ? outputDir : Path.of(
            "day-" + LocalDateTime.now().format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss")));
        final int rate = null != ordersPerSecond ? ordersPerSecond : hasConsole ? CONSOLE_RATE : 0;
        rejectIf(rate < 0 || rate > MAX_RATE, "the rate must be 0 to " + MAX_RATE + ": rate=" + rate);
        final DayOptions options = new DayOptions(directory, count, seed, ordersFile, configFile, rate, hasConsole,
            DayOptions.HALF);
        if (null != markets)
        {
            rejectIf(!ALL.equals(markets), "--markets must be " + ALL + ": markets=" + markets);
            rejectIf(null != ordersFile || hasConsole, "--markets is for a generated flow, without a console");
            return runMarkets(options);
        }
        final DaySummary summary = new TradingDay(options, System.out).run();
        DaySummaryWriter.writeJson(summary, directory.resolve("summary.json"));
        DaySummaryWriter.print(summary, System.out);
        System.out.println("written: " + directory.resolve("summary.json"));
        return TradingDay.OK.equals(summary.result()) ? ExitCode.OK : ExitCode.CHECK_FAILED;
    }

    private static int runMarkets(final DayOptions options) throws IOException
    {
        final Map<String, DaySummary> summaries = new DayMarkets(options, System.out).run();
        for (final Map.Entry<String, DaySummary> market : summaries.entrySet())
        {
            System.out.println("\nmarket " + market.getKey());
            DaySummaryWriter.print(market.getValue(), System.out);
            final Path file = options.out().resolve(market.getKey()).resolve("summary.json");
            DaySummaryWriter.writeJson(market.getValue(), file);
            System.out.println("written: " + file);
        }
        DaySummaryWriter.printMarkets(summaries, System.out);
        return summaries.values().stream().allMatch(summary -> TradingDay.OK.equals(summary.result())) ?
            ExitCode.OK : ExitCode.CHECK_FAILED;
    }
}
