// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

import org.agrona.AsciiEncoding;
import org.agrona.DirectBuffer;
import org.agrona.collections.Int2IntHashMap;

/**
 * The few FIX messages of the replay service, {@code tag=value} with SOH after each field: reads one, and writes one.
 * Reusable; holds on to the buffer of the last message read.
 */
public final class FixReplayText
{
    /** {@link #parse}: the bytes are no FIX message. */
    public static final int GARBAGE = -1;

    private static final byte SOH = 1;
    private static final int MAX_LENGTH = 1024;
    private static final int CHECKSUM_FIELD_LENGTH = 7;
    private static final int MISSING = -1;
    private static final int BODY_LENGTH = 9;
    private static final String[] BEGIN_STRINGS = {"8=FIX.4.4", "8=FIXT.1.1"};

    private final Int2IntHashMap offsets = new Int2IntHashMap(MISSING);
    private final Int2IntHashMap lengths = new Int2IntHashMap(MISSING);
    private DirectBuffer buffer;

    /**
     * Nothing read yet.
     */
    public FixReplayText()
    {
    }

    /**
     * Reads one message: BeginString FIX.4.4 or FIXT.1.1, BodyLength and CheckSum must be right.
     *
     * @param source that holds it.
     * @param offset of its first byte.
     * @param length of the bytes there are.
     * @return length of the message, 0 if more bytes are needed, {@link #GARBAGE} if it is none.
     */
    public int parse(final DirectBuffer source, final int offset, final int length)
    {
        buffer = source;
        offsets.clear();
        lengths.clear();
        final int limit = offset + Math.min(length, MAX_LENGTH);
        final int beginEnd = endOfField(offset, limit);
        if (beginEnd < 0)
        {
            return length < MAX_LENGTH ? 0 : GARBAGE;
        }
        if (!isBeginString(offset, beginEnd))
        {
            return GARBAGE;
        }
        final int lengthEnd = endOfField(beginEnd + 1, limit);
        if (lengthEnd < 0)
        {
            return length < MAX_LENGTH ? 0 : GARBAGE;
        }
        if (!addField(beginEnd + 1, lengthEnd) || !offsets.containsKey(BODY_LENGTH))
        {
            return GARBAGE;
        }
        final long bodyLength = number(BODY_LENGTH);
        final long total = lengthEnd + 1 - offset + bodyLength + CHECKSUM_FIELD_LENGTH;
        if (bodyLength < 0 || total > MAX_LENGTH)
        {
            return GARBAGE;
        }
        if (total > length)
        {
            return 0;
        }
        return isWhole(offset, lengthEnd + 1, offset + (int)total) ? (int)total : GARBAGE;
    }

    /**
     * Length of a field's value.
     *
     * @param tag of the field.
     * @return characters, -1 if it is not in the message.
     */
    public int length(final int tag)
    {
        return lengths.get(tag);
    }

    /**
     * First character of a field's value.
     *
     * @param tag of the field, which is in the message and not empty.
     * @return character.
     */
    public char charAt(final int tag)
    {
        return (char)buffer.getByte(offsets.get(tag));
    }

    /**
     * Value of a field as a number.
     *
     * @param tag of the field.
     * @return number, -1 if the field is missing or no number of at most ten digits.
     */
    public long number(final int tag)
    {
        final int length = lengths.get(tag);
        if (length < 1 || length > 10)
        {
            return MISSING;
        }
        long value = 0;
        final int offset = offsets.get(tag);
        for (int i = 0; i < length; i++)
        {
            final byte digit = buffer.getByte(offset + i);
            if (!AsciiEncoding.isDigit(digit))
            {
                return MISSING;
            }
            value = value * 10 + digit - '0';
        }
        return value;
    }

    /**
     * Writes a message.
     *
     * @param body its fields from MsgType on, each with SOH after it.
     * @return the whole message.
     */
    public static String message(final String body)
    {
        final String message = BEGIN_STRINGS[0] + (char)SOH + "9=" + body.length() + (char)SOH + body;
        int sum = 0;
        for (int i = 0; i < message.length(); i++)
        {
            sum += message.charAt(i);
        }
        return message + String.format("10=%03d", sum & 0xFF) + (char)SOH;
    }

    private boolean isBeginString(final int offset, final int end)
    {
        for (final String text : BEGIN_STRINGS)
        {
            boolean isEqual = text.length() == end - offset;
            for (int i = 0; isEqual && i < text.length(); i++)
            {
                isEqual = text.charAt(i) == buffer.getByte(offset + i);
            }
            if (isEqual)
            {
                return true;
            }
        }
        return false;
    }

    private boolean isWhole(final int offset, final int bodyOffset, final int end)
    {
        int field = bodyOffset;
        final int bodyEnd = end - CHECKSUM_FIELD_LENGTH;
        while (field < bodyEnd)
        {
            final int fieldEnd = endOfField(field, bodyEnd);
            if (fieldEnd < 0 || !addField(field, fieldEnd))
            {
                return false;
            }
            field = fieldEnd + 1;
        }
        int sum = 0;
        for (int i = offset; i < bodyEnd; i++)
        {
            sum += buffer.getByte(i) & 0xFF;
        }
        return isCheckSum(bodyEnd) && addField(bodyEnd, end - 1) && SOH == buffer.getByte(end - 1) &&
            (sum & 0xFF) == number(10);
    }

    private boolean isCheckSum(final int offset)
    {
        return '1' == buffer.getByte(offset) && '0' == buffer.getByte(offset + 1) && '=' == buffer.getByte(offset + 2);
    }

    private int endOfField(final int offset, final int limit)
    {
        for (int i = offset; i < limit; i++)
        {
            if (SOH == buffer.getByte(i))
            {
                return i;
            }
        }
        return MISSING;
    }

    private boolean addField(final int offset, final int end)
    {
        int tag = 0;
        int i = offset;
        while (i < end && AsciiEncoding.isDigit(buffer.getByte(i)) && tag < 1_000_000)
        {
            tag = tag * 10 + buffer.getByte(i) - '0';
            i++;
        }
        if (i == offset || i == end || '=' != buffer.getByte(i))
        {
            return false;
        }
        offsets.put(tag, i + 1);
        lengths.put(tag, end - i - 1);
        return true;
    }
}
