// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.host;

import io.bourse.jmh.loadtest.process.Measurements;
import io.bourse.jmh.suite.Options;
import io.bourse.jmh.suite.MarkdownTable;
import io.bourse.jmh.suite.Turns;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The hosts of the core against each other: round trip of an order and throughput, by durability and by the way threads
 * wait. The contestants take turns, each turn in a fresh JVM with an empty data directory, so that what else happens on
 * the machine meets all of them alike.
 *
 * <pre>
 * jmh/run hosts [rounds=3] [hosts=SOLO,CLUSTER1,CLUSTER1P,CLUSTER3] [durability=RAM,DISK]
 *     [idle=BACKOFF,PATIENT,YIELDING] [seconds=10] [warmup=6] [window=1024] [dir=...] [json=...]
 * </pre>
 *
 * Prints a table in markdown, and writes every figure of every turn as JSON when a file is named.
 */
final class HostComparison
{
    private static final List<String> DEFAULTS = List.of("rounds=3", "hosts=SOLO,CLUSTER1,CLUSTER1P,CLUSTER3",
        "durability=RAM,DISK", "idle=BACKOFF,PATIENT,YIELDING", "seconds=10", "warmup=6", "window=1024",
        "dir=" + System.getProperty("java.io.tmpdir"), "json=");

    private final Turns turns = new Turns("-Xms256m", "-Xmx1g");
    private final List<String> failed = new ArrayList<>();
    private final Options options;

    private HostComparison(final Options options)
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
        new HostComparison(new Options(DEFAULTS, args)).run();
    }

    private void run() throws IOException
    {
        System.out.println("options: " + options);
        final int rounds = options.number("rounds");
        for (int i = 1; i <= rounds; i++)
        {
            for (final String durability : options.list("durability"))
            {
                for (final String idle : options.list("idle"))
                {
                    for (final String host : options.list("hosts"))
                    {
                        turn(i, host, durability, idle);
                    }
                }
            }
        }
        printTable();
        failed.forEach((turn) -> System.out.println("failed: " + turn));
        turns.writeJson(options.text("json"), "host", "durability", "idle");
    }

    /** One that fails is reported and left out: that a layout starves itself is a result too. */
    private void turn(final int round, final String host, final String durability, final String idle)
    {
        final String name = String.join(Turns.SEPARATOR, host, durability, idle);
        try
        {
            turns.run(round, name, HostRun.class, host, durability, idle,
                options.text("warmup"), options.text("seconds"), options.text("window"), options.text("dir"));
        }
        catch (final IOException ex)
        {
            failed.add("round " + round + ": " + name);
            System.out.println("round " + round + ": " + name + ": FAILED " + ex.getMessage());
        }
    }

    private void printTable()
    {
        System.out.printf("%nmedians of %s rounds, lowest to highest in brackets%n%n", options.text("rounds"));
        final List<String> names = new ArrayList<>();
        turns.forEach((name, figures) -> names.add(name));
        final MarkdownTable<String> table = new MarkdownTable<String>()
            .column("host | durability | idle", (name) -> name);
        List.of("p50", "p90", "p99", "p99.9").forEach((percentile) ->
            table.column(percentile + " us", (name) -> range(name, percentile, "%,.1f", 1e3)));
        table.column("commands/s (window " + options.text("window") + ")",
                (name) -> range(name, Measurements.PER_SECOND, "%,.0f", 1))
            .column("hiccups p99.9 / longest ms", (name) -> range(name, Measurements.HICCUP_P999, "%.1f", 1e6) + " / " +
                range(name, Measurements.HICCUP_MAX, "%.1f", 1e6))
            .print(names);
    }

    private String range(final String name, final String figure, final String format, final double unit)
    {
        return Turns.range(format, turns.of(name).stream().mapToDouble((turn) -> turn.get(figure) / unit));
    }
}
