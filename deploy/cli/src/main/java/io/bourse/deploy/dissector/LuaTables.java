// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.dissector;

import io.bourse.deploy.schema.Primitive;
import io.bourse.deploy.schema.SbeBlock;
import io.bourse.deploy.schema.SbeData;
import io.bourse.deploy.schema.SbeField;
import io.bourse.deploy.schema.SbeGroup;
import io.bourse.deploy.schema.SbeMessage;
import io.bourse.deploy.schema.SbeSchema;
import io.bourse.deploy.schema.SbeSchemas;
import io.bourse.deploy.schema.SbeType;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The tables of a dissector: its fields, each once, and the layouts of its messages, each once however many versions
 * have it.
 */
final class LuaTables
{
    /** FIX tag of the one time in SIMBA messages that is one for certain. */
    private static final int TRANSACT_TIME = 60;
    private static final String TIME_TYPE = "TimeStamp";
    private static final String STRING = "string";

    private final String abbreviation;
    private final Map<String, String> fieldByKey = new LinkedHashMap<>();
    private final Map<String, Integer> layoutByText = new LinkedHashMap<>();
    private final Map<SbeMessage, Integer> layoutByMessage = new LinkedHashMap<>();

    LuaTables(final SbeSchemas schemas)
    {
        abbreviation = schemas.name().toLowerCase(Locale.ROOT);
        for (final SbeSchema schema : schemas.byVersion().values())
        {
            for (final SbeMessage message : schema.messages().values())
            {
                final String text = "{name = \"" + message.name() + "\", block = " + block(message.block(), "") + "}";
                final int next = layoutByText.size() + 1;
                layoutByMessage.put(message, layoutByText.computeIfAbsent(text, key -> next));
            }
        }
    }

    int layout(final SbeMessage message)
    {
        return layoutByMessage.get(message);
    }

    int layoutCount()
    {
        return layoutByText.size();
    }

    String layouts()
    {
        return layoutByText.entrySet().stream()
            .map(layout -> "L[" + layout.getValue() + "] = " + layout.getKey() + '\n').collect(Collectors.joining());
    }

    String fields()
    {
        return fieldByKey.entrySet().stream()
            .map(field -> "  " + field.getKey() + " = " + field.getValue() + ",\n").collect(Collectors.joining());
    }

    private String block(final SbeBlock block, final String indent)
    {
        final String inner = indent + "  ";
        final StringBuilder text = new StringBuilder("{fields = {\n");
        for (final SbeField field : block.fields())
        {
            text.append(inner).append("  ").append(field(field)).append(",\n");
        }
        text.append(inner).append('}');
        if (!block.groups().isEmpty())
        {
            text.append(", groups = {\n");
            for (final SbeGroup group : block.groups())
            {
                text.append(inner).append("  {\"").append(group.name()).append("\", ")
                    .append(group.lengthType().length()).append(", ").append(group.countType().length()).append(", ")
                    .append(block(group.entry(), inner + "  ")).append("},\n");
            }
            text.append(inner).append('}');
        }
        if (!block.data().isEmpty())
        {
            text.append(", data = {\n");
            for (final SbeData data : block.data())
            {
                text.append(inner).append("  {F.")
                    .append(key(data.name(), "text", definition(STRING, data.name(), data.name(), "")))
                    .append(", \"").append(data.name()).append("\", ").append(data.lengthType().length())
                    .append("},\n");
            }
            text.append(inner).append('}');
        }
        return text.append('}').toString();
    }

    private String field(final SbeField field)
    {
        final SbeType type = field.type();
        final String kind = kind(field);
        final String key = key(field.name(), type.name(), fieldDefinition(field, kind, field.name()));
        final String nullBytes = type.isOptional() && SbeType.Kind.TEXT != type.kind() ?
            '"' + hex(type.primitive(), type.nullValue()) + '"' : "nil";
        final String text = "{F." + key + ", \"" + field.name() + "\", " + field.offset() + ", " + type.length() +
            ", \"" + kind + "\", " + nullBytes;
        return switch (kind)
        {
            case "decimal" -> text + ", " + type.exponent() + "}";
            case "letter" -> text + ", {" + letters(type) + "}}";
            case "set" -> text + ", {" + bits(key, field) + "}}";
            default -> text + "}";
        };
    }

    private static String kind(final SbeField field)
    {
        final SbeType type = field.type();
        return switch (type.kind())
        {
            case DECIMAL -> "decimal";
            case TEXT -> "text";
            case SET -> "set";
            case ENUMERATION -> Primitive.CHAR == type.primitive() ? "letter" : "enumeration";
            default -> TIME_TYPE.equals(type.name()) ||
                TRANSACT_TIME == field.tag() && Primitive.UINT64 == type.primitive() ? "time" : "number";
        };
    }

    private String fieldDefinition(final SbeField field, final String kind, final String key)
    {
        final SbeType type = field.type();
        final String name = field.name();
        return switch (kind)
        {
            case "decimal" -> definition("double", key, name, "");
            case "text", "letter" -> definition(STRING, key, name, "");
            case "time" -> definition("absolute_time", key, name, ", base.UTC");
            case "set" -> definition(type.primitive().schemaName(), key, name, ", base.HEX");
            case "enumeration" -> definition(type.primitive().schemaName(), key, name,
                ", base.DEC, {" + values(type) + "}");
            default -> definition(type.primitive().schemaName(), key, name, "");
        };
    }

    private String definition(final String lua, final String key, final String name, final String more)
    {
        return "ProtoField." + lua + "(\"" + abbreviation + "." + key + "\", \"" + name + "\"" + more + ")";
    }

    /** The name of a field, or with its type after it if the name is taken by something else. */
    private String key(final String name, final String typeName, final String definition)
    {
        final String known = fieldByKey.putIfAbsent(name, definition);
        if (null == known || known.equals(definition))
        {
            return name;
        }
        final String key = name + "_" + typeName;
        final String again = definition.replace("\"" + abbreviation + "." + name + "\"",
            "\"" + abbreviation + "." + key + "\"");
        final String other = fieldByKey.putIfAbsent(key, again);
        if (null != other && !other.equals(again))
        {
            throw new IllegalStateException("One name and type for two fields: field=" + key);
        }
        return key;
    }

    private String bits(final String key, final SbeField field)
    {
        final StringBuilder text = new StringBuilder();
        field.type().names().forEach((bit, name) ->
        {
            final String bitKey = key + "_" + name;
            // No mask: versions of Wireshark differ in what a mask of 64 bits may be.
            fieldByKey.putIfAbsent(bitKey, "ProtoField.bool(\"" + abbreviation + "." + key + "." + name + "\", \"" +
                name + "\")");
            text.append("{F.").append(bitKey).append(", ").append(bit).append(", \"").append(name).append("\"}, ");
        });
        return text.toString().stripTrailing();
    }

    private static String values(final SbeType type)
    {
        return entries(type, value -> Long.toString(value));
    }

    private static String letters(final SbeType type)
    {
        return entries(type, value -> "\"" + (char)value.intValue() + '"');
    }

    private static String entries(final SbeType type, final Function<Long, String> key)
    {
        return type.names().entrySet().stream()
            .map(name -> "[" + key.apply(name.getKey()) + "] = \"" + name.getValue() + "\",")
            .collect(Collectors.joining(" "));
    }

    /** The bytes of a value as they are on the wire, little-endian. */
    private static String hex(final Primitive primitive, final long value)
    {
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < primitive.length(); i++)
        {
            text.append(String.format("%02X", value >>> i * Byte.SIZE & 0xFF));
        }
        return text.toString();
    }
}
