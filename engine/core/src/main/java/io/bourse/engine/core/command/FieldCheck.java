// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.core.command;

import io.bourse.engine.protocol.TradingDates;
import org.agrona.DirectBuffer;

/**
 * Checks of text fields and dates in commands. Texts are ASCII, left-aligned and filled with zero bytes.
 */
public final class FieldCheck
{
    private static final int FIRST_PRINTABLE = 0x20;
    private static final int LAST_PRINTABLE = 0x7E;

    private FieldCheck()
    {
    }

    /**
     * Whether a field holds printable ASCII followed by zero bytes only.
     *
     * @param buffer that holds the field.
     * @param offset of the field.
     * @param length of the field.
     * @param minimumLength characters that must be there.
     * @return true when it does.
     */
    public static boolean isText(final DirectBuffer buffer, final int offset, final int length, final int minimumLength)
    {
        int used = 0;
        while (used < length && isPrintable(buffer.getByte(offset + used)))
        {
            used++;
        }
        for (int i = used; i < length; i++)
        {
            if (0 != buffer.getByte(offset + i))
            {
                return false;
            }
        }
        return used >= minimumLength;
    }

    /**
     * Whether a field holds a date, or says that there is none.
     *
     * @param date YYYYMMDD or 0.
     * @return true when it does.
     */
    public static boolean isDateOrNone(final long date)
    {
        return 0 == date || TradingDates.isDate(date);
    }

    /**
     * Whether a packed code has exactly so many printable characters without space, and zero bytes above.
     *
     * @param code packed, first character in the lowest byte.
     * @param length characters.
     * @return true when it does.
     */
    public static boolean isCode(final long code, final int length)
    {
        long rest = code;
        for (int i = 0; i < length; i++)
        {
            final byte c = (byte)rest;
            if (FIRST_PRINTABLE == c || !isPrintable(c))
            {
                return false;
            }
            rest >>>= Byte.SIZE;
        }
        return 0 == rest;
    }

    /**
     * Whether the buffer holds the same bytes.
     *
     * @param buffer to look into.
     * @param offset where the bytes should be.
     * @param bytes expected.
     * @return true when it does.
     */
    public static boolean contains(final DirectBuffer buffer, final int offset, final byte[] bytes)
    {
        for (int i = 0; i < bytes.length; i++)
        {
            if (buffer.getByte(offset + i) != bytes[i])
            {
                return false;
            }
        }
        return true;
    }

    private static boolean isPrintable(final byte c)
    {
        return c >= FIRST_PRINTABLE && c <= LAST_PRINTABLE;
    }
}
