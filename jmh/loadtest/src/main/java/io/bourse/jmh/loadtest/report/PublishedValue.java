// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A published text, read as a number.
 *
 * @param value in the unit in which its dimension is kept.
 * @param bound 1 when the text asks for at least that, -1 for at most, 0 when it is a figure and no target.
 */
record PublishedValue(double value, int bound)
{
    private static final Pattern NUMBER = Pattern.compile(
        "(<=|>=|<|>|about|~)?\\s*(\\d[\\d,]*(?:\\.\\d+)?)\\s*([A-Za-z%/]*)");

    /**
     * Reads a text.
     *
     * @param text as published.
     * @param unit of its row.
     * @param dimension of the figure it stands beside.
     * @return empty for words, ranges and empty texts, which are shown and judge nothing.
     */
    static Optional<PublishedValue> parse(final String text, final String unit, final Dimension dimension)
    {
        if (null == text)
        {
            return Optional.empty();
        }
        final Matcher number = NUMBER.matcher(text.strip());
        if (number.matches())
        {
            final String own = number.group(3);
            final double value = Double.parseDouble(number.group(2).replace(",", ""));
            return Optional.of(new PublishedValue(
                value * Units.factor(dimension, own.isEmpty() ? unit : own), bound(number.group(1))));
        }
        final OptionalDouble duration =
            Dimension.TIME == dimension ? Units.duration(text.replaceFirst("^[<>]=?", "")) : OptionalDouble.empty();
        return duration.isEmpty() ? Optional.empty() :
            Optional.of(new PublishedValue(duration.getAsDouble(), bound(text.strip().substring(0, 1))));
    }

    private static int bound(final String sign)
    {
        return null == sign ? 0 : sign.startsWith("<") ? -1 : sign.startsWith(">") ? 1 : 0;
    }
}
