// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.wire;

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
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/**
 * The turns of all contestants, each measured by a client in a process of its own.
 */
public final class Turns
{
    /** Between the parts of a name. */
    public static final String SEPARATOR = " | ";

    /** What the names of figures begin with that are processor time of a thread for each transaction. */
    static final String COST = "nsEach.";

    private final Map<String, List<Measurements>> figures = new LinkedHashMap<>();

    /** None yet. */
    public Turns()
    {
    }

    /**
     * Runs all rounds of all contestants with every way of waiting.
     *
     * @param options that name them.
     * @param client program that measures one of them.
     * @throws IOException when one gives no figures.
     */
    void runAll(final Options options, final Class<? extends ServerRun> client) throws IOException
    {
        for (int i = 1; i <= options.number("rounds"); i++)
        {
            for (final String idle : options.list("idle"))
            {
                for (final String contestant : options.list("contestants"))
                {
                    run(i, contestant + SEPARATOR + idle, client, contestant, options.text("durability"), idle,
                        options.text("warmup"), options.text("seconds"), options.text("sessions"), options.text("dir"));
                }
            }
        }
    }

    /**
     * Runs one turn and keeps its figures.
     *
     * @param round number of it.
     * @param name of the contestant, parts with {@link #SEPARATOR} between them.
     * @param client program that prints one line of figures.
     * @param args of it.
     * @throws IOException when it gives none.
     */
    public void run(final int round, final String name, final Class<?> client, final String... args)
        throws IOException
    {
        final Process process = JavaProcess.start(
            List.of("-XX:+UseParallelGC", "-Xms512m", "-Xmx512m"), client, args);
        final List<String> lines = process.inputReader().lines().toList();
        final Measurements turn =
            lines.stream().filter(Measurements::isLine).map(Measurements::parse).findFirst().orElseThrow(() ->
                new IOException("a turn gave no figures: contestant=" + name + " output=" + lines));
        figures.computeIfAbsent(name, (key) -> new ArrayList<>()).add(turn);
        System.out.println("round " + round + ": " + name + ": " + turn.line());
    }

    /**
     * All contestants in the order of their first turns.
     *
     * @param action told name and figures of every turn.
     */
    public void forEach(final BiConsumer<String, List<Measurements>> action)
    {
        figures.forEach(action);
    }

    boolean has(final String name)
    {
        return figures.containsKey(name);
    }

    List<Measurements> of(final String name)
    {
        return figures.get(name);
    }

    /**
     * Median of a figure over the turns that have it.
     *
     * @param turns of a contestant.
     * @param figure name of it.
     * @return value.
     */
    public static double median(final List<Measurements> turns, final String figure)
    {
        final double[] sorted = turns.stream().filter((turn) -> turn.names().contains(figure))
            .mapToDouble((turn) -> turn.get(figure)).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    /** Medians of the processor time of each thread for each transaction. */
    static String costs(final List<Measurements> turns)
    {
        final Set<String> threads = new TreeSet<>();
        turns.forEach((turn) -> turn.names().stream().filter((key) -> key.startsWith(COST)).forEach(threads::add));
        return threads.stream()
            .map((thread) -> String.format(
                Locale.ROOT, "%s %,.0f", thread.substring(COST.length()), median(turns, thread)))
            .collect(Collectors.joining(", "));
    }

    /** Share of answers that left before their market data, at the rates and saturated. */
    static String late(final List<Measurements> turns)
    {
        return late(turns, "rates") + ", " + late(turns, "saturated");
    }

    private static String late(final List<Measurements> turns, final String mode)
    {
        final double late = median(turns, mode + ".late");
        return String.format(Locale.ROOT, "%.3f %%", 100 * late / (late + median(turns, mode + ".publicFirst")));
    }

    /**
     * Writes every figure of every turn, when a file is named.
     *
     * @param file to be written, empty for none.
     * @param namesOfParts of the contestants' names.
     * @throws IOException when it cannot be written.
     */
    public void writeJson(final String file, final String... namesOfParts) throws IOException
    {
        if (file.isEmpty())
        {
            return;
        }
        final List<String> turns = new ArrayList<>();
        figures.forEach((name, list) ->
        {
            final String[] parts = name.split(" \\| ");
            final StringBuilder head = new StringBuilder();
            for (int i = 0; i < parts.length; i++)
            {
                head.append('"').append(namesOfParts[i]).append("\": \"").append(parts[i]).append("\", ");
            }
            for (int i = 0; i < list.size(); i++)
            {
                turns.add("  {\"round\": " + (i + 1) + ", " + head + list.get(i).json() + "}");
            }
        });
        Files.writeString(Path.of(file), "[\n" + String.join(",\n", turns) + "\n]\n");
        System.out.println("\nwritten: " + Path.of(file).toAbsolutePath());
    }
}
