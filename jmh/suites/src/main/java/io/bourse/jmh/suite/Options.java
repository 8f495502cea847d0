// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.suite;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Options given as {@code key=value}, each with a default.
 */
public final class Options
{
    private final Map<String, String> values = new TreeMap<>();

    /**
     * Options of a program.
     *
     * @param defaults every key there is, as {@code key=value}.
     * @param args given, each {@code key=value}.
     * @throws IllegalArgumentException when a key is unknown.
     */
    public Options(final List<String> defaults, final String... args)
    {
        defaults.forEach(this::put);
        for (final String arg : args)
        {
            final String key = arg.substring(0, Math.max(0, arg.indexOf('=')));
            if (!values.containsKey(key))
            {
                throw new IllegalArgumentException("option is unknown: option=" + arg + " options=" + values);
            }
            put(arg);
        }
    }

    private void put(final String option)
    {
        final int at = option.indexOf('=');
        values.put(option.substring(0, at), option.substring(at + 1));
    }

    /**
     * A value.
     *
     * @return as given.
     */
    public String text(final String key)
    {
        return values.get(key);
    }

    /**
     * A whole number.
     *
     * @return value.
     */
    public int number(final String key)
    {
        return Integer.parseInt(values.get(key));
    }

    /**
     * Values between commas.
     *
     * @param key of them.
     * @return in their order.
     */
    public List<String> list(final String key)
    {
        return Arrays.asList(values.get(key).split(","));
    }

    @Override
    public String toString()
    {
        return values.toString();
    }
}
