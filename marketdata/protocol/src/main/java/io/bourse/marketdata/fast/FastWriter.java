// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.fast;

import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Writes FAST 1.1 fields one after the other: stop bits, nullable values, decimals and strings (FAST C.2). No
 * template of SPECTRA has an operator that needs the presence map, so a message's map is always the one byte that says
 * that a template id follows, and entries of sequences have none. Reusable; allocates nothing.
 */
public final class FastWriter
{
    public static final long NULL = Long.MIN_VALUE;

    public static final long NULL_PRICE = Long.MAX_VALUE;

    /** Encoded length of SendingTime: every time from the year 1801 on takes eight bytes. */
    public static final int SENDING_TIME_LENGTH = 8;

    /** Most entries of a sequence, so that its length is one byte. */
    public static final int MAX_ENTRIES = 126;

    private static final int STOP = 0x80;
    private static final int DATA = 0x7F;
    private static final int BITS = 7;
    private static final byte PRESENCE_MAP = (byte)0xC0;
    private static final int E5_DIGITS = 5;
    private static final int RADIX = 10;

    private MutableDirectBuffer buffer;
    private int position;
    private int sendingTimeOffset;

    /**
     * A writer of nothing yet.
     */
    public FastWriter()
    {
    }

    /**
     * Starts to write.
     *
     * @param buffer to write to.
     * @param offset of the first byte.
     * @return this.
     */
    public FastWriter wrap(final MutableDirectBuffer buffer, final int offset)
    {
        this.buffer = buffer;
        position = offset;
        return this;
    }

    /**
     * Where the next byte goes.
     *
     * @return offset in the buffer.
     */
    public int position()
    {
        return position;
    }

    /**
     * Where SendingTime of the last message is, for {@link #putSendingTime}.
     *
     * @return offset in the buffer.
     */
    public int sendingTimeOffset()
    {
        return sendingTimeOffset;
    }

    /**
     * Presence map, template id, MsgSeqNum and SendingTime: how every message begins.
     *
     * @param templateId of the message.
     * @param msgSeqNum tag 34.
     * @param sendingTime tag 52, YYYYMMDDHHMMSSsss.
     * @return this.
     */
    public FastWriter beginMessage(final int templateId, final long msgSeqNum, final long sendingTime)
    {
        put(PRESENCE_MAP);
        putUInt(templateId);
        putUInt(msgSeqNum);
        sendingTimeOffset = position;
        putSendingTime(buffer, position, sendingTime);
        position += SENDING_TIME_LENGTH;
        return this;
    }

    /**
     * Writes SendingTime into a message that is ready but for it.
     *
     * @param buffer of the message.
     * @param offset of SendingTime in it.
     * @param sendingTime YYYYMMDDHHMMSSsss.
     */
    public static void putSendingTime(final MutableDirectBuffer buffer, final int offset, final long sendingTime)
    {
        long rest = sendingTime;
        int mark = STOP;
        for (int i = SENDING_TIME_LENGTH - 1; i >= 0; i--)
        {
            buffer.putByte(offset + i, (byte)(rest & DATA | mark));
            rest >>>= BITS;
            mark = 0;
        }
    }

    /**
     * A mandatory unsigned integer.
     *
     * @param value 64 bits without sign.
     * @return this.
     */
    public FastWriter putUInt(final long value)
    {
        int shift = 0 == value ? 0 : (Long.SIZE - 1 - Long.numberOfLeadingZeros(value)) / BITS * BITS;
        for (; shift > 0; shift -= BITS)
        {
            put(value >>> shift & DATA);
        }
        return put(value & DATA | STOP);
    }

    /**
     * An optional unsigned integer.
     *
     * @param value or {@link #NULL}.
     * @return this.
     */
    public FastWriter putUIntNullable(final long value)
    {
        return NULL == value ? putNull() : putUInt(value + 1);
    }

    /**
     * A mandatory signed integer.
     *
     * @param value any.
     * @return this.
     */
    public FastWriter putInt(final long value)
    {
        final int bits = Long.SIZE - Long.numberOfLeadingZeros(value ^ value >> Long.SIZE - 1) + 1;
        for (int shift = (bits - 1) / BITS * BITS; shift > 0; shift -= BITS)
        {
            put(value >> shift & DATA);
        }
        return put(value & DATA | STOP);
    }

    /**
     * An optional signed integer.
     *
     * @param value below the greatest long, or {@link #NULL}.
     * @return this.
     */
    public FastWriter putIntNullable(final long value)
    {
        return NULL == value ? putNull() : putInt(value >= 0 ? value + 1 : value);
    }

    /**
     * No value, of any nullable type.
     *
     * @return this.
     */
    public FastWriter putNull()
    {
        return put(STOP);
    }

    /**
     * A mandatory ASCII string.
     *
     * @param value of 7-bit characters; others are sent as '?'.
     * @return this.
     */
    public FastWriter putAscii(final String value)
    {
        final int last = value.length() - 1;
        if (last < 0)
        {
            return putNull();
        }
        for (int i = 0; i <= last; i++)
        {
            final char c = value.charAt(i);
            final int b = c < STOP ? c : '?';
            put(i == last ? b | STOP : b);
        }
        return this;
    }

    /**
     * An optional ASCII string.
     *
     * @param value or null.
     * @return this.
     */
    public FastWriter putAsciiNullable(final String value)
    {
        if (null == value)
        {
            return putNull();
        }
        if (value.isEmpty())
        {
            put(0);
            return putNull();
        }
        return putAscii(value);
    }

    /**
     * A string of one ASCII character, mandatory or optional.
     *
     * @param value of 7 bits.
     * @return this.
     */
    public FastWriter putChar(final byte value)
    {
        return put(value | STOP);
    }

    /**
     * An optional string of one ASCII character.
     *
     * @param value of 7 bits, 0 for none.
     * @return this.
     */
    public FastWriter putCharNullable(final byte value)
    {
        return 0 == value ? putNull() : putChar(value);
    }

    /**
     * A mandatory unicode string or byte vector.
     *
     * @param value bytes, UTF-8.
     * @return this.
     */
    public FastWriter putBytes(final byte[] value)
    {
        return putUInt(value.length).putAll(value);
    }

    /**
     * An optional unicode string or byte vector.
     *
     * @param value bytes, UTF-8, or null.
     * @return this.
     */
    public FastWriter putBytesNullable(final byte[] value)
    {
        return null == value ? putNull() : putUInt(value.length + 1L).putAll(value);
    }

    /**
     * A mandatory decimal.
     *
     * @param mantissa any.
     * @param exponent of ten.
     * @return this.
     */
    public FastWriter putDecimal(final long mantissa, final int exponent)
    {
        return putInt(exponent).putInt(mantissa);
    }

    /**
     * An optional decimal that is there; {@link #putNull()} writes one that is not.
     *
     * @param mantissa any.
     * @param exponent of ten.
     * @return this.
     */
    public FastWriter putDecimalNullable(final long mantissa, final int exponent)
    {
        return putIntNullable(exponent).putInt(mantissa);
    }

    /**
     * An optional price, as the shortest decimal that is equal to it and has no exponent above 0.
     *
     * @param priceE5 price x 100 000, or {@link #NULL_PRICE}.
     * @return this.
     */
    public FastWriter putPriceE5Nullable(final long priceE5)
    {
        if (NULL_PRICE == priceE5)
        {
            return putNull();
        }
        long mantissa = priceE5;
        int exponent = -E5_DIGITS;
        while (exponent < 0 && 0 == mantissa % RADIX)
        {
            mantissa /= RADIX;
            exponent++;
        }
        return putDecimalNullable(mantissa, exponent);
    }

    /**
     * Bytes that are encoded already, such as the entries of a sequence.
     *
     * @param source of the bytes.
     * @param offset of the first.
     * @param length of them.
     * @return this.
     */
    public FastWriter putEncoded(final DirectBuffer source, final int offset, final int length)
    {
        buffer.putBytes(position, source, offset, length);
        position += length;
        return this;
    }

    private FastWriter putAll(final byte[] value)
    {
        buffer.putBytes(position, value);
        position += value.length;
        return this;
    }

    private FastWriter put(final long value)
    {
        buffer.putByte(position, (byte)value);
        position++;
        return this;
    }
}
