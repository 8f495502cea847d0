// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.schema;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import org.agrona.DirectBuffer;

import java.math.BigInteger;
import java.util.Locale;

/**
 * A primitive type of SBE, little-endian.
 */
public enum Primitive
{
    /** One byte of text. */
    CHAR(1, 0),
    /** Signed byte. */
    INT8(1, Byte.MIN_VALUE),
    /** Unsigned byte. */
    UINT8(1, 0xFF),
    /** Signed, two bytes. */
    INT16(2, Short.MIN_VALUE),
    /** Unsigned, two bytes. */
    UINT16(2, 0xFFFF),
    /** Signed, four bytes. */
    INT32(4, Integer.MIN_VALUE),
    /** Unsigned, four bytes. */
    UINT32(4, 0xFFFF_FFFFL),
    /** Signed, eight bytes. */
    INT64(8, Long.MIN_VALUE),
    /** Unsigned, eight bytes; values are the bits as a long. */
    UINT64(8, -1L),
    /** Floating point, four bytes; values are the bits. */
    FLOAT(4, 0x7FC0_0000L),
    /** Floating point, eight bytes; values are the bits. */
    DOUBLE(8, 0x7FF8_0000_0000_0000L);

    private final int length;
    private final long nullValue;

    Primitive(final int length, final long nullValue)
    {
        this.length = length;
        this.nullValue = nullValue;
    }

    /**
     * Length on the wire.
     *
     * @return bytes.
     */
    public int length()
    {
        return length;
    }

    /**
     * Null of an optional field whose schema names no other.
     *
     * @return value as {@link #read} gives it.
     */
    public long nullValue()
    {
        return nullValue;
    }

    /**
     * Name in schemas.
     *
     * @return such as uint32.
     */
    public String schemaName()
    {
        return name().toLowerCase(Locale.ROOT);
    }

    static Primitive of(final String schemaName)
    {
        try
        {
            return valueOf(schemaName.toUpperCase(Locale.ROOT));
        }
        catch (final IllegalArgumentException ex)
        {
            throw new IllegalArgumentException("not a primitive type: primitiveType=" + schemaName, ex);
        }
    }

    /**
     * Reads a value.
     *
     * @param buffer that holds it.
     * @param offset of its first byte.
     * @return value; unsigned and floating ones of eight bytes as their bits.
     */
    public long read(final DirectBuffer buffer, final int offset)
    {
        return switch (this)
        {
            case CHAR, UINT8 -> buffer.getByte(offset) & 0xFF;
            case INT8 -> buffer.getByte(offset);
            case INT16 -> buffer.getShort(offset, LITTLE_ENDIAN);
            case UINT16 -> buffer.getShort(offset, LITTLE_ENDIAN) & 0xFFFF;
            case INT32 -> buffer.getInt(offset, LITTLE_ENDIAN);
            case UINT32, FLOAT -> buffer.getInt(offset, LITTLE_ENDIAN) & 0xFFFF_FFFFL;
            case INT64, UINT64, DOUBLE -> buffer.getLong(offset, LITTLE_ENDIAN);
        };
    }

    /** A value as a schema writes it. */
    long parse(final String text)
    {
        final String trimmed = text.strip();
        return switch (this)
        {
            case CHAR -> text.charAt(0);
            case UINT64 -> new BigInteger(trimmed).longValue();
            default -> Long.parseLong(trimmed);
        };
    }
}
