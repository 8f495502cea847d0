// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.suite;

import io.bourse.jmh.loadtest.process.JavaProcess;
import io.bourse.jmh.loadtest.process.Measurements;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * The turns of all contestants, each measured by a client in a process of its own.
 */
public final class Turns
{
    /** Between the parts of a name. */
    public static final String SEPARATOR = " | ";

    private final Map<String, List<Measurements>> figures = new LinkedHashMap<>();
    private final List<String> jvmOptions;

    /**
     * None yet.
     *
     * @param jvmOptions of the clients.
     */
    public Turns(final String... jvmOptions)
    {
        this.jvmOptions = Stream.concat(Stream.of("-XX:+UseParallelGC"), Stream.of(jvmOptions)).toList();
    }

    /**
     * Runs one turn and keeps its figures.
     *
     * @param round number of it.
     * @param name of the contestant, parts with {@link #SEPARATOR} between them.
     * @param client program that prints one line of figures.
     * @throws IOException when it gives none.
     */
    public void run(final int round, final String name, final Class<?> client, final String... args)
        throws IOException
    {
        final Measurements turn = JavaProcess.run(name, jvmOptions, client, args).figures();
        System.out.println("round " + round + ": " + name + ": " + turn.line());
        figures.computeIfAbsent(name, (key) -> new ArrayList<>()).add(turn.put("round", round));
    }

    /**
     * All contestants in the order of their first turns.
     *
     * @param action receives name and figures of every turn.
     */
    public void forEach(final BiConsumer<String, List<Measurements>> action)
    {
        figures.forEach(action);
    }

    /**
     * The turns of a contestant.
     *
     * @param name of the contestant.
     * @return figures of its turns, none if it had none.
     */
    public List<Measurements> of(final String name)
    {
        return figures.getOrDefault(name, List.of());
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
        final double[] sorted = turns.stream().filter((turn) -> turn.values().containsKey(figure))
            .mapToDouble((turn) -> turn.get(figure)).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    /**
     * Median of a figure as text.
     *
     * @param turns of a contestant.
     * @param figure name of it.
     * @param format of the number.
     * @param unit that it is divided by.
     * @return text.
     */
    public static String text(
        final List<Measurements> turns, final String figure, final String format, final double unit)
    {
        return String.format(Locale.ROOT, format, median(turns, figure) / unit);
    }

    /**
     * Median, lowest and highest of some values.
     *
     * @param format of each.
     * @param values at least one.
     * @return text, the lowest and the highest in brackets.
     */
    public static String range(final String format, final DoubleStream values)
    {
        final double[] sorted = values.sorted().toArray();
        return String.format(Locale.ROOT, format + " [" + format + ".." + format + "]",
            sorted[sorted.length / 2], sorted[0], sorted[sorted.length - 1]);
    }

    /**
     * How late an idle thread of the client woke up meanwhile.
     *
     * @param turns of a contestant.
     * @param prefix of the figures.
     * @return 99.9 % and the longest, in milliseconds.
     */
    public static String hiccups(final List<Measurements> turns, final String prefix)
    {
        return text(turns, prefix + Measurements.HICCUP_P999, "%.1f", 1e6) + " / " +
            text(turns, prefix + Measurements.HICCUP_MAX, "%.1f", 1e6);
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
            list.forEach((turn) -> turns.add("  {" + head + turn.json() + "}"));
        });
        Files.writeString(Path.of(file), "[\n" + String.join(",\n", turns) + "\n]\n");
        System.out.println("\nwritten: " + Path.of(file).toAbsolutePath());
    }
}
