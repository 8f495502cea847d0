// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.field;

import io.bourse.gateway.fix.wire.FixReader;

/**
 * Times of received messages as nanoseconds since the Unix epoch.
 */
public final class FixTimes
{
    public static final long INVALID = -1;
    public static final long NS_PER_DAY = 86_400_000_000_000L;
    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final int DATE_LENGTH = 8;
    private static final int SECONDS_LENGTH = 17;
    private static final int MAX_LENGTH = 27;
    private static final int[] DAYS_BEFORE = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};
    private static final int[] DAYS_OF = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    private static final int FIRST_YEAR = 1970;
    private static final int LAST_YEAR = 2261;

    private FixTimes()
    {
    }

    /** End of a day, LocalMktDate: YYYYMMDD. */
    public static long endOfDate(final FixReader message, final int index)
    {
        final long days = DATE_LENGTH == message.length(index) ?
            days(message.bytes(), message.offset(index)) : INVALID;
        return INVALID == days ? INVALID : (days + 1) * NS_PER_DAY;
    }

    /** UTCTimestamp: YYYYMMDD-HH:MM:SS, perhaps with a point and three to nine digits. */
    public static long timestamp(final FixReader message, final int index)
    {
        final int length = message.length(index);
        if (length < SECONDS_LENGTH || length > MAX_LENGTH)
        {
            return INVALID;
        }
        final byte[] bytes = message.bytes();
        final int at = message.offset(index);
        final long days = days(bytes, at);
        final int hour = number(bytes, at + 9, 2);
        final int minute = number(bytes, at + 12, 2);
        final int second = number(bytes, at + 15, 2);
        final long fraction = fraction(bytes, at + SECONDS_LENGTH, length - SECONDS_LENGTH);
        if (INVALID == days || '-' != bytes[at + 8] || ':' != bytes[at + 11] || ':' != bytes[at + 14] ||
            hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59 || INVALID == fraction)
        {
            return INVALID;
        }
        return days * NS_PER_DAY + ((hour * 60L + minute) * 60L + second) * NS_PER_SECOND + fraction;
    }

    /** YYYYMMDD of a day. */
    public static int date(final long epochNs)
    {
        long days = epochNs / NS_PER_DAY;
        int year = FIRST_YEAR;
        while (days >= (isLeap(year) ? 366 : 365))
        {
            days -= isLeap(year) ? 366 : 365;
            year++;
        }
        int month = 11;
        while (days < daysBefore(year, month))
        {
            month--;
        }
        return (year * 100 + month + 1) * 100 + (int)(days - daysBefore(year, month)) + 1;
    }

    private static long days(final byte[] bytes, final int at)
    {
        final int year = number(bytes, at, 4);
        final int month = number(bytes, at + 4, 2);
        final int day = number(bytes, at + 6, 2);
        if (year < FIRST_YEAR || year > LAST_YEAR || month < 1 || month > 12 || day < 1)
        {
            return INVALID;
        }
        final int daysOfMonth = DAYS_OF[month - 1] + (2 == month && isLeap(year) ? 1 : 0);
        if (day > daysOfMonth)
        {
            return INVALID;
        }
        final int before = year - 1;
        final long daysOfYears = before * 365L + before / 4 - before / 100 + before / 400;
        return daysOfYears - 719_162 + daysBefore(year, month - 1) + day - 1;
    }

    private static int daysBefore(final int year, final int month)
    {
        return DAYS_BEFORE[month] + (month > 1 && isLeap(year) ? 1 : 0);
    }

    private static boolean isLeap(final int year)
    {
        return 0 == year % 4 && (0 != year % 100 || 0 == year % 400);
    }

    private static long fraction(final byte[] bytes, final int at, final int length)
    {
        if (0 == length)
        {
            return 0;
        }
        if ('.' != bytes[at] || length < 4)
        {
            return INVALID;
        }
        long value = 0;
        for (int i = 1; i <= 9; i++)
        {
            final int digit = i < length ? bytes[at + i] - '0' : 0;
            if (digit < 0 || digit > 9)
            {
                return INVALID;
            }
            value = value * 10 + digit;
        }
        return value;
    }

    private static int number(final byte[] bytes, final int at, final int digits)
    {
        int value = 0;
        for (int i = at; i < at + digits; i++)
        {
            final int digit = bytes[i] - '0';
            if (digit < 0 || digit > 9)
            {
                return -1;
            }
            value = value * 10 + digit;
        }
        return value;
    }
}
