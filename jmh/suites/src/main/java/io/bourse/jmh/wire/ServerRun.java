// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import io.bourse.deploy.day.HiccupMeter;
import io.bourse.jmh.loadtest.process.Measurements;
import io.bourse.jmh.loadtest.process.ServerProcess;
import io.bourse.jmh.loadtest.venue.LoadVenue;
import org.agrona.CloseHelper;
import org.agrona.IoUtil;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * One turn of one server, measured by a client in a process of its own: transactions one at a time, at constant rates,
 * and as many as go with many sessions.
 */
final class ServerRun
{
    /** What the names of figures begin with that are processor time of a thread for each transaction. */
    static final String COST = "nsEach.";
    private static final int RATE_SESSIONS = 4;
    private static final int WINDOW = 8;
    private static final List<Integer> TWIME_RATES = List.of(1_000, 20_000);
    private static final List<Integer> FIX_RATES = List.of(1_000, 10_000);
    private static final String CLOSED = "closed";
    private static final String AT_RATE = "at";

    private final Load load = new Load();
    private final Measurements figures = new Measurements();
    private final List<Link> links = new ArrayList<>();
    private final Contestant contestant;
    private final ServerProcess server;
    private final boolean isFix;
    private final long measureNs;

    private ServerRun(
        final Contestant contestant, final ServerProcess server, final boolean isFix, final String measureSeconds)
    {
        this.contestant = contestant;
        this.server = server;
        this.isFix = isFix;
        this.measureNs = ns(measureSeconds);
    }

    private static List<Integer> rates(final boolean isFix)
    {
        return isFix ? FIX_RATES : TWIME_RATES;
    }

    /** Names of the distributions. */
    static List<String> modes(final boolean isFix)
    {
        return Stream.concat(Stream.of(CLOSED), rates(isFix).stream().map((rate) -> AT_RATE + rate)).toList();
    }

    /**
     * Measures, and prints one line of figures.
     *
     * @param args whether it is FIX, contestant, durability, idle of the server, seconds of warm-up, seconds of each
     *     measurement, sessions of the largest one, directory for the data.
     * @throws IOException when a process cannot be started or a session not be made.
     */
    public static void main(final String[] args) throws IOException
    {
        final boolean isFix = Boolean.parseBoolean(args[0]);
        final Contestant contestant = Contestant.valueOf(args[1]);
        final int sessions = Math.max(RATE_SESSIONS, Integer.parseInt(args[6]));
        final Path dir = Files.createTempDirectory(Path.of(args[7]), "venue");
        try (ServerProcess server = contestant.start(dir, isFix, sessions, args[2], args[3], Map.of()))
        {
            new ServerRun(contestant, server, isFix, args[5]).run(args[4], sessions);
        }
        finally
        {
            IoUtil.delete(dir.toFile(), true);
        }
    }

    private static long ns(final String seconds)
    {
        return TimeUnit.SECONDS.toNanos(Integer.parseInt(seconds));
    }

    private void run(final String warmupSeconds, final int sessions) throws IOException
    {
        try (HiccupMeter hiccups = new HiccupMeter())
        {
            open(RATE_SESSIONS);
            load.links(links);
            load.saturate(ns(warmupSeconds) / 2, WINDOW);
            load.constantRate(ns(warmupSeconds) / 2, rates(isFix).getLast());
            hiccups.reset();
            measureRates();
            figures
                .put(Measurements.HICCUP_P999, hiccups.lateNs(99.9))
                .put(Measurements.HICCUP_MAX, hiccups.lateNs(100));
            putIdle("idle.fewNsPerSecond");
            open(sessions);
            putIdle("idle.manyNsPerSecond");
            saturate();
        }
        finally
        {
            CloseHelper.closeAll(links);
        }
        System.out.println(figures.line());
    }

    private void measureRates() throws IOException
    {
        final Map<String, Long> before = server.threadTimes();
        figures.put(CLOSED, load.closedLoop(measureNs));
        for (final int rate : rates(isFix))
        {
            figures.put(AT_RATE + rate, load.constantRate(measureNs, rate));
        }
        putCounters("rates", used(before, server.threadTimes()));
    }

    private void saturate() throws IOException
    {
        load.saturate(measureNs / 2, WINDOW);
        final Map<String, Long> before = server.threadTimes();
        final long answered = load.answered();
        figures.put(Measurements.PER_SECOND, load.saturate(measureNs, WINDOW));
        final long transactions = load.answered() - answered;
        final Map<String, Long> used = used(before, server.threadTimes());
        putCounters("saturated", used);
        putCosts(used, transactions);
    }

    private void open(final int count) throws IOException
    {
        while (links.size() < count)
        {
            links.add(contestant.open(server, isFix, links.size() + 1, load));
        }
    }

    /** What the threads of a TWIME server use while nothing happens. */
    private void putIdle(final String figure) throws IOException
    {
        if (!isFix)
        {
            final double shares = idleShares(server, TimeUnit.NANOSECONDS.toMillis(measureNs)).values().stream()
                .mapToDouble(Double::doubleValue).sum();
            figures.put(figure, (long)(shares * 1e9));
        }
    }

    /** Share of a core that each thread of a server uses while it is left alone. */
    static Map<String, Double> idleShares(final ServerProcess server, final long forMs) throws IOException
    {
        final Map<String, Long> before = server.threadTimes();
        final long beganNs = System.nanoTime();
        sleep(forMs);
        final Map<String, Long> used = used(before, server.threadTimes());
        final double elapsedNs = System.nanoTime() - beganNs;
        final Map<String, Double> shares = new HashMap<>();
        used.forEach((thread, ns) ->
        {
            if (!thread.startsWith("#"))
            {
                shares.put(thread, ns / elapsedNs);
            }
        });
        return shares;
    }

    static void sleep(final long ms)
    {
        try
        {
            Thread.sleep(ms);
        }
        catch (final InterruptedException ex)
        {
            throw new IllegalStateException("interrupted while the server was idle", ex);
        }
    }

    /** Counters of a venue, and what was used of them. */
    private void putCounters(final String mode, final Map<String, Long> used)
    {
        if (contestant.isVenue())
        {
            figures
                .put(mode + ".publicFirst", used.get(LoadVenue.PUBLIC_FIRST))
                .put(mode + ".late", used.get(LoadVenue.LATE));
        }
        if (contestant.isVenue() && isFix)
        {
            final long samples = Math.max(1, used.get(LoadVenue.FIX_SAMPLES));
            figures
                .put(mode + ".sessionNs", used.get(LoadVenue.FIX_SESSION_NS) / samples)
                .put(mode + ".handlerNs", used.get(LoadVenue.FIX_HANDLER_NS) / samples);
        }
    }

    /** Processor time of every thread that works, for each transaction. */
    private void putCosts(final Map<String, Long> used, final long transactions)
    {
        used.forEach((thread, ns) ->
        {
            if (!thread.startsWith("#") && ns > TimeUnit.MILLISECONDS.toNanos(100))
            {
                figures.put(COST + thread, ns / transactions);
            }
        });
    }

    private static Map<String, Long> used(final Map<String, Long> before, final Map<String, Long> after)
    {
        final Map<String, Long> used = new HashMap<>();
        after.forEach((thread, ns) -> used.put(thread, ns - before.getOrDefault(thread, 0L)));
        return used;
    }
}
