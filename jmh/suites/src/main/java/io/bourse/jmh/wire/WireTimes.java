// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import io.bourse.jmh.loadtest.process.Measurements;
import io.bourse.jmh.suite.Options;

import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * TWIME order -> answer over TCP through the whole venue, against a bare echo of the same bytes in the same run. The
 * contestants take turns, each in fresh processes: what else happens on the machine meets all of them alike.
 *
 * <pre>
 * jmh/run twime [rounds=3] [contestants=ECHO,THREADS,ONE_THREAD] [idle=park,spin] [durability=ram]
 *     [seconds=10] [warmup=10] [sessions=300] [dir=...] [json=...]
 * </pre>
 *
 * Prints a table in markdown, and writes every figure of every turn as JSON when a file is named.
 */
public final class WireTimes
{
    private static final List<String> DEFAULTS = List.of("rounds=3", "contestants=ECHO,THREADS,ONE_THREAD",
        "idle=park,spin", "durability=ram", "seconds=10", "warmup=10", "sessions=300",
        "dir=" + System.getProperty("java.io.tmpdir"), "json=");
    private static final List<String> MODES = List.of("closed", "at1000", "at20000");

    private final Turns turns = new Turns();
    private final Options options;

    private WireTimes(final Options options)
    {
        this.options = options;
    }

    /**
     * Runs all contestants.
     *
     * @param args options.
     * @throws IOException when a process cannot be started or the file not be written.
     */
    public static void main(final String[] args) throws IOException
    {
        new WireTimes(new Options(DEFAULTS, args)).run();
    }

    private void run() throws IOException
    {
        System.out.println("options: " + options);
        turns.runAll(options, WireRun.class);
        printTimes();
        printCosts();
        turns.writeJson(options.text("json"), "server", "idle");
    }

    private void printTimes()
    {
        System.out.printf("%nmedians of %s rounds; ratio: to the echo that waits alike%n%n", options.text("rounds"));
        System.out.println("| server | idle | load | p50 us | ratio | p90 us | p99 us | p99.9 us | " +
            "hiccups p99.9 / longest ms |");
        System.out.println("|---|---|---|---|---|---|---|---|---|");
        turns.forEach((name, figures) -> MODES.forEach((mode) ->
        {
            final String echo = "ECHO" + name.substring(name.indexOf(' '));
            final double p50 = Turns.median(figures, mode + ".p50");
            final String ratio = turns.has(echo) ?
                String.format(Locale.ROOT, "%.2f", p50 / Turns.median(turns.of(echo), mode + ".p50")) : "";
            System.out.printf(Locale.ROOT, "| %s | %s | %.1f | %s | %.1f | %.1f | %.1f | %.1f / %.1f |%n",
                name, mode, p50 / 1e3, ratio,
                Turns.median(figures, mode + ".p90") / 1e3, Turns.median(figures, mode + ".p99") / 1e3,
                Turns.median(figures, mode + ".p99.9") / 1e3, Turns.median(figures, Measurements.HICCUP_P999) / 1e6,
                Turns.median(figures, Measurements.HICCUP_MAX) / 1e6);
        }));
    }

    private void printCosts()
    {
        System.out.printf("%n| server | idle | transactions/s, %s sessions | processor ns of each thread for each | " +
            "idle, 4 and %s sessions: processor share | late answers: rates, saturated |%n|---|---|---|---|---|---|%n",
            options.text("sessions"), options.text("sessions"));
        turns.forEach((name, figures) ->
        {
            System.out.printf(Locale.ROOT, "| %s | %,.0f | %s | %.1f %%, %.1f %% | %s |%n", name,
                Turns.median(figures, Measurements.PER_SECOND), Turns.costs(figures),
                Turns.median(figures, "idle.fewNsPerSecond") / 1e7, Turns.median(figures, "idle.manyNsPerSecond") / 1e7,
                name.startsWith("ECHO") ? "" : Turns.late(figures));
        });
    }
}
