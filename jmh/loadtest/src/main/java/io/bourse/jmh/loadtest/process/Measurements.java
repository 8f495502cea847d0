// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.process;

import org.HdrHistogram.Histogram;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What one run has given, as it is passed from the process that measured to the one that prints. Times are
 * nanoseconds.
 */
public final class Measurements
{
    /** Name of a figure. */
    public static final String P50 = "p50";
    /** Name of a figure. */
    public static final String P90 = "p90";
    /** Name of a figure. */
    public static final String P99 = "p99";
    /** Name of a figure. */
    public static final String P999 = "p99.9";
    /** Name of a figure. */
    public static final String MAX = "max";
    /** Name of a figure. */
    public static final String COUNT = "count";
    /** Name of a figure. */
    public static final String ROUND_TRIPS = "roundTrips";
    /** Name of a figure. */
    public static final String PER_SECOND = "perSecond";
    /** Name of a figure. */
    public static final String HICCUP_P999 = "hiccupP99.9";
    /** Name of a figure. */
    public static final String HICCUP_MAX = "hiccupMax";

    /** Begins a line of figures. */
    static final String PREFIX = "FIGURES ";

    private final Map<String, Long> values = new TreeMap<>();

    /**
     * Notes a figure.
     *
     * @return this.
     */
    public Measurements put(final String name, final long value)
    {
        values.put(name, value);
        return this;
    }

    /**
     * Notes a distribution: percentiles, largest and count.
     *
     * @param name of it; that of a figure follows after a dot.
     * @return this.
     */
    public Measurements put(final String name, final Histogram histogram)
    {
        return put(name + "." + P50, histogram.getValueAtPercentile(50))
            .put(name + "." + P90, histogram.getValueAtPercentile(90))
            .put(name + "." + P99, histogram.getValueAtPercentile(99))
            .put(name + "." + P999, histogram.getValueAtPercentile(99.9))
            .put(name + "." + MAX, histogram.getMaxValue())
            .put(name + "." + COUNT, histogram.getTotalCount());
    }

    /**
     * A figure.
     *
     * @return its value.
     */
    public long get(final String name)
    {
        return values.get(name);
    }

    /**
     * One line, for {@link #parse}.
     *
     * @return the line.
     */
    public String line()
    {
        return PREFIX + values.entrySet().stream()
            .map((entry) -> entry.getKey() + "=" + entry.getValue()).collect(Collectors.joining(" "));
    }

    /**
     * Whether a process printed figures here.
     *
     * @param line printed.
     * @return true for what {@link #line} gives.
     */
    public static boolean isLine(final String line)
    {
        return line.startsWith(PREFIX);
    }

    /**
     * Reads a line back.
     *
     * @param line of {@link #line}.
     * @return figures.
     */
    public static Measurements parse(final String line)
    {
        final Measurements figures = new Measurements();
        Arrays.stream(line.substring(PREFIX.length()).split(" ")).forEach((field) ->
        {
            final int at = field.indexOf('=');
            figures.put(field.substring(0, at), Long.parseLong(field.substring(at + 1)));
        });
        return figures;
    }

    /**
     * The figures as members of a JSON object.
     *
     * @return without braces.
     */
    public String json()
    {
        return values.entrySet().stream()
            .map((entry) -> "\"" + entry.getKey() + "\": " + entry.getValue()).collect(Collectors.joining(", "));
    }

    /**
     * What was noted.
     *
     * @return figures by name.
     */
    public Map<String, Long> values()
    {
        return values;
    }
}
