// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

import org.agrona.DirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * Reads FAST 1.1 values in sequence. {@link #isNull()} is true after a null value.
 */
final class FastReader
{
    private static final int STOP = 0x80;
    private static final int DATA = 0x7F;
    private static final int SIGN = 0x40;
    private static final int BITS = 7;
    private static final int MAX_INTEGER_LENGTH = 10;
    /** What an integer may have before seven more bits are put to it. */
    private static final int FREE_BITS = Long.SIZE - BITS;

    private final UnsafeBuffer text = new UnsafeBuffer(new byte[256]);
    private DirectBuffer buffer;
    private int position;
    private int limit;
    private boolean isNull;

    void wrap(final DirectBuffer buffer, final int offset, final int length)
    {
        this.buffer = buffer;
        position = offset;
        limit = offset + length;
    }

    int position()
    {
        return position;
    }

    int limit()
    {
        return limit;
    }

    boolean isNull()
    {
        return isNull;
    }

    /** Characters of the last string. */
    DirectBuffer text()
    {
        return text;
    }

    int readByte()
    {
        if (position >= limit)
        {
            throw new FastFormatException("A FAST message is cut short: length=" + limit);
        }
        final int value = buffer.getByte(position) & 0xFF;
        position++;
        return value;
    }

    long readUInt(final boolean isOptional)
    {
        long value = 0;
        int b;
        int length = 0;
        do
        {
            if (++length > MAX_INTEGER_LENGTH)
            {
                throw new FastFormatException("A FAST integer is too long: offset=" + position);
            }
            requireFree(0 == value >>> FREE_BITS);
            b = readByte();
            value = value << BITS | b & DATA;
        }
        while (b < STOP);
        isNull = isOptional && 0 == value;
        return isOptional ? value - 1 : value;
    }

    long readInt(final boolean isOptional)
    {
        int b = readByte();
        long value = 0 != (b & SIGN) ? -1 : 0;
        value = value << BITS | b & DATA;
        int length = 1;
        while (b < STOP)
        {
            if (++length > MAX_INTEGER_LENGTH)
            {
                throw new FastFormatException("A FAST integer is too long: offset=" + position);
            }
            requireFree(value == value << BITS >> BITS);
            b = readByte();
            value = value << BITS | b & DATA;
        }
        isNull = isOptional && 0 == value;
        return isOptional && value > 0 ? value - 1 : value;
    }

    /** Characters go to {@link #text()}. */
    int readAscii(final boolean isOptional)
    {
        int length = 0;
        int b;
        do
        {
            b = readByte();
            ensure(length + 1);
            text.putByte(length, (byte)(b & DATA));
            length++;
        }
        while (b < STOP);
        isNull = false;
        if (1 == length && 0 == text.getByte(0))
        {
            isNull = isOptional;
            return 0;
        }
        return isOptional && 2 == length && 0 == text.getByte(0) && 0 == text.getByte(1) ? 0 : length;
    }

    /** Bytes go to {@link #text()}. */
    int readBytes(final boolean isOptional)
    {
        final long length = readUInt(isOptional);
        if (isNull)
        {
            return 0;
        }
        if (length < 0 || length > limit - position)
        {
            throw new FastFormatException(
                "A string is longer than its message: length=" + length + " offset=" + position);
        }
        ensure((int)length);
        text.putBytes(0, buffer, position, (int)length);
        position += (int)length;
        return (int)length;
    }

    private void requireFree(final boolean isFree)
    {
        if (!isFree)
        {
            throw new FastFormatException("A FAST integer has more than 64 bits: offset=" + position);
        }
    }

    private void ensure(final int length)
    {
        if (length > text.capacity())
        {
            final byte[] grown = new byte[Math.max(length, text.capacity() * 2)];
            text.getBytes(0, grown, 0, text.capacity());
            text.wrap(grown);
        }
    }
}
