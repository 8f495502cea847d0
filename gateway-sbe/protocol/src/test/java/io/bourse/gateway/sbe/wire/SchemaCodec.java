// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.wire;

import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import javax.xml.parsers.DocumentBuilderFactory;
import java.io.InputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Frames by name of message and field, after a schema file that ships with the gateway: what a firm's own codec makes
 * of that file, sharing nothing with the codecs of the gateway.
 */
public final class SchemaCodec
{
    static final String NO_NULL = "-";
    private static final int HEADER_LENGTH = 8;
    private static final int SCHEMA_ID = 19781;

    private final Map<String, Element> types = new LinkedHashMap<>();
    private final Map<String, Message> byName = new LinkedHashMap<>();
    private final int version;

    /** One field of a message: where it is in the block, and what it is. */
    public record Field(String name, int tag, String type, String wire, int offset, String nullValue)
    {
        /** Bytes of the field. */
        public int length()
        {
            return lengthOf(wire);
        }
    }

    /** One message. */
    public record Message(String name, int templateId, int blockLength, List<Field> fields)
    {
        Field field(final String name)
        {
            return fields.stream().filter((field) -> name.equals(field.name())).findFirst().orElseThrow(
                () -> new IllegalArgumentException("no such field: message=" + this.name + " field=" + name));
        }
    }

    private SchemaCodec(final int version)
    {
        this.version = version;
    }

    /** Reads the schema file of a version. */
    public static SchemaCodec load(final int version)
    {
        final SchemaCodec codec = new SchemaCodec(version);
        final String file = "/io/bourse/gateway/sbe/twime-" + version + ".xml";
        try (InputStream schema = SchemaCodec.class.getResourceAsStream(file))
        {
            final Element root = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(schema)
                .getDocumentElement();
            if (SCHEMA_ID != Integer.parseInt(root.getAttribute("id")) ||
                version != Integer.parseInt(root.getAttribute("version")) ||
                !"littleEndian".equals(root.getAttribute("byteOrder")))
            {
                throw new IllegalStateException("the schema is not that of its version: file=" + file);
            }
            elements((Element)root.getElementsByTagName("types").item(0))
                .forEach((type) -> codec.types.put(type.getAttribute("name"), type));
            elements(root).stream().filter((element) -> "sbe:message".equals(element.getTagName()))
                .map(codec::message).forEach((message) -> codec.byName.put(message.name(), message));
            return codec;
        }
        catch (final Exception ex)
        {
            throw new IllegalStateException("the schema cannot be read: file=" + file, ex);
        }
    }

    /** All messages in the order of the file. */
    public List<Message> messages()
    {
        return List.copyOf(byName.values());
    }

    /** Names and values of an enumeration or a set, empty when the version does not have it. */
    Map<String, Integer> values(final String type)
    {
        final Map<String, Integer> values = new LinkedHashMap<>();
        if (types.containsKey(type) && types.get(type).hasAttribute("encodingType"))
        {
            for (final Element value : elements(types.get(type)))
            {
                final String text = value.getTextContent();
                values.put(value.getAttribute("name"), "char".equals(types.get(type).getAttribute("encodingType")) ?
                    text.charAt(0) : Integer.parseInt(text.strip()));
            }
        }
        return values;
    }

    /**
     * Makes a frame. Fields that are not given are null where they have one, else 0.
     *
     * @param name of the message.
     * @param values name and value in turn: numbers, or strings for character arrays.
     */
    public byte[] encode(final String name, final Object... values)
    {
        final Message message = byName.get(name);
        final byte[] frame = new byte[HEADER_LENGTH + message.blockLength()];
        putHeader(frame, message.blockLength(), message.templateId(), version);
        for (final Field field : message.fields())
        {
            if (!NO_NULL.equals(field.nullValue()))
            {
                put(frame, field, new BigInteger(field.nullValue()));
            }
        }
        for (int i = 0; i < values.length; i += 2)
        {
            final Field field = message.field((String)values[i]);
            if (values[i + 1] instanceof String text)
            {
                final byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
                System.arraycopy(bytes, 0, frame, HEADER_LENGTH + field.offset(), bytes.length);
            }
            else
            {
                put(frame, field, BigInteger.valueOf(((Number)values[i + 1]).longValue()));
            }
        }
        return frame;
    }

    /** The bytes of one field. */
    public byte[] bytes(final byte[] frame, final String fieldName)
    {
        final Field field = messageOf(frame).field(fieldName);
        return Arrays.copyOfRange(
            frame, HEADER_LENGTH + field.offset(), HEADER_LENGTH + field.offset() + field.length());
    }

    /** One number of a frame. */
    public long number(final byte[] frame, final String fieldName)
    {
        return unsigned(bytes(frame, fieldName)).longValue();
    }

    /** A frame as text; Timestamp, which no test can know, as a star, and character arrays without padding. */
    public String decode(final byte[] frame)
    {
        final Message message = messageOf(frame);
        final StringBuilder text = new StringBuilder(message.name());
        for (final Field field : message.fields())
        {
            text.append(' ').append(field.name()).append('=').append(text(frame, field));
        }
        return text.toString();
    }

    /** Length in bytes of a frame whose header begins at an offset. */
    static int frameLength(final byte[] bytes, final int offset)
    {
        return HEADER_LENGTH + (bytes[offset] & 0xFF | (bytes[offset + 1] & 0xFF) << 8);
    }

    /** Which message a frame is; fails when it is none of this version. */
    public Message messageOf(final byte[] frame)
    {
        final int templateId = frame[2] & 0xFF | (frame[3] & 0xFF) << 8;
        final int frameVersion = frame[6] & 0xFF | (frame[7] & 0xFF) << 8;
        if (version != frameVersion || SCHEMA_ID != (frame[4] & 0xFF | (frame[5] & 0xFF) << 8))
        {
            throw new AssertionError("a frame of another version: version=" + frameVersion + " expected=" + version);
        }
        final Message message = byName.values().stream().filter((m) -> templateId == m.templateId()).findFirst()
            .orElseThrow(() -> new AssertionError("version " + version + " has no template " + templateId));
        if (frame.length != HEADER_LENGTH + message.blockLength() || frame.length != frameLength(frame, 0))
        {
            throw new AssertionError("wrong length: message=" + message.name() + " length=" + frame.length);
        }
        return message;
    }

    /** Writes a message header. */
    public static void putHeader(final byte[] frame, final int blockLength, final int templateId, final int version)
    {
        final int[] header = {blockLength, templateId, SCHEMA_ID, version};
        for (int i = 0; i < header.length; i++)
        {
            frame[2 * i] = (byte)header[i];
            frame[2 * i + 1] = (byte)(header[i] >>> 8);
        }
    }

    static int lengthOf(final String wire)
    {
        return switch (wire)
        {
            case "uint8", "int8", "char" -> 1;
            case "uint16", "int16" -> 2;
            case "uint32", "int32" -> 4;
            case "uint64", "int64" -> 8;
            default -> Integer.parseInt(wire.substring(wire.indexOf('[') + 1, wire.length() - 1));
        };
    }

    private String text(final byte[] frame, final Field field)
    {
        final byte[] bytes = Arrays.copyOfRange(
            frame, HEADER_LENGTH + field.offset(), HEADER_LENGTH + field.offset() + field.length());
        if (field.wire().startsWith("char["))
        {
            return new String(bytes, StandardCharsets.US_ASCII).replace("\0", "");
        }
        final BigInteger value = unsigned(bytes);
        if (value.toString().equals(field.nullValue()))
        {
            return "null";
        }
        if ("Timestamp".equals(field.name()))
        {
            return "*";
        }
        if (field.type().endsWith("Set"))
        {
            return value.toString(16);
        }
        return values(field.type()).entrySet().stream().filter((e) -> value.intValue() == e.getValue())
            .map(Map.Entry::getKey).findFirst().orElse(value.toString());
    }

    private static BigInteger unsigned(final byte[] bytes)
    {
        BigInteger value = BigInteger.ZERO;
        for (int i = bytes.length - 1; i >= 0; i--)
        {
            value = value.shiftLeft(8).or(BigInteger.valueOf(bytes[i] & 0xFF));
        }
        return value;
    }

    private static void put(final byte[] frame, final Field field, final BigInteger value)
    {
        for (int i = 0; i < field.length(); i++)
        {
            frame[HEADER_LENGTH + field.offset() + i] = value.shiftRight(8 * i).byteValue();
        }
    }

    private Message message(final Element element)
    {
        final List<Field> fields = new ArrayList<>();
        int offset = 0;
        for (final Element field : elements(element))
        {
            final String typeName = field.getAttribute("type");
            final Element type = types.get(typeName);
            final Element primitive = "composite".equals(type.getTagName()) ? elements(type).getFirst() : type;
            final String encoding = primitive.hasAttribute("primitiveType") ?
                primitive.getAttribute("primitiveType") : primitive.getAttribute("encodingType");
            final String length = primitive.getAttribute("length");
            final Field added = new Field(
                field.getAttribute("name"),
                Integer.parseInt(field.getAttribute("id")),
                typeName,
                length.isEmpty() ? encoding : encoding + "[" + length + "]",
                offset,
                primitive.hasAttribute("nullValue") ? primitive.getAttribute("nullValue") : NO_NULL);
            fields.add(added);
            offset += added.length();
        }
        return new Message(
            element.getAttribute("name"), Integer.parseInt(element.getAttribute("id")), offset, List.copyOf(fields));
    }

    private static List<Element> elements(final Element parent)
    {
        final List<Element> elements = new ArrayList<>();
        final NodeList nodes = parent.getChildNodes();
        for (int i = 0; i < nodes.getLength(); i++)
        {
            if (nodes.item(i) instanceof Element element)
            {
                elements.add(element);
            }
        }
        return elements;
    }
}
