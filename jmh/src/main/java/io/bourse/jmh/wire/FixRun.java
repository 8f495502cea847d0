// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import io.bourse.jmh.process.Figures;
import io.bourse.jmh.process.HiccupMeter;
import org.agrona.CloseHelper;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One turn of one FIX server, measured by a client in a process of its own: transactions one at a time, at constant
 * rates, and as many as go.
 */
final class FixRun
{
    /** Constant rates, transactions a second. */
    static final int[] RATES = {1_000, 10_000};
    private static final int WINDOW = 8;
    private static final int RATE_SESSIONS = 4;

    private final Load load = new Load();
    private final Figures figures = new Figures();
    private final ServerProcess server;
    private final boolean isVenue;
    private final long measureNs;

    private FixRun(final ServerProcess server, final boolean isVenue, final long measureNs)
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
        final FixContestant contestant = FixContestant.valueOf(args[0]);
        final long warmupNs = TimeUnit.SECONDS.toNanos(Integer.parseInt(args[3]));
        final long measureNs = TimeUnit.SECONDS.toNanos(Integer.parseInt(args[4]));
        final int sessions = Math.max(RATE_SESSIONS, Integer.parseInt(args[5]));
        try (ServerProcess server = contestant.start(args[6], sessions, args[1], args[2]);
            HiccupMeter hiccups = new HiccupMeter())
        {
            final FixRun run = new FixRun(server, contestant.isVenue(), measureNs);
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
            putCounters("rates", WireRun.used(before, server.threadTimes()));
            figures
                .put(Figures.HICCUP_P999, hiccups.lateNs(99.9))
                .put(Figures.HICCUP_MAX, hiccups.lateNs(100));
            open(links, sessions);
            load.saturate(measureNs / 2, WINDOW);
            final Map<String, Long> beforeSaturated = server.threadTimes();
            final long answered = load.answered();
            figures.put(Figures.PER_SECOND, load.saturate(measureNs, WINDOW));
            final Map<String, Long> used = WireRun.used(beforeSaturated, server.threadTimes());
            putCounters("saturated", used);
            WireRun.putCosts(figures, used, load.answered() - answered);
        }
        finally
        {
            CloseHelper.closeAll(links);
        }
    }

    private void putCounters(final String mode, final Map<String, Long> used)
    {
        if (isVenue)
        {
            final long samples = Math.max(1, used.get(VenueServer.SAMPLES));
            figures
                .put(mode + ".sessionNs", used.get(VenueServer.SESSION_NS) / samples)
                .put(mode + ".handlerNs", used.get(VenueServer.HANDLER_NS) / samples)
                .put(mode + ".publicFirst", used.get(VenueServer.PUBLIC_FIRST))
                .put(mode + ".late", used.get(VenueServer.LATE));
        }
    }

    private void open(final List<Link> links, final int count) throws IOException
    {
        while (links.size() < count)
        {
            links.add(new FixLink(server.address(), VenueServer.login(links.size() + 1), load));
        }
    }
}
