// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.report.file;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.math.BigDecimal;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Digits of fixed-point numbers, eight at a time. Bytes after the number may be written over: there has to be space for
 * {@link #MAX_LENGTH}.
 */
final class DecimalDigits
{
    /** Space that a number needs: a sign, three times eight digits, a point, eight digits. */
    static final int MAX_LENGTH = 40;

    private static final VarHandle LONGS =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int DIGITS = 8;
    private static final long EIGHT = 100_000_000;
    private static final long SIXTEEN = EIGHT * EIGHT;
    private static final long ASCII_ZEROS = 0x3030_3030_3030_3030L;
    private static final int[] POWERS = {1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000};

    private DecimalDigits()
    {
    }

    /** Writes a whole number; gives the place after it. */
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

    /** Writes a number with 2, 5 or 6 digits after the point; gives the place after it. */
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
        // A division by a constant is a multiplication.
        final long whole = switch (scale)
        {
            case 2 -> rest / 100;
            case 5 -> rest / 100_000;
            case 6 -> rest / 1_000_000;
            default -> throw new IllegalArgumentException("no number has so many digits: scale=" + scale);
        };
        final int fraction = (int)(rest - whole * POWERS[scale]);
        position = putDigits(buffer, position, whole);
        buffer[position] = '.';
        LONGS.set(buffer, position + 1, ASCII_ZEROS | digits(fraction * POWERS[DIGITS - scale]));
        return position + 1 + scale;
    }

    /** Writes what is packed into a long, the first character in the lowest byte; gives the place after it. */
    static int putPacked(final byte[] buffer, final int at, final long packed)
    {
        LONGS.set(buffer, at, packed);
        return at + Long.BYTES - (Long.numberOfLeadingZeros(packed) >>> 3);
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
        if (value < EIGHT)
        {
            return putFirst(buffer, at, (int)value);
        }
        int position;
        final long upper = value / EIGHT;
        if (value < SIXTEEN)
        {
            position = putFirst(buffer, at, (int)upper);
        }
        else
        {
            final long first = upper / EIGHT;
            position = putFirst(buffer, at, (int)first);
            LONGS.set(buffer, position, ASCII_ZEROS | digits((int)(upper - first * EIGHT)));
            position += DIGITS;
        }
        LONGS.set(buffer, position, ASCII_ZEROS | digits((int)(value - upper * EIGHT)));
        return position + DIGITS;
    }

    /** Without the zeros in front; not for zero. */
    private static int putFirst(final byte[] buffer, final int at, final int value)
    {
        final long digits = digits(value);
        final int zeros = Long.numberOfTrailingZeros(digits) >>> 3;
        LONGS.set(buffer, at, (ASCII_ZEROS | digits) >>> zeros * Byte.SIZE);
        return at + DIGITS - zeros;
    }

    /** Eight digits, one a byte, the first in the lowest: two halves are divided at once, then four, then eight. */
    private static long digits(final int value)
    {
        final int upper = value / 10_000;
        final long halves = upper | (long)(value - 10_000 * upper) << Integer.SIZE;
        // 10 486 / 2^20 is near enough to a hundredth for four digits, 103 / 2^10 to a tenth for two.
        final long hundreds = halves * 10_486 >>> 20 & 0x0000_007F_0000_007FL;
        final long pairs = hundreds | halves - 100 * hundreds << Short.SIZE;
        final long tens = pairs * 103 >>> 10 & 0x000F_000F_000F_000FL;
        return tens | pairs - 10 * tens << Byte.SIZE;
    }
}
