// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.wire;

/**
 * Writes UTCTimestamps. Date and minute are kept from call to call, for they hardly ever change. Not thread-safe.
 */
public final class UtcClock
{
    /** Bytes of YYYYMMDD-HH:MM:SS.nnnnnnnnn. */
    public static final int LENGTH = 27;
    /** Bytes of YYYYMMDD-HH:MM:SS.nnnnnn. */
    public static final int MICROS_LENGTH = 24;
    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final long SECONDS_PER_DAY = 86_400;
    private static final long SECONDS_PER_MINUTE = 60;
    private static final int MINUTE_LENGTH = 15;
    private static final int DAYS_PER_ERA = 146_097;
    private static final int DAYS_TO_EPOCH = 719_468;

    private final byte[] minute = new byte[MINUTE_LENGTH];
    private long minuteNumber = Long.MIN_VALUE;

    /**
     * Writes a time.
     *
     * @param target where to.
     * @param offset of its first byte.
     * @param epochNs nanoseconds since the Unix epoch, not negative.
     * @return {@link #LENGTH}.
     */
    public int write(final byte[] target, final int offset, final long epochNs)
    {
        writeSeconds(target, offset, epochNs / NS_PER_SECOND);
        number(target, offset + MINUTE_LENGTH + 3, epochNs % NS_PER_SECOND, 9);
        return LENGTH;
    }

    /**
     * Writes a time with microseconds.
     *
     * @param target where to.
     * @param offset of its first byte.
     * @param epochNs nanoseconds since the Unix epoch, not negative.
     * @return {@link #MICROS_LENGTH}.
     */
    public int writeMicros(final byte[] target, final int offset, final long epochNs)
    {
        writeSeconds(target, offset, epochNs / NS_PER_SECOND);
        number(target, offset + MINUTE_LENGTH + 3, epochNs % NS_PER_SECOND / 1_000, 6);
        return MICROS_LENGTH;
    }

    private void writeSeconds(final byte[] target, final int offset, final long seconds)
    {
        if (seconds / SECONDS_PER_MINUTE != minuteNumber)
        {
            minuteNumber = seconds / SECONDS_PER_MINUTE;
            writeMinute(seconds);
        }
        System.arraycopy(minute, 0, target, offset, MINUTE_LENGTH);
        number(target, offset + MINUTE_LENGTH, seconds % SECONDS_PER_MINUTE, 2);
        target[offset + MINUTE_LENGTH + 2] = '.';
    }

    /** Civil date from days, by eras of 400 years that begin in March. */
    private void writeMinute(final long seconds)
    {
        final long days = seconds / SECONDS_PER_DAY + DAYS_TO_EPOCH;
        final long era = days / DAYS_PER_ERA;
        final long dayOfEra = days % DAYS_PER_ERA;
        final long yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
        final long dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
        final long shiftedMonth = (5 * dayOfYear + 2) / 153;
        final long day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1;
        final long month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
        number(minute, 0, era * 400 + yearOfEra + (month <= 2 ? 1 : 0), 4);
        number(minute, 4, month, 2);
        number(minute, 6, day, 2);
        final long ofDay = seconds % SECONDS_PER_DAY;
        minute[8] = '-';
        number(minute, 9, ofDay / 3600, 2);
        minute[11] = ':';
        number(minute, 12, ofDay / SECONDS_PER_MINUTE % SECONDS_PER_MINUTE, 2);
        minute[14] = ':';
    }

    private static void number(final byte[] target, final int offset, final long value, final int digits)
    {
        long rest = value;
        for (int i = offset + digits - 1; i >= offset; i--)
        {
            target[i] = (byte)('0' + rest % 10);
            rest /= 10;
        }
    }
}
