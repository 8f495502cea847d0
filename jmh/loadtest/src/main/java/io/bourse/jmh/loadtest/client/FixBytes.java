// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.client;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.TimeUnit;

/**
 * FIX messages as the load client and the bare echo write them: parts that are encoded before, numbers, and a checksum
 * over all of it; no library. Also finds messages in bytes, trusting their length.
 */
public final class FixBytes
{
    /** Outcome: there is no whole message. */
    public static final int INCOMPLETE = -1;
    private static final byte SOH = 1;
    private static final byte[] BEGIN = ascii("8=FIX.4.4|9=");
    private static final long DAY_MS = TimeUnit.DAYS.toMillis(1);
    private static final int E5 = 100_000;
    private static final int TIME_OFFSET = 9;
    private static final int MAX_LENGTH = 4096;
    private static final int TRAILER = 7;

    private final byte[] body = new byte[MAX_LENGTH];
    private final byte[] digits = new byte[20];
    private final byte[] time = ascii("yyyymmdd-hh:mm:ss.mmm");
    private long timeMs;
    private long timeDay = -1;
    private int length;

    /** Bytes of a text, its '|' as separators. */
    public static byte[] ascii(final String text)
    {
        return text.replace('|', (char)SOH).getBytes(StandardCharsets.US_ASCII);
    }

    /** Begins the next body. */
    public FixBytes begin()
    {
        length = 0;
        return this;
    }

    /** A part that is encoded. */
    public FixBytes put(final byte[] part)
    {
        return put(part, part.length);
    }

    /** The first bytes of a part. */
    public FixBytes put(final byte[] part, final int count)
    {
        System.arraycopy(part, 0, body, length, count);
        length += count;
        return this;
    }

    FixBytes put(final ByteBuffer from, final int begin, final int end)
    {
        from.get(begin, body, length, end - begin);
        length += end - begin;
        return this;
    }

    /** A number, without a separator. */
    public FixBytes put(final long value)
    {
        int at = digits.length;
        long rest = value;
        do
        {
            digits[--at] = (byte)('0' + rest % 10);
            rest /= 10;
        }
        while (rest > 0);
        System.arraycopy(digits, at, body, length, digits.length - at);
        length += digits.length - at;
        return this;
    }

    /** A price x 100 000 as a decimal number, without a separator. */
    FixBytes putE5(final long valueE5)
    {
        put(valueE5 / E5);
        int fraction = (int)(valueE5 % E5);
        if (fraction > 0)
        {
            body[length++] = '.';
            for (int unit = E5 / 10; fraction > 0; unit /= 10)
            {
                body[length++] = (byte)('0' + fraction / unit);
                fraction %= unit;
            }
        }
        return this;
    }

    /** The time now, UTC, without a separator. */
    public FixBytes putTime()
    {
        final long nowMs = System.currentTimeMillis();
        if (nowMs != timeMs)
        {
            timeMs = nowMs;
            final long day = nowMs / DAY_MS;
            if (day != timeDay)
            {
                timeDay = day;
                final byte[] date = ascii(LocalDate.ofEpochDay(day).format(DateTimeFormatter.BASIC_ISO_DATE));
                System.arraycopy(date, 0, time, 0, date.length);
            }
            final int ofDay = (int)(nowMs % DAY_MS);
            twoDigits(TIME_OFFSET, ofDay / 3_600_000);
            twoDigits(TIME_OFFSET + 3, ofDay / 60_000 % 60);
            twoDigits(TIME_OFFSET + 6, ofDay / 1_000 % 60);
            time[TIME_OFFSET + 9] = (byte)('0' + ofDay / 100 % 10);
            twoDigits(TIME_OFFSET + 10, ofDay % 100);
        }
        return put(time);
    }

    private void twoDigits(final int at, final int value)
    {
        time[at] = (byte)('0' + value / 10);
        time[at + 1] = (byte)('0' + value % 10);
    }

    /** Ends the message and writes it: false when there is no space. */
    public boolean write(final ByteBuffer out)
    {
        if (out.remaining() < BEGIN.length + 5 + length + TRAILER)
        {
            return false;
        }
        final int from = out.position();
        out.put(BEGIN);
        if (length >= 1000)
        {
            out.put((byte)('0' + length / 1000));
        }
        out.put((byte)('0' + length / 100 % 10)).put((byte)('0' + length / 10 % 10)).put((byte)('0' + length % 10));
        out.put(SOH).put(body, 0, length);
        int sum = 0;
        for (int i = from; i < out.position(); i++)
        {
            sum += out.get(i);
        }
        sum &= 0xFF;
        out.put((byte)'1').put((byte)'0').put((byte)'=');
        out.put((byte)('0' + sum / 100)).put((byte)('0' + sum / 10 % 10)).put((byte)('0' + sum % 10)).put(SOH);
        return true;
    }

    /** End of the message that begins at an index, or {@link #INCOMPLETE}. */
    public static int end(final ByteBuffer in, final int begin)
    {
        int at = begin + BEGIN.length;
        int bodyLength = 0;
        while (at < in.limit() && SOH != in.get(at))
        {
            bodyLength = bodyLength * 10 + in.get(at) - '0';
            at++;
        }
        final int end = at + 1 + bodyLength + TRAILER;
        return at >= in.limit() || end > in.limit() ? INCOMPLETE : end;
    }
}
