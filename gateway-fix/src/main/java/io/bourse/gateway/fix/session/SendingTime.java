// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

/**
 * Reads UTCTimestamps from bytes.
 */
final class SendingTime
{
    /** Not a time. */
    static final long INVALID = Long.MIN_VALUE;
    private static final int SECONDS_LENGTH = 17;
    private static final int DAYS_PER_ERA = 146_097;
    private static final int DAYS_TO_EPOCH = 719_468;

    private SendingTime()
    {
    }

    /**
     * Whole seconds of YYYYMMDD-HH:MM:SS with or without a fraction.
     *
     * @param bytes message.
     * @param offset of the value.
     * @param length of the value.
     * @return seconds since the Unix epoch or {@link #INVALID}.
     */
    static long epochSecond(final byte[] bytes, final int offset, final int length)
    {
        if (length < SECONDS_LENGTH || '-' != bytes[offset + 8] || ':' != bytes[offset + 11] ||
            ':' != bytes[offset + 14] || !isFraction(bytes, offset + SECONDS_LENGTH, length - SECONDS_LENGTH))
        {
            return INVALID;
        }
        final int year = number(bytes, offset, 4);
        final int month = number(bytes, offset + 4, 2);
        final int day = number(bytes, offset + 6, 2);
        final int hour = number(bytes, offset + 9, 2);
        final int minute = number(bytes, offset + 12, 2);
        final int second = number(bytes, offset + 15, 2);
        if (year < 1970 || month < 1 || month > 12 || day < 1 || day > 28 && day > lengthOfMonth(year, month) ||
            hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59)
        {
            return INVALID;
        }
        return ((days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second;
    }

    private static boolean isFraction(final byte[] bytes, final int offset, final int length)
    {
        if (0 == length)
        {
            return true;
        }
        if ('.' != bytes[offset] || 4 != length && 7 != length && 10 != length)
        {
            return false;
        }
        for (int i = 1; i < length; i++)
        {
            if (bytes[offset + i] < '0' || bytes[offset + i] > '9')
            {
                return false;
            }
        }
        return true;
    }

    private static int number(final byte[] bytes, final int offset, final int digits)
    {
        int value = 0;
        for (int i = offset; i < offset + digits; i++)
        {
            if (bytes[i] < '0' || bytes[i] > '9')
            {
                return -1;
            }
            value = value * 10 + bytes[i] - '0';
        }
        return value;
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

    /** Days since the Unix epoch, by eras of 400 years that begin in March. */
    private static long days(final int year, final int month, final int day)
    {
        final long shiftedYear = month <= 2 ? year - 1 : year;
        final long era = shiftedYear / 400;
        final long yearOfEra = shiftedYear - era * 400;
        final long dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
        final long dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
        return era * DAYS_PER_ERA + dayOfEra - DAYS_TO_EPOCH;
    }
}
