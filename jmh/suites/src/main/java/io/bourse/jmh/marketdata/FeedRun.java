// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.marketdata;

import io.bourse.deploy.config.LoopbackFeeds;
import io.bourse.deploy.day.HiccupMeter;
import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.jmh.loadtest.observe.FeedStamps;
import io.bourse.jmh.loadtest.observe.FeedWatch;
import io.bourse.jmh.loadtest.process.Measurements;
import io.bourse.jmh.loadtest.process.ServerProcess;
import io.bourse.jmh.loadtest.venue.MeasuredVenue;
import io.bourse.jmh.wire.Contestant;
import io.bourse.jmh.wire.Load;
import org.agrona.CloseHelper;
import org.agrona.IoUtil;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.SystemEpochNanoClock;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One turn of one venue: a mixed flow at constant rates, what came on the feeds meanwhile, and what the venue's time
 * stamps say of it.
 */
final class FeedRun
{
    private static final String NETWORK = "239.195.77";
    private static final long SEED = 20_261_122;

    private final EpochNanoClock clock = SystemEpochNanoClock.INSTANCE;
    private final Measurements figures = new Measurements();
    private final List<TradingLink> links = new ArrayList<>();
    private final Load load = new Load();
    private final HiccupMeter hiccups;
    private final long measureNs;

    private FeedRun(final HiccupMeter hiccups, final long measureNs)
    {
        this.hiccups = hiccups;
        this.measureNs = measureNs;
    }

    /**
     * Measures, and prints one line of figures.
     *
     * @param args contestant, durability, idle of the server, seconds of warm-up, seconds of each rate, sessions, rates
     *     between commas, beginnings of the names of feeds to watch between commas (none when empty), directory for the
     *     data, then options of the venue as {@code key=value}.
     * @throws IOException when a process cannot be started or a session not be made.
     */
    public static void main(final String[] args) throws IOException
    {
        final long warmupNs = TimeUnit.SECONDS.toNanos(Integer.parseInt(args[3]));
        final long measureNs = TimeUnit.SECONDS.toNanos(Integer.parseInt(args[4]));
        final int sessions = Integer.parseInt(args[5]);
        final int[] rates = Arrays.stream(args[6].split(",")).mapToInt(Integer::parseInt).toArray();
        final List<String> watched = args[7].isEmpty() ? List.of() : List.of(args[7].split(","));
        final Path dir = Files.createTempDirectory(Path.of(args[8]), "feed");
        final Map<String, Object> options = new LinkedHashMap<>(LoopbackFeeds.options(NETWORK));
        Arrays.stream(args).skip(9).forEach((option) ->
        {
            final int at = option.indexOf('=');
            final String value = option.substring(at + 1);
            options.put(option.substring(0, at), value.startsWith("[") ? list(value) : value);
        });
        try (ServerProcess server = Contestant.valueOf(args[0]).start(dir, false, sessions, args[1], args[2], options);
            HiccupMeter hiccups = new HiccupMeter())
        {
            final FeedRun run = new FeedRun(hiccups, measureNs);
            run.measure(server, dir.resolve(MeasuredVenue.DATA), warmupNs, sessions, rates, watched);
            System.out.println(run.figures.line());
        }
        finally
        {
            IoUtil.delete(dir.toFile(), true);
        }
    }

    private static List<String> list(final String value)
    {
        final String inside = value.substring(1, value.length() - 1);
        return inside.isEmpty() ? List.of() : List.of(inside.split(","));
    }

    private void measure(
        final ServerProcess server,
        final Path dataDir,
        final long warmupNs,
        final int sessions,
        final int[] rates,
        final List<String> watched)
        throws IOException
    {
        try (FeedWatch watch = FeedWatch.of(VenueDescriptor.read(dataDir), watched))
        {
            for (int i = 1; i <= sessions; i++)
            {
                links.add(new TradingLink(server.address(), Contestant.login(i), String.format("AA01%03d", i - 1),
                    load, SEED + i));
            }
            load.links(links);
            load.constantRate(warmupNs, Arrays.stream(rates).max().orElseThrow());
            figures.put("receiveBuffer", watch.receiveBufferLength());
            for (final int rate : rates)
            {
                atRate("at" + rate + ".", rate, dataDir, watch);
            }
            figures
                .put("trades", links.stream().mapToLong(TradingLink::trades).sum() / 2)
                .put("tooLate", links.stream().mapToLong(TradingLink::tooLate).sum())
                .put("refused", links.stream().mapToLong(TradingLink::refused).sum())
                .put("answered", load.answered());
        }
        finally
        {
            CloseHelper.closeAll(links);
        }
    }

    private void atRate(final String prefix, final int rate, final Path dataDir, final FeedWatch watch)
        throws IOException
    {
        watch.reset();
        hiccups.reset();
        final long fromNs = clock.nanoTime();
        figures.put(prefix + "answer", load.constantRate(measureNs, rate));
        final long toNs = clock.nanoTime();
        watch.put(figures, prefix + "feed.");
        figures
            .put(prefix + Measurements.HICCUP_P999, hiccups.lateNs(99.9))
            .put(prefix + Measurements.HICCUP_MAX, hiccups.lateNs(100));
        final FeedStamps stamps = new FeedStamps(fromNs, toNs);
        FeedStamps.read(dataDir, List.of(stamps));
        stamps.put(figures, prefix);
    }
}
