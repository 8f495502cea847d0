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

    private void writeMinute(final long seconds)
    {
        number(minute, 0, UtcDates.date(seconds / SECONDS_PER_DAY), UtcDates.DATE_LENGTH);
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
