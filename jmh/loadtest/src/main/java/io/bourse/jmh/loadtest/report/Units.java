// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Units as published tables have them, and the one in which a dimension is kept. */
final class Units
{
    private static final Map<String, Double> TIMES = Map.of(
        "ns", 1.0, "us", 1e3, "ms", 1e6, "s", 1e9, "sec", 1e9, "min", 60e9, "h", 3_600e9);
    private static final Map<String, Double> BYTES = Map.of(
        "b", 1.0, "kb", 1e3, "mb", 1e6, "gb", 1e9, "kib", 1024.0, "mib", 1048576.0, "gib", 1073741824.0);
    private static final Map<String, Double> BANDWIDTHS = Map.of(
        "bit/s", 1.0, "kbit/s", 1e3, "mbit/s", 1e6, "gbit/s", 1e9);
    private static final Map<String, Double> COUNTS = Map.of(
        "k", 1e3, "thousand", 1e3, "m", 1e6, "mio", 1e6, "million", 1e6, "bn", 1e9, "billion", 1e9);
    private static final Pattern DURATION = Pattern.compile("(\\d+(?:\\.\\d+)?) ?(ns|us|ms|s|sec|min|h)\\b");

    private Units()
    {
    }

    /**
     * How much of the unit in which the dimension is kept one of this unit is.
     *
     * @param dimension of a figure.
     * @param unit as published; what is not known is 1.
     * @return the factor.
     */
    static double factor(final Dimension dimension, final String unit)
    {
        final String name = null == unit ? "" : unit.toLowerCase(Locale.ROOT);
        return switch (dimension)
        {
            case TIME -> TIMES.getOrDefault(name, 1.0);
            case SHARE -> name.startsWith("%") ? 1e-2 : 1.0;
            case BYTES -> BYTES.getOrDefault(name, 1.0);
            case BANDWIDTH -> BANDWIDTHS.getOrDefault(name, 1.0);
            case COUNT -> COUNTS.getOrDefault(name.replace("/s", ""), 1.0);
        };
    }

    /**
     * A duration made of parts, for instance {@code 1 h 08 min}.
     *
     * @param text of nothing else.
     * @return nanoseconds; empty when the text is something else.
     */
    static OptionalDouble duration(final String text)
    {
        final Matcher parts = DURATION.matcher(text);
        double ns = 0;
        int end = 0;
        while (parts.find() && text.substring(end, parts.start()).isBlank())
        {
            ns += Double.parseDouble(parts.group(1)) * TIMES.get(parts.group(2));
            end = parts.end();
        }
        return 0 == end || !text.substring(end).isBlank() ? OptionalDouble.empty() : OptionalDouble.of(ns);
    }
}
