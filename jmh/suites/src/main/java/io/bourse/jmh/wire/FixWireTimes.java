// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

import io.bourse.jmh.loadtest.process.Measurements;
import io.bourse.jmh.suite.Options;

import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * FIX order -> ExecutionReport over TCP through the whole venue, beside a bare QuickFIX/J acceptor, a bare Philadelphia
 * and a bare echo of messages of the same size, all with the same client of bytes in the same run. The contestants take
 * turns, each in fresh processes: what else happens on the machine meets all of them alike.
 *
 * <pre>
 * jmh/run fix [rounds=3] [contestants=TCP,PHILADELPHIA,QUICKFIX,ONE_THREAD] [idle=spin] [durability=ram]
 *     [seconds=4] [warmup=6] [sessions=4] [dir=...] [json=...]
 * </pre>
 *
 * Prints a table in markdown, and writes every figure of every turn as JSON when a file is named. THREADS is a venue
 * with a thread for every room: only with idle=park on a machine with few cores. QuickFIX/J waits in its own way,
 * whatever idle says. For the venue the table also has QuickFIX/J's share of a transaction: the gateway takes the time
 * in its parser and around its Session, and that in the handler that the Session calls, for one message of 61.
 */
public final class FixWireTimes
{
    private static final List<String> DEFAULTS = List.of("rounds=3",
        "contestants=TCP,PHILADELPHIA,QUICKFIX,ONE_THREAD", "idle=spin", "durability=ram", "seconds=4",
        "warmup=6", "sessions=4", "dir=" + System.getProperty("java.io.tmpdir"), "json=");
    private static final List<String> MODES = List.of("closed", "at1000", "at10000");

    private final Turns turns = new Turns();
    private final Options options;

    private FixWireTimes(final Options options)
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
        new FixWireTimes(new Options(DEFAULTS, args)).run();
    }

    private void run() throws IOException
    {
        System.out.println("options: " + options);
        turns.runAll(options, FixRun.class);
        printTimes();
        printCosts();
        turns.writeJson(options.text("json"), "server", "idle");
    }

    private void printTimes()
    {
        System.out.printf("%nmedians of %s rounds; ratios of p50: to TCP and to QuickFIX/J in the same run%n%n",
            options.text("rounds"));
        System.out.println("| server | idle | load | p50 us | to TCP | to QuickFIX/J | p90 us | p99 us | p99.9 us | " +
            "hiccups p99.9 / longest ms |");
        System.out.println("|---|---|---|---|---|---|---|---|---|---|");
        turns.forEach((name, figures) -> MODES.forEach((mode) -> System.out.printf(Locale.ROOT,
            "| %s | %s | %.1f | %s | %s | %.1f | %.1f | %.1f | %.1f / %.1f |%n",
            name, mode, Turns.median(figures, mode + ".p50") / 1e3,
            ratio(FixContestant.TCP, name, mode), ratio(FixContestant.QUICKFIX, name, mode),
            Turns.median(figures, mode + ".p90") / 1e3, Turns.median(figures, mode + ".p99") / 1e3,
            Turns.median(figures, mode + ".p99.9") / 1e3, Turns.median(figures, Measurements.HICCUP_P999) / 1e6,
            Turns.median(figures, Measurements.HICCUP_MAX) / 1e6)));
    }

    private String ratio(final FixContestant to, final String name, final String mode)
    {
        final String other = to + name.substring(name.indexOf(' '));
        return turns.has(other) ? String.format(Locale.ROOT, "%.2f",
            Turns.median(turns.of(name), mode + ".p50") / Turns.median(turns.of(other), mode + ".p50")) : "";
    }

    private void printCosts()
    {
        System.out.printf("%n| server | idle | transactions/s, %s sessions | processor ns of each thread for each | " +
            "QuickFIX/J ns for each message | late answers: rates, saturated |%n|---|---|---|---|---|---|%n",
            options.text("sessions"));
        turns.forEach((name, figures) ->
        {
            final boolean isVenue = FixContestant.valueOf(name.substring(0, name.indexOf(' '))).isVenue();
            System.out.printf(Locale.ROOT, "| %s | %,.0f | %s | %s | %s |%n", name,
                Turns.median(figures, Measurements.PER_SECOND), Turns.costs(figures),
                isVenue ? share(figures) : "",
                isVenue ? Turns.late(figures) : "");
        });
    }

    /** Of the closed loop and the rates; the share is of the median round trip of the closed loop. */
    private static String share(final List<Measurements> figures)
    {
        final double sessionNs = Turns.median(figures, "rates.sessionNs");
        return String.format(Locale.ROOT, "%,.0f (%.1f %% of a closed round trip), handler %,.0f", sessionNs,
            100 * sessionNs / Turns.median(figures, "closed.p50"), Turns.median(figures, "rates.handlerNs"));
    }
}
