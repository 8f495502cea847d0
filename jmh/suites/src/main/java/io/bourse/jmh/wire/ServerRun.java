// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import io.bourse.deploy.day.HiccupMeter;
import io.bourse.jmh.loadtest.process.Measurements;
import io.bourse.jmh.loadtest.process.ServerProcess;
import io.bourse.jmh.loadtest.venue.LoadVenue;
import org.agrona.CloseHelper;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * One turn of one server, measured by a client in a process of its own: transactions one at a time, at constant rates,
 * and as many as go with many sessions.
 */
abstract class ServerRun
{
    static final int RATE_SESSIONS = 4;
    private static final int WINDOW = 8;

    final Load load = new Load();
    final Measurements figures = new Measurements();
    final ServerProcess server;
    final boolean isVenue;
    final long measureNs;
    private final int[] rates;

    /**
     * A turn that is measured by {@link #run}.
     *
     * @param server running.
     * @param isVenue whether it is more than bytes that come and go.
     * @param measureSeconds of each measurement.
     * @param rates transactions a second.
     */
    ServerRun(final ServerProcess server, final boolean isVenue, final String measureSeconds, final int... rates)
    {
        this.server = server;
        this.isVenue = isVenue;
        this.measureNs = ns(measureSeconds);
        this.rates = rates;
    }

    private static long ns(final String seconds)
    {
        return TimeUnit.SECONDS.toNanos(Integer.parseInt(seconds));
    }

    /**
     * Measures, and prints one line of figures.
     *
     * @param warmupSeconds before.
     * @param sessions of the largest measurement.
     * @throws IOException when a session cannot be made.
     */
    final void run(final String warmupSeconds, final int sessions) throws IOException
    {
        final List<Link> links = new ArrayList<>();
        try (HiccupMeter hiccups = new HiccupMeter())
        {
            open(links, RATE_SESSIONS);
            load.links(links);
            load.saturate(ns(warmupSeconds) / 2, WINDOW);
            load.constantRate(ns(warmupSeconds) / 2, rates[rates.length - 1]);
            hiccups.reset();
            measureRates();
            figures
                .put(Measurements.HICCUP_P999, hiccups.lateNs(99.9))
                .put(Measurements.HICCUP_MAX, hiccups.lateNs(100));
            openAll(links, sessions);
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
        figures.put("closed", load.closedLoop(measureNs));
        for (final int rate : rates)
        {
            figures.put("at" + rate, load.constantRate(measureNs, rate));
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

    private void open(final List<Link> links, final int count) throws IOException
    {
        while (links.size() < count)
        {
            links.add(open(links.size() + 1));
        }
    }

    /** Opens the sessions of the largest measurement. */
    void openAll(final List<Link> links, final int sessions) throws IOException
    {
        open(links, sessions);
    }

    /** Opens a session, from 1. */
    abstract Link open(int number) throws IOException;

    /** Counters of a venue, and what was used of them. */
    void putCounters(final String mode, final Map<String, Long> used)
    {
        if (isVenue)
        {
            figures
                .put(mode + ".publicFirst", used.get(LoadVenue.PUBLIC_FIRST))
                .put(mode + ".late", used.get(LoadVenue.LATE));
        }
    }

    /** Processor time of every thread that works, for each transaction. */
    private void putCosts(final Map<String, Long> used, final long transactions)
    {
        used.forEach((thread, ns) ->
        {
            if (!thread.startsWith("#") && ns > TimeUnit.MILLISECONDS.toNanos(100))
            {
                figures.put(Turns.COST + thread, ns / transactions);
            }
        });
    }

    /** What was used between two moments. */
    static Map<String, Long> used(final Map<String, Long> before, final Map<String, Long> after)
    {
        final Map<String, Long> used = new HashMap<>();
        after.forEach((thread, ns) -> used.put(thread, ns - before.getOrDefault(thread, 0L)));
        return used;
    }
}
