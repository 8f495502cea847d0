// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import io.bourse.jmh.process.Figures;
import io.bourse.jmh.process.HiccupMeter;
import org.agrona.CloseHelper;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One turn of one server, measured by a client in a process of its own: transactions one at a time, at constant rates,
 * and as many as go with many sessions.
 */
final class WireRun
{
    private static final int WINDOW = 8;
    private static final int RATE_SESSIONS = 4;
    private static final int[] RATES = {1_000, 20_000};

    private final Load load = new Load();
    private final Figures figures = new Figures();
    private final ServerProcess server;
    private final boolean isVenue;
    private final long measureNs;

    private WireRun(final ServerProcess server, final boolean isVenue, final long measureNs)
    {
        this.server = server;
        this.isVenue = isVenue;
        this.measureNs = measureNs;
    }

    /**
     * Measures, and prints one line of figures.
     *
     * @param args contestant, durability, idle of the server, seconds of warm-up, seconds of each measurement, sessions
     *     of the largest one, directory for the data.
     * @throws IOException when a process cannot be started or a session not be made.
     */
    public static void main(final String[] args) throws IOException
    {
        final Contestant contestant = Contestant.valueOf(args[0]);
        final long warmupNs = TimeUnit.SECONDS.toNanos(Integer.parseInt(args[3]));
        final long measureNs = TimeUnit.SECONDS.toNanos(Integer.parseInt(args[4]));
        final int sessions = Integer.parseInt(args[5]);
        try (ServerProcess server = contestant.start(args[6], sessions, args[1], args[2]);
            HiccupMeter hiccups = new HiccupMeter())
        {
            final WireRun run = new WireRun(server, contestant.isVenue(), measureNs);
            run.measure(warmupNs, sessions, hiccups);
            System.out.println(run.figures.line());
        }
    }

    private void measure(final long warmupNs, final int sessions, final HiccupMeter hiccups) throws IOException
    {
        final List<Link> links = new ArrayList<>();
        try
        {
            open(links, RATE_SESSIONS);
            load.links(links);
            load.saturate(warmupNs / 2, WINDOW);
            load.constantRate(warmupNs / 2, RATES[RATES.length - 1]);
            hiccups.reset();
            final Map<String, Long> before = server.threadTimes();
            figures.put("closed", load.closedLoop(measureNs));
            for (final int rate : RATES)
            {
                figures.put("at" + rate, load.constantRate(measureNs, rate));
            }
            putAnswers("rates", used(before, server.threadTimes()));
            figures
                .put(Figures.HICCUP_P999, hiccups.lateNs(99.9))
                .put(Figures.HICCUP_MAX, hiccups.lateNs(100));
            idle(links, sessions);
            saturate();
        }
        finally
        {
            CloseHelper.closeAll(links);
        }
    }

    /** What the server's threads use while nothing happens, before and after many sessions more have come. */
    private void idle(final List<Link> links, final int sessions) throws IOException
    {
        figures.put("idle.fewNsPerSecond", nsPerSecond());
        open(links, sessions);
        figures.put("idle.manyNsPerSecond", nsPerSecond());
    }

    private long nsPerSecond() throws IOException
    {
        final Map<String, Long> before = server.threadTimes();
        final long beginNs = System.nanoTime();
        final long pauseMs = TimeUnit.NANOSECONDS.toMillis(measureNs);
        try
        {
            Thread.sleep(pauseMs);
        }
        catch (final InterruptedException ex)
        {
            throw new IllegalStateException("interrupted while the server was idle", ex);
        }
        final long usedNs = used(before, server.threadTimes()).entrySet().stream()
            .filter((entry) -> !entry.getKey().startsWith("#")).mapToLong(Map.Entry::getValue).sum();
        return (long)(usedNs * 1e9 / (System.nanoTime() - beginNs));
    }

    private void saturate() throws IOException
    {
        load.saturate(measureNs / 2, WINDOW);
        final Map<String, Long> before = server.threadTimes();
        final long answered = load.answered();
        figures.put(Figures.PER_SECOND, load.saturate(measureNs, WINDOW));
        final long transactions = load.answered() - answered;
        final Map<String, Long> used = used(before, server.threadTimes());
        putAnswers("saturated", used);
        putCosts(figures, used, transactions);
    }

    /** Processor time of every thread that works, for each transaction. */
    static void putCosts(final Figures figures, final Map<String, Long> used, final long transactions)
    {
        used.forEach((thread, ns) ->
        {
            if (!thread.startsWith("#") && ns > TimeUnit.MILLISECONDS.toNanos(100))
            {
                figures.put("nsEach." + thread, ns / transactions);
            }
        });
    }

    private void putAnswers(final String mode, final Map<String, Long> used)
    {
        if (isVenue)
        {
            figures
                .put(mode + ".publicFirst", used.get(VenueServer.PUBLIC_FIRST))
                .put(mode + ".late", used.get(VenueServer.LATE));
        }
    }

    /** What was used between two moments. */
    static Map<String, Long> used(final Map<String, Long> before, final Map<String, Long> after)
    {
        final Map<String, Long> used = new HashMap<>();
        after.forEach((thread, ns) -> used.put(thread, ns - before.getOrDefault(thread, 0L)));
        return used;
    }

    private void open(final List<Link> links, final int count) throws IOException
    {
        final InetSocketAddress address = server.address();
        while (links.size() < count)
        {
            links.add(isVenue ?
                new TwimeLink(address, VenueServer.login(links.size() + 1), VenueServer.ACCOUNT, load) :
                new EchoLink(address, load));
        }
    }
}
