// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.top;

import java.util.Locale;

/**
 * Numbers with their units, short enough for a screen.
 */
final class DisplayUnits
{
    private static final String[] BYTE_UNITS = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    private static final int BYTES_PER_UNIT = 1024;
    private static final int SECONDS_PER_MINUTE = 60;
    private static final int SECONDS_PER_HOUR = 3_600;
    private static final int SECONDS_PER_DAY = 86_400;
    private static final int MOST_HOURS = 48;
    private static final int MANY = 100;
    private static final int MS_PER_SECOND = 1_000;

    private DisplayUnits()
    {
    }

    static String count(final double value)
    {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    /** A rate: whole when it is large. */
    static String rate(final double perSecond)
    {
        return perSecond >= MANY || 0 == perSecond ? count(perSecond) :
            String.format(Locale.ROOT, "%.1f", perSecond);
    }

    static String bytes(final double bytes)
    {
        double value = bytes;
        int unit = 0;
        while (value >= BYTES_PER_UNIT && unit < BYTE_UNITS.length - 1)
        {
            value /= BYTES_PER_UNIT;
            unit++;
        }
        return String.format(Locale.ROOT, 0 == unit || value >= MANY ? "%.0f %s" : "%.1f %s", value, BYTE_UNITS[unit]);
    }

    static String perCent(final double part, final double whole)
    {
        return 0 == whole ? "-" : String.format(Locale.ROOT, "%.0f %%", MANY * part / whole);
    }

    /** How long something takes or lasts: ms, s, min, h or d. */
    static String time(final double seconds)
    {
        if (seconds < 1)
        {
            return String.format(Locale.ROOT, "%.0f ms", seconds * MS_PER_SECOND);
        }
        if (seconds < 2 * SECONDS_PER_MINUTE)
        {
            return String.format(Locale.ROOT, "%.1f s", seconds);
        }
        if (seconds < 2 * SECONDS_PER_HOUR)
        {
            return count(Math.floor(seconds / SECONDS_PER_MINUTE)) + " min";
        }
        return seconds < (double)MOST_HOURS * SECONDS_PER_HOUR ?
            count(Math.floor(seconds / SECONDS_PER_HOUR)) + " h" :
            count(Math.floor(seconds / SECONDS_PER_DAY)) + " d";
    }
}
