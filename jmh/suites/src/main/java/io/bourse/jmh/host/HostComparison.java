// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.host;

import io.bourse.jmh.loadtest.process.JavaProcess;
import io.bourse.jmh.loadtest.process.Measurements;
import io.bourse.jmh.suite.Options;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

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
public final class HostComparison
{
    private static final List<String> DEFAULTS = List.of("rounds=3", "hosts=SOLO,CLUSTER1,CLUSTER1P,CLUSTER3",
        "durability=RAM,DISK", "idle=BACKOFF,PATIENT,YIELDING", "seconds=10", "warmup=6", "window=1024",
        "dir=" + System.getProperty("java.io.tmpdir"), "json=");

    private final Map<String, List<Measurements>> figures = new LinkedHashMap<>();
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
        if (!options.text("json").isEmpty())
        {
            writeJson(Path.of(options.text("json")));
        }
    }

    private void turn(final int round, final String host, final String durability, final String idle)
        throws IOException
    {
        final Process process = JavaProcess.start(
            List.of("-XX:+UseParallelGC", "-Xms256m", "-Xmx1g"), HostRun.class, host, durability, idle,
            options.text("warmup"), options.text("seconds"), options.text("window"), options.text("dir"));
        final List<String> lines = process.inputReader().lines().toList();
        final String name = host + " | " + durability + " | " + idle;
        final Measurements turn =
            lines.stream().filter(Measurements::isLine).map(Measurements::parse).findFirst().orElse(null);
        if (null == turn)
        {
            // A layout that starves itself is a result too; what the process said went to the standard error.
            failed.add("round " + round + ": " + name);
            System.out.println("round " + round + ": " + name + ": FAILED output=" + lines);
            return;
        }
        // Rounds that failed leave holes: the place in the list is not the number.
        figures.computeIfAbsent(name, (key) -> new ArrayList<>()).add(turn.put("round", round));
        System.out.println("round " + round + ": " + name + ": " + turn);
    }

    private void printTable()
    {
        System.out.printf("%nmedians of %s rounds, lowest to highest in brackets%n%n", options.text("rounds"));
        System.out.println("| host | durability | idle | p50 us | p90 us | p99 us | p99.9 us | commands/s (window " +
            options.text("window") + ") | hiccups p99.9 / longest ms |");
        System.out.println("|---|---|---|---|---|---|---|---|---|");
        figures.forEach((name, turns) -> System.out.println("| " + name +
            " | " + range(turns, (turn) -> turn.get(Measurements.P50) / 1e3, "%,.1f") +
            " | " + range(turns, (turn) -> turn.get(Measurements.P90) / 1e3, "%,.1f") +
            " | " + range(turns, (turn) -> turn.get(Measurements.P99) / 1e3, "%,.1f") +
            " | " + range(turns, (turn) -> turn.get(Measurements.P999) / 1e3, "%,.1f") +
            " | " + range(turns, (turn) -> turn.get(Measurements.PER_SECOND), "%,.0f") +
            " | " + range(turns, (turn) -> turn.get(Measurements.HICCUP_P999) / 1e6, "%.1f") +
            " / " + range(turns, (turn) -> turn.get(Measurements.HICCUP_MAX) / 1e6, "%.1f") + " |"));
    }

    private static String range(
        final List<Measurements> turns, final ToDoubleFunction<Measurements> figure, final String format)
    {
        final double[] sorted = turns.stream().mapToDouble(figure).sorted().toArray();
        return String.format(Locale.ROOT, format + " [" + format + ".." + format + "]",
            sorted[sorted.length / 2], sorted[0], sorted[sorted.length - 1]);
    }

    private void writeJson(final Path file) throws IOException
    {
        final List<String> turns = new ArrayList<>();
        figures.forEach((name, list) ->
        {
            final String[] fields = name.split(" \\| ");
            list.forEach((turn) -> turns.add(String.format(
                "  {\"host\": \"%s\", \"durability\": \"%s\", \"idle\": \"%s\", %s}",
                fields[0], fields[1], fields[2], turn.json())));
        });
        Files.writeString(file, "[\n" + String.join(",\n", turns) + "\n]\n");
        System.out.println("\nwritten: " + file.toAbsolutePath());
    }
}
