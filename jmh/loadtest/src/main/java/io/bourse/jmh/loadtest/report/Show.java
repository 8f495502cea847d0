// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

import io.bourse.jmh.loadtest.result.Spread;

import java.math.BigDecimal;
import java.math.MathContext;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;

/** Figures for people: the same text on every machine. */
final class Show
{
    /** Where there is no figure. */
    static final String NONE = "-";
    static final double NS_PER_US = 1e3;
    static final double NS_PER_SECOND = 1e9;
    static final double BITS_PER_MBIT = 1e6;
    private static final double BYTES_PER_MIB = 1048576.0;
    private static final MathContext SIGNIFICANT = new MathContext(3);
    private static final long SECONDS_PER_MINUTE = 60;
    private static final long SECONDS_PER_HOUR = 3_600;

    private Show()
    {
    }

    /** A whole number. */
    static String count(final double value)
    {
        return format("#,##0", value);
    }

    /** As many digits as say something. */
    static String number(final double value)
    {
        final double size = Math.abs(value);
        if (value == Math.rint(value) || 1_000 <= size)
        {
            return count(value);
        }
        return format(100 <= size ? "#,##0.#" : 0.1 <= size ? "0.###" : "0.######", value);
    }

    /** As it is, without a unit. */
    static String kept(final double value)
    {
        return format("#,##0.######", value);
    }

    /** Microseconds of nanoseconds, without the unit. */
    static String us(final double ns)
    {
        final double us = ns / NS_PER_US;
        return format(100 <= us ? "#,##0" : "0.0", us);
    }

    /** Part of a whole in per cent. */
    static String percent(final double share)
    {
        final double percent = share * 100;
        return (0.1 <= percent && 99.9 >= percent ? format("0.0", percent) : format("0.###", percent)) + " %";
    }

    /** A duration with its unit. */
    static String time(final double ns)
    {
        if (NS_PER_SECOND * SECONDS_PER_MINUTE <= ns)
        {
            final long seconds = Math.round(ns / NS_PER_SECOND);
            final long minutes = seconds / SECONDS_PER_MINUTE;
            return SECONDS_PER_HOUR <= seconds ? minutes / SECONDS_PER_MINUTE + " h " +
                format("00", minutes % SECONDS_PER_MINUTE) + " min" :
                minutes + " min " + format("00", seconds % SECONDS_PER_MINUTE) + " s";
        }
        if (NS_PER_SECOND <= ns)
        {
            return format("0.0##", ns / NS_PER_SECOND) + " s";
        }
        return 10e6 <= ns ? format("0.0", ns / 1e6) + " ms" : us(ns) + " us";
    }

    /** Megabits of bits, without the unit. */
    static String mbit(final double bits)
    {
        return format("#,##0.0", bits / BITS_PER_MBIT);
    }

    /** A figure with the unit of its dimension. */
    static String figure(final Dimension dimension, final double value)
    {
        return switch (dimension)
        {
            case TIME -> time(value);
            case SHARE -> percent(value);
            case BYTES -> format("#,##0", value / BYTES_PER_MIB) + " MiB";
            case BANDWIDTH -> mbit(value) + " Mbit/s";
            case COUNT -> number(value);
        };
    }

    /** A figure in the unit of a published row, without the unit; in one of ours when the row has none. */
    static String in(final Dimension dimension, final String unit, final double value)
    {
        final double factor = Units.factor(dimension, unit);
        if (1.0 == factor && !"ns".equals(unit) && !"B".equals(unit))
        {
            return figure(dimension, value);
        }
        return Dimension.SHARE == dimension ? format("0.###", value / factor) :
            number(new BigDecimal(value / factor).round(SIGNIFICANT).doubleValue());
    }

    /** The lowest and the highest of several runs, as {@link #in} shows each. */
    static String range(final Dimension dimension, final String unit, final Spread spread)
    {
        return in(dimension, unit, spread.lowest()) + " .. " + in(dimension, unit, spread.highest());
    }

    /** How many times the one is the other. */
    static String ratio(final double ours, final double theirs)
    {
        if (0 == theirs)
        {
            return NONE;
        }
        final double ratio = ours / theirs;
        return 0.1 > ratio ? format("0.##########", new BigDecimal(ratio).round(SIGNIFICANT).doubleValue()) :
            format(100 <= ratio ? "#,##0" : "0.00", ratio);
    }

    /** A change in per cent, with its sign. */
    static String change(final double before, final double after)
    {
        if (before == after)
        {
            return "0.0 %";
        }
        return 0 == before ? NONE : format("+#,##0.0;-#,##0.0", 100 * (after - before) / Math.abs(before)) + " %";
    }

    private static String format(final String pattern, final double value)
    {
        return new DecimalFormat(pattern, DecimalFormatSymbols.getInstance(Locale.ROOT)).format(value);
    }
}
