// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;

/**
 * Digits of fixed-point numbers, two at a time.
 */
final class Decimals
{
    private static final byte[] TENS = new byte[100];
    private static final byte[] ONES = new byte[100];
    private static final long[] POWERS = new long[19];
    private static final int MAX_SMALL = 100_000_000;

    static
    {
        for (int i = 0; i < TENS.length; i++)
        {
            TENS[i] = (byte)('0' + i / 10);
            ONES[i] = (byte)('0' + i % 10);
        }
        POWERS[0] = 1;
        for (int i = 1; i < POWERS.length; i++)
        {
            POWERS[i] = 10 * POWERS[i - 1];
        }
    }

    private Decimals()
    {
    }

    /** Writes a whole number; gives the place behind it. */
    static int put(final byte[] buffer, final int at, final long value)
    {
        if (value >= 0)
        {
            return putDigits(buffer, at, value);
        }
        if (Long.MIN_VALUE == value)
        {
            return putText(buffer, at, value, 0);
        }
        buffer[at] = '-';
        return putDigits(buffer, at + 1, -value);
    }

    /** Writes a number with digits behind the point; gives the place behind it. */
    static int put(final byte[] buffer, final int at, final long value, final int scale)
    {
        if (Long.MIN_VALUE == value)
        {
            return putText(buffer, at, value, scale);
        }
        int position = at;
        long rest = value;
        if (value < 0)
        {
            buffer[position++] = '-';
            rest = -value;
        }
        final long whole = rest / POWERS[scale];
        int fraction = (int)(rest - whole * POWERS[scale]);
        position = putDigits(buffer, position, whole);
        buffer[position] = '.';
        for (int i = scale; i > 0; i--)
        {
            final int tenth = fraction / 10;
            buffer[position + i] = (byte)('0' + fraction - 10 * tenth);
            fraction = tenth;
        }
        return position + 1 + scale;
    }

    private static int putText(final byte[] buffer, final int at, final long value, final int scale)
    {
        final byte[] text = BigDecimal.valueOf(value, scale).toPlainString().getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(text, 0, buffer, at, text.length);
        return at + text.length;
    }

    private static int putDigits(final byte[] buffer, final int at, final long value)
    {
        if (value < 10)
        {
            buffer[at] = (byte)('0' + value);
            return at + 1;
        }
        final int end = at + length(value);
        int position = end;
        long rest = value;
        while (rest >= MAX_SMALL)
        {
            final long upper = rest / MAX_SMALL;
            int lower = (int)(rest - upper * MAX_SMALL);
            for (int i = 0; i < 4; i++)
            {
                final int hundredth = lower / 100;
                final int pair = lower - 100 * hundredth;
                buffer[--position] = ONES[pair];
                buffer[--position] = TENS[pair];
                lower = hundredth;
            }
            rest = upper;
        }
        int small = (int)rest;
        while (small >= 10)
        {
            final int hundredth = small / 100;
            final int pair = small - 100 * hundredth;
            buffer[--position] = ONES[pair];
            buffer[--position] = TENS[pair];
            small = hundredth;
        }
        if (position > at)
        {
            buffer[--position] = (byte)('0' + small);
        }
        return end;
    }

    private static int length(final long value)
    {
        int digits = 1;
        while (digits < POWERS.length && value >= POWERS[digits])
        {
            digits++;
        }
        return digits;
    }
}
