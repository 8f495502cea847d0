// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.day;

import com.typesafe.config.ConfigFactory;
import com.typesafe.config.ConfigRenderOptions;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.node.VenueKeys;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The trading day of a venue of the three markets of the demo: a {@link TradingDay} of each, at the same time. The
 * intraday run of one suspends it while the others trade: each has had another part of its orders then.
 */
public final class DayMarkets
{
    /** Markets of the demo, with the parts of all new orders that they get. */
    private static final Map<String, Integer> SHARES = new LinkedHashMap<>();
    private static final int PERCENT = 100;

    static
    {
        SHARES.put("derivatives", 50);
        SHARES.put("currencies", 20);
        SHARES.put("securities", 30);
    }

    private final DayOptions options;
    private final PrintStream out;

    /**
     * A day to be run once.
     *
     * @param options of the day of all markets.
     * @param out where progress goes.
     */
    public DayMarkets(final DayOptions options, final PrintStream out)
    {
        this.options = options;
        this.out = out;
    }

    /**
     * Runs the day.
     *
     * @return what it came to in each market.
     * @throws IOException when files cannot be read or written.
     * @throws DayCheckException when it cannot go on in one of them; the others are run to their end.
     */
    public Map<String, DaySummary> run() throws IOException
    {
        TradingDay.requireEmpty(options.out());
        final List<VenueConfig> configs = VenueConfigLoader.loadAll(writeConfig(), Map.of());
        for (final VenueConfig config : configs)
        {
            VenueKeys.require(config);
        }
        // They share the directory, and would get in each other's way.
        VenueKeys.allowForDemo(configs.getFirst());
        final Map<String, Future<DaySummary>> days = new LinkedHashMap<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(configs.size()))
        {
            for (final VenueConfig config : configs)
            {
                final String market = config.market();
                final TradingDay day = new TradingDay(options.of(market,
                    options.count() * SHARES.get(market) / PERCENT,
                    PERCENT * (config.partition() + 1) / (configs.size() + 1)),
                    new PrintStream(OutputStream.nullOutputStream()));
                days.put(market, threads.submit(() -> run(market, day, config)));
                out.println("market " + market + ": data " + config.dataDir());
            }
        }
        final Map<String, DaySummary> summaries = new LinkedHashMap<>();
        for (final Map.Entry<String, Future<DaySummary>> day : days.entrySet())
        {
            summaries.put(day.getKey(), result(day.getKey(), day.getValue()));
        }
        return summaries;
    }

    /** Says at once what has failed: the other markets take a while. */
    private DaySummary run(final String market, final TradingDay day, final VenueConfig config) throws IOException
    {
        try
        {
            return day.runMarket(config);
        }
        catch (final IOException | RuntimeException ex)
        {
            out.println("market " + market + " failed: " + ex.getMessage());
            throw ex;
        }
    }

    private static DaySummary result(final String market, final Future<DaySummary> day)
    {
        try
        {
            return day.get();
        }
        catch (final ExecutionException ex)
        {
            throw new DayCheckException("the day of a market failed: market=" + market + " reason=\"" +
                ex.getCause().getMessage() + "\"", ex.getCause());
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new DayCheckException("the day was interrupted: market=" + market, ex);
        }
    }

    /** A file that other commands can be given, too: rules of partitions count for what it says. */
    private Path writeConfig() throws IOException
    {
        final Map<String, Object> venue = LoopbackPorts.overrides(options.out().resolve("data").toAbsolutePath());
        int partition = 0;
        for (final String market : SHARES.keySet())
        {
            venue.put("venue.markets." + market + ".partitions", List.of(partition));
            partition++;
        }
        return Files.writeString(options.out().resolve("venue.conf"),
            (null == options.configFile() ? "" : "include file(\"" + options.configFile().toAbsolutePath() + "\")\n") +
            ConfigFactory.parseMap(venue).root().render(ConfigRenderOptions.concise().setJson(false)) + "\n");
    }
}
