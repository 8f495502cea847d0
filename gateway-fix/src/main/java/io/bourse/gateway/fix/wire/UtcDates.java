// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.wire;

/**
 * Dates and UTCTimestamps in bytes, and days since the Unix epoch; by eras of 400 years that begin in March.
 */
public final class UtcDates
{
    /** Not a date, not a time. */
    public static final long INVALID = -1;
    /** Bytes of YYYYMMDD. */
    public static final int DATE_LENGTH = 8;
    /** Bytes of YYYYMMDD-HH:MM:SS. */
    public static final int SECONDS_LENGTH = 17;
    private static final int FIRST_YEAR = 1970;
    private static final int DAYS_PER_ERA = 146_097;
    private static final int DAYS_TO_EPOCH = 719_468;
    private static final int FRACTION_DIGITS = 9;

    private UtcDates()
    {
    }

    /**
     * Reads YYYYMMDD.
     *
     * @param offset of its first byte.
     * @return days since the Unix epoch, or {@link #INVALID}.
     */
    public static long epochDay(final byte[] bytes, final int offset)
    {
        final int year = number(bytes, offset, 4);
        final int month = number(bytes, offset + 4, 2);
        final int day = number(bytes, offset + 6, 2);
        if (year < FIRST_YEAR || month < 1 || month > 12 || day < 1 || day > 28 && day > lengthOfMonth(year, month))
        {
            return INVALID;
        }
        final long shiftedYear = month <= 2 ? year - 1 : year;
        final long era = shiftedYear / 400;
        final long yearOfEra = shiftedYear - era * 400;
        final long dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
        final long dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
        return era * DAYS_PER_ERA + dayOfEra - DAYS_TO_EPOCH;
    }

    /**
     * Reads YYYYMMDD-HH:MM:SS.
     *
     * @param offset of its first byte.
     * @return seconds since the Unix epoch, or {@link #INVALID}.
     */
    public static long epochSecond(final byte[] bytes, final int offset)
    {
        final long days = epochDay(bytes, offset);
        final int hour = number(bytes, offset + 9, 2);
        final int minute = number(bytes, offset + 12, 2);
        final int second = number(bytes, offset + 15, 2);
        if (INVALID == days || '-' != bytes[offset + 8] || ':' != bytes[offset + 11] || ':' != bytes[offset + 14] ||
            hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59)
        {
            return INVALID;
        }
        return ((days * 24 + hour) * 60 + minute) * 60 + second;
    }

    /**
     * Reads what may follow the seconds: a point and three to nine digits.
     *
     * @param offset of its first byte.
     * @param length of it, up to ten; 0 for no fraction.
     * @return nanoseconds, or {@link #INVALID}.
     */
    public static long fractionNs(final byte[] bytes, final int offset, final int length)
    {
        if (0 == length)
        {
            return 0;
        }
        if ('.' != bytes[offset] || length < 4)
        {
            return INVALID;
        }
        long value = 0;
        for (int i = 1; i <= FRACTION_DIGITS; i++)
        {
            final int digit = i < length ? bytes[offset + i] - '0' : 0;
            if (digit < 0 || digit > 9)
            {
                return INVALID;
            }
            value = value * 10 + digit;
        }
        return value;
    }

    /**
     * The date of a day.
     *
     * @param epochDay days since the Unix epoch, not negative.
     * @return YYYYMMDD.
     */
    public static int date(final long epochDay)
    {
        final long days = epochDay + DAYS_TO_EPOCH;
        final long dayOfEra = days % DAYS_PER_ERA;
        final long yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        final long dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        final long shiftedMonth = (5 * dayOfYear + 2) / 153;
        final long day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1;
        final long month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
        final long year = days / DAYS_PER_ERA * 400 + yearOfEra + (month <= 2 ? 1 : 0);
        return (int)((year * 100 + month) * 100 + day);
    }

    private static int lengthOfMonth(final int year, final int month)
    {
        return switch (month)
        {
            case 2 -> 0 == year % 4 && (0 != year % 100 || 0 == year % 400) ? 29 : 28;
            case 4, 6, 9, 11 -> 30;
            default -> 31;
        };
    }

    private static int number(final byte[] bytes, final int offset, final int digits)
    {
        int value = 0;
        for (int i = offset; i < offset + digits; i++)
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
