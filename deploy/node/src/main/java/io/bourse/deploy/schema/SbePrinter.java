// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.schema;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static java.nio.charset.StandardCharsets.UTF_8;

import org.agrona.DirectBuffer;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Takes SBE messages apart by their schema. Every length is checked before anything is read. Fields of a block that is
 * longer than its layout are left out, those of a shorter one as well. Not thread-safe.
 *
 * <p>Values are text, numbers, lists of names of flags, maps of composites, lists of entries of a group, or null; bytes
 * that are neither number nor text are hexadecimal digits.
 */
public final class SbePrinter
{
    /** Key of the name of a message. */
    public static final String MESSAGE = "message";
    private static final long ALL_BITS = 64;

    private final SbeSchemas schemas;
    private int position;
    private int limit;
    private boolean isKnown;

    /**
     * A printer of one protocol.
     *
     * @param schemas of the protocol.
     */
    public SbePrinter(final SbeSchemas schemas)
    {
        this.schemas = schemas;
    }

    /**
     * Takes the next message.
     *
     * @param buffer that holds the messages.
     * @param offset of the header of the message.
     * @param end of the last message.
     * @return name as {@link #MESSAGE}, template, version and fields.
     * @throws MalformedPacketException when it does not fit.
     */
    public Map<String, Object> message(final DirectBuffer buffer, final int offset, final int end)
    {
        position = offset;
        limit = end;
        need(SbeSchema.HEADER_LENGTH);
        final int blockLength = buffer.getShort(offset, LITTLE_ENDIAN) & 0xFFFF;
        final int templateId = buffer.getShort(offset + 2, LITTLE_ENDIAN) & 0xFFFF;
        final int schemaId = buffer.getShort(offset + 4, LITTLE_ENDIAN) & 0xFFFF;
        final int version = buffer.getShort(offset + 6, LITTLE_ENDIAN) & 0xFFFF;
        if (schemas.schemaId() != schemaId)
        {
            throw new MalformedPacketException("no message of the schema: schemaId=" + schemaId);
        }
        position += SbeSchema.HEADER_LENGTH;
        need(blockLength);
        final SbeMessage message = schemas.message(templateId, version);
        isKnown = null != message;
        final Map<String, Object> decoded = new LinkedHashMap<>();
        decoded.put(MESSAGE, null == message ? "?" : message.name());
        decoded.put("templateId", templateId);
        decoded.put("version", version);
        if (null == message)
        {
            // Its groups cannot be known: the rest of the packet goes with it unless it ends with its block.
            position += blockLength;
        }
        else
        {
            block(buffer, message.block(), blockLength, decoded);
        }
        return decoded;
    }

    /**
     * Whether the message that was taken last has a layout; otherwise only its block was passed over.
     *
     * @return true if it has.
     */
    public boolean isKnown()
    {
        return isKnown;
    }

    /**
     * Where the message ends that was taken last.
     *
     * @return offset in its buffer.
     */
    public int position()
    {
        return position;
    }

    private void block(
        final DirectBuffer buffer, final SbeBlock block, final int length, final Map<String, Object> decoded)
    {
        final int start = position;
        for (final SbeField field : block.fields())
        {
            if (field.offset() + field.type().length() <= length)
            {
                put(decoded, field, value(buffer, start + field.offset(), field.type()));
            }
        }
        position = start + length;
        for (final SbeGroup group : block.groups())
        {
            decoded.put(group.name(), group(buffer, group));
        }
        for (final SbeData data : block.data())
        {
            need(data.lengthType().length());
            final int dataLength = (int)data.lengthType().read(buffer, position);
            position += data.lengthType().length();
            need(dataLength);
            decoded.put(data.name(), text(buffer, position, dataLength));
            position += dataLength;
        }
    }

    @SuppressWarnings("unchecked")
    private static void put(final Map<String, Object> decoded, final SbeField field, final Object value)
    {
        final int dot = field.name().indexOf(SbeField.MEMBER);
        if (dot < 0)
        {
            decoded.put(field.name(), value);
        }
        else
        {
            final Object members =
                decoded.computeIfAbsent(field.name().substring(0, dot), (name) -> new LinkedHashMap<String, Object>());
            ((Map<String, Object>)members).put(field.name().substring(dot + 1), value);
        }
    }

    private List<Map<String, Object>> group(final DirectBuffer buffer, final SbeGroup group)
    {
        need(group.headerLength());
        final int entryLength = (int)group.lengthType().read(buffer, position);
        final int count = (int)group.countType().read(buffer, position + group.lengthType().length());
        position += group.headerLength();
        final List<Map<String, Object>> entries = new ArrayList<>();
        for (int i = 0; i < count; i++)
        {
            need(entryLength);
            final Map<String, Object> entry = new LinkedHashMap<>();
            block(buffer, group.entry(), entryLength, entry);
            entries.add(entry);
        }
        return entries;
    }

    private static Object value(final DirectBuffer buffer, final int offset, final SbeType type)
    {
        if (SbeType.Kind.TEXT == type.kind())
        {
            return text(buffer, offset, type.length());
        }
        if (SbeType.Kind.NUMBER == type.kind() && type.count() > 1)
        {
            final byte[] bytes = new byte[type.length()];
            buffer.getBytes(offset, bytes);
            return HexFormat.of().formatHex(bytes);
        }
        final long value = type.primitive().read(buffer, offset);
        if (type.isOptional() && value == type.nullValue())
        {
            return null;
        }
        return switch (type.kind())
        {
            case DECIMAL -> BigDecimal.valueOf(value, -type.exponent());
            case ENUMERATION -> enumeration(type, value);
            case SET -> set(type, value);
            default -> number(type, value);
        };
    }

    private static Object enumeration(final SbeType type, final long value)
    {
        final String name = type.names().get(value);
        if (null != name)
        {
            return name;
        }
        return value == type.nullValue() ? null : value;
    }

    private static List<String> set(final SbeType type, final long value)
    {
        final List<String> names = new ArrayList<>();
        for (long bit = 0; bit < ALL_BITS; bit++)
        {
            if (0 != (value >>> bit & 1))
            {
                names.add(type.names().getOrDefault(bit, "bit" + bit));
            }
        }
        return names;
    }

    private static Object number(final SbeType type, final long value)
    {
        return switch (type.primitive())
        {
            case UINT64 -> value >= 0 ? (Object)value : new BigInteger(Long.toUnsignedString(value));
            case FLOAT -> floating(Float.intBitsToFloat((int)value));
            case DOUBLE -> floating(Double.longBitsToDouble(value));
            default -> value;
        };
    }

    private static Object floating(final double value)
    {
        return Double.isNaN(value) ? null : value;
    }

    private static String text(final DirectBuffer buffer, final int offset, final int length)
    {
        final byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        int end = length;
        while (end > 0 && (0 == bytes[end - 1] || ' ' == bytes[end - 1]))
        {
            end--;
        }
        return new String(bytes, 0, end, UTF_8);
    }

    private void need(final int length)
    {
        if (length > limit - position)
        {
            throw new MalformedPacketException("the packet ends within a message: offset=" + position + " needed=" +
                length + " left=" + (limit - position));
        }
    }
}
