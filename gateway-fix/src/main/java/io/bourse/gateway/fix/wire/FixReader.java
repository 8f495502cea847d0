// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The fields of one received message, found once and read in place: tag, place and length of every value, in the order
 * of the message, those of repeating groups included. A view: valid until the next {@link #wrap}. Allocates only when a
 * message has more fields than any before, and where a String is asked for. Not thread-safe.
 *
 * <p>Fields are named by their index, 0 to {@link #fieldCount()} - 1; {@link #NONE} is no field, for which numbers are
 * the caller's mistake but texts are empty.
 */
public final class FixReader
{
    /** What {@link #find} answers when there is no such field. */
    public static final int NONE = -1;
    /** What {@link #number} answers for a value that is not a whole number without sign. */
    public static final long INVALID_NUMBER = -1;
    /** What {@link #priceE5} answers for a value that is not a price. */
    public static final long INVALID_PRICE = Long.MIN_VALUE;
    /** What {@link #qtyLots} answers for a value that is not a quantity. */
    public static final long INVALID_QTY = -1;
    /** Largest quantity the venue takes at its edge: 2^32 - 2. */
    public static final long MAX_QTY_LOTS = 0xFFFF_FFFEL;
    private static final int INITIAL_FIELDS = 64;
    private static final int PRICE_DECIMALS = 5;
    private static final byte SOH = 1;
    /** BeginString, BodyLength and MsgType, without which it is no message. */
    private static final int FIRST_FIELDS = 3;

    private int[] tags = new int[INITIAL_FIELDS];
    private int[] offsets = new int[INITIAL_FIELDS];
    private int[] lengths = new int[INITIAL_FIELDS];
    private byte[] bytes = new byte[0];
    private int begin;
    private int end;
    private int fieldCount;
    private boolean hasFaultyTag;
    private int faultyTag;

    /**
     * Finds the fields of a message.
     *
     * @param source whole message, from 8= to the SOH after 10=.
     * @param offset of its first byte.
     * @param length in bytes.
     * @return false when it is not a sequence of tag=value, or a tag is not a positive int; see {@link #hasFaultyTag}.
     */
    public boolean wrap(final byte[] source, final int offset, final int length)
    {
        bytes = source;
        begin = offset;
        end = offset + length;
        fieldCount = 0;
        hasFaultyTag = false;
        int at = begin;
        while (at < end)
        {
            final boolean isNegative = '-' == bytes[at];
            at += isNegative ? 1 : 0;
            final int digits = at;
            long tag = 0;
            while (at < end && '=' != bytes[at])
            {
                final int digit = bytes[at++] - '0';
                tag = tag * 10 + digit;
                if (digit < 0 || digit > 9 || tag > Integer.MAX_VALUE)
                {
                    return notAMessage();
                }
            }
            final int value = ++at;
            at = endOf((int)tag, value);
            final boolean isFaulty = 0 == tag || isNegative;
            if (at >= end || digits == value - 1 || isFaulty && fieldCount < FIRST_FIELDS)
            {
                return notAMessage();
            }
            if (isFaulty)
            {
                faulty(isNegative ? -(int)tag : 0);
            }
            else
            {
                add((int)tag, value, at - value);
            }
            at++;
        }
        return !hasFaultyTag;
    }

    private boolean notAMessage()
    {
        hasFaultyTag = false;
        return false;
    }

    private void faulty(final int tag)
    {
        faultyTag = hasFaultyTag ? faultyTag : tag;
        hasFaultyTag = true;
    }

    /**
     * Whether the last message would be one, were it not for a tag that is a number but not a positive one. Its other
     * fields can be read.
     *
     * @return true if so.
     */
    public boolean hasFaultyTag()
    {
        return hasFaultyTag;
    }

    /**
     * The first tag that is not a positive number.
     *
     * @return 0 or less; of no meaning without {@link #hasFaultyTag}.
     */
    public int faultyTag()
    {
        return faultyTag;
    }

    /** After a value: its SOH, but for data what the length before it says, for data may contain anything. */
    private int endOf(final int tag, final int value)
    {
        if (fieldCount > 0 && tag == dataOf(tags[fieldCount - 1]))
        {
            final long length = number(fieldCount - 1);
            if (length >= 0 && length < end - value && SOH == bytes[value + (int)length])
            {
                return value + (int)length;
            }
        }
        int at = value;
        while (at < end && SOH != bytes[at])
        {
            at++;
        }
        return at;
    }

    /** The data field of FIX 4.4 that a field is the length of; 0 for none. */
    private static int dataOf(final int lengthTag)
    {
        return switch (lengthTag)
        {
            case 93 -> 89;
            case 90, 95, 212, 348, 350, 352, 354, 356, 358, 360, 362, 364, 445, 618, 621 -> lengthTag + 1;
            default -> 0;
        };
    }

    private void add(final int tag, final int offset, final int length)
    {
        if (fieldCount == tags.length)
        {
            tags = Arrays.copyOf(tags, 2 * fieldCount);
            offsets = Arrays.copyOf(offsets, 2 * fieldCount);
            lengths = Arrays.copyOf(lengths, 2 * fieldCount);
        }
        tags[fieldCount] = tag;
        offsets[fieldCount] = offset;
        lengths[fieldCount] = length;
        fieldCount++;
    }

    /**
     * Number of fields.
     *
     * @return count, header and trailer included.
     */
    public int fieldCount()
    {
        return fieldCount;
    }

    /**
     * Tag of a field.
     *
     * @param index of the field.
     * @return 1 to Integer.MAX_VALUE.
     */
    public int tag(final int index)
    {
        return tags[index];
    }

    /**
     * First field with a tag.
     *
     * @param tag wanted.
     * @return its index or {@link #NONE}.
     */
    public int find(final int tag)
    {
        return find(tag, 0);
    }

    /**
     * Next field with a tag.
     *
     * @param tag wanted.
     * @param fromIndex first index to look at.
     * @return its index or {@link #NONE}.
     */
    public int find(final int tag, final int fromIndex)
    {
        for (int i = fromIndex; i < fieldCount; i++)
        {
            if (tags[i] == tag)
            {
                return i;
            }
        }
        return NONE;
    }

    /**
     * Length of a value.
     *
     * @param index of the field or {@link #NONE}.
     * @return bytes; 0 for none.
     */
    public int length(final int index)
    {
        return NONE == index ? 0 : lengths[index];
    }

    /**
     * The array the message lies in, for {@link #offset}.
     *
     * @return as given to {@link #wrap}.
     */
    public byte[] bytes()
    {
        return bytes;
    }

    /**
     * Where a value begins.
     *
     * @param index of the field.
     * @return offset in {@link #bytes()}.
     */
    public int offset(final int index)
    {
        return offsets[index];
    }

    /**
     * Where the message begins.
     *
     * @return offset in {@link #bytes()}.
     */
    public int messageOffset()
    {
        return begin;
    }

    /**
     * Length of the message.
     *
     * @return bytes.
     */
    public int messageLength()
    {
        return end - begin;
    }

    /**
     * A value as a text.
     *
     * @param index of the field or {@link #NONE}.
     * @return a new String; empty for none.
     */
    public String string(final int index)
    {
        return NONE == index ? "" : new String(bytes, offsets[index], lengths[index], StandardCharsets.ISO_8859_1);
    }

    /**
     * A value of one character.
     *
     * @param index of the field or {@link #NONE}.
     * @return the character; 0 for none or a value of another length.
     */
    public char character(final int index)
    {
        return 1 == length(index) ? (char)(bytes[offsets[index]] & 0xFF) : 0;
    }

    /**
     * Whether a value is this text.
     *
     * @param index of the field or {@link #NONE}.
     * @param text to compare with.
     * @return true when equal; false for none.
     */
    public boolean is(final int index, final CharSequence text)
    {
        if (NONE == index || text.length() != lengths[index])
        {
            return false;
        }
        for (int i = 0; i < text.length(); i++)
        {
            if ((byte)text.charAt(i) != bytes[offsets[index] + i])
            {
                return false;
            }
        }
        return true;
    }

    /**
     * A whole number without sign.
     *
     * @param index of the field or {@link #NONE}.
     * @return 0 to Long.MAX_VALUE, or {@link #INVALID_NUMBER}.
     */
    public long number(final int index)
    {
        final int count = length(index);
        if (0 == count)
        {
            return INVALID_NUMBER;
        }
        long value = 0;
        for (int i = offsets[index]; i < offsets[index] + count; i++)
        {
            final int digit = bytes[i] - '0';
            if (digit < 0 || digit > 9 || value > (Long.MAX_VALUE - digit) / 10)
            {
                return INVALID_NUMBER;
            }
            value = value * 10 + digit;
        }
        return value;
    }

    /**
     * A quantity, which must be whole: digits, perhaps a point and zeros.
     *
     * @param index of the field or {@link #NONE}.
     * @return 0 to {@link #MAX_QTY_LOTS}, or {@link #INVALID_QTY}.
     */
    public long qtyLots(final int index)
    {
        final int count = length(index);
        long value = 0;
        int digits = 0;
        boolean isFraction = false;
        for (int i = 0; i < count; i++)
        {
            final byte b = bytes[offsets[index] + i];
            if ('.' == b && !isFraction)
            {
                isFraction = true;
            }
            else if (b < '0' || b > '9' || (isFraction && '0' != b))
            {
                return INVALID_QTY;
            }
            else if (!isFraction)
            {
                digits++;
                value = value * 10 + (b - '0');
                if (value > MAX_QTY_LOTS)
                {
                    return INVALID_QTY;
                }
            }
        }
        return 0 == digits ? INVALID_QTY : value;
    }

    /**
     * A price: optional minus, digits, optional point and digits, of which only zeros after the fifth.
     *
     * @param index of the field or {@link #NONE}.
     * @return price x 100 000, or {@link #INVALID_PRICE}.
     */
    public long priceE5(final int index)
    {
        final int count = length(index);
        final boolean isNegative = count > 0 && '-' == bytes[offsets[index]];
        long value = 0;
        int digits = 0;
        int decimals = -1;
        for (int i = isNegative ? 1 : 0; i < count; i++)
        {
            final byte b = bytes[offsets[index] + i];
            if ('.' == b && decimals < 0)
            {
                decimals = 0;
                continue;
            }
            if (b < '0' || b > '9' || (decimals >= PRICE_DECIMALS && '0' != b))
            {
                return INVALID_PRICE;
            }
            digits++;
            if (decimals < PRICE_DECIMALS)
            {
                if (value > (Long.MAX_VALUE - (b - '0')) / 10)
                {
                    return INVALID_PRICE;
                }
                value = value * 10 + (b - '0');
                decimals = decimals < 0 ? decimals : decimals + 1;
            }
        }
        return 0 == digits ? INVALID_PRICE : scaled(value, decimals, isNegative);
    }

    private static long scaled(final long value, final int decimals, final boolean isNegative)
    {
        long scaled = value;
        for (int i = Math.max(decimals, 0); i < PRICE_DECIMALS; i++)
        {
            if (scaled > Long.MAX_VALUE / 10)
            {
                return INVALID_PRICE;
            }
            scaled *= 10;
        }
        return isNegative ? -scaled : scaled;
    }
}
