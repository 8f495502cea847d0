// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.dissector;

import io.bourse.marketdata.fast.FastField;
import io.bourse.marketdata.fast.FastOperator;
import io.bourse.marketdata.fast.FastTemplate;
import io.bourse.marketdata.fast.FastTemplates;
import io.bourse.marketdata.fast.FastType;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The tables of the FAST dissector: its fields, each once, and the templates.
 */
final class FastTables
{
    private static final String ABBREVIATION = "fast.";

    private final Map<String, String> fieldByKey = new LinkedHashMap<>();
    private final StringBuilder layouts = new StringBuilder();

    /**
     * Tables of templates.
     *
     * @param templates whose only operators are constants of mandatory fields.
     * @throws IllegalStateException if one has another operator, which the dissector does not know.
     */
    FastTables(final FastTemplates templates)
    {
        for (final FastTemplate template : templates.all())
        {
            layouts.append("  [").append(template.id()).append("] = {name = \"").append(template.name())
                .append("\", fields = {\n");
            append(template.fields(), "    ");
            layouts.append("  }},\n");
        }
    }

    String layouts()
    {
        return layouts.toString();
    }

    String fields()
    {
        return fieldByKey.entrySet().stream().map(field -> "  " + field.getKey() + " = ProtoField." + field.getValue() +
            "(\"" + ABBREVIATION + field.getKey() + "\", \"" + name(field.getKey()) + "\"),\n")
            .collect(Collectors.joining());
    }

    private void append(final List<FastField> fields, final String indent)
    {
        for (final FastField field : fields)
        {
            layouts.append(indent);
            if (FastType.SEQUENCE == field.type())
            {
                layouts.append("{nil, \"").append(field.name()).append("\", \"sequence\", ")
                    .append(field.isOptional()).append(", {\n");
                append(field.entryFields(), indent + "  ");
                layouts.append(indent).append("}},\n");
                continue;
            }
            final boolean isConstant = FastOperator.CONSTANT == field.operator() && !field.isOptional();
            if (!isConstant && FastOperator.NONE != field.operator())
            {
                throw new IllegalStateException("The FAST dissector knows no such operator, teach it to fast.lua:" +
                    " field=" + field.name() + " operator=" + field.operator() + " isOptional=" + field.isOptional());
            }
            layouts.append("{F.").append(key(field)).append(", \"").append(field.name()).append("\", \"")
                .append(isConstant ? "constant" : kind(field.type())).append("\", ").append(field.isOptional())
                .append(isConstant ? ", " + value(field) : "").append("},\n");
        }
    }

    /** The name of a field, or with its kind after it if the name is taken by something else. */
    private String key(final FastField field)
    {
        final String type = fieldType(field.type());
        final String known = fieldByKey.putIfAbsent(field.name(), type);
        if (null == known || known.equals(type))
        {
            return field.name();
        }
        final String key = field.name() + "_" + type;
        fieldByKey.put(key, type);
        return key;
    }

    private static String name(final String key)
    {
        return key.indexOf('_') < 0 ? key : key.substring(0, key.indexOf('_'));
    }

    private static String value(final FastField field)
    {
        return switch (field.type())
        {
            case INT, UINT -> (FastType.INT == field.type() ? "Int64(" : "UInt64(") + field.initialText() + ")";
            default -> '"' + field.initialText() + '"';
        };
    }

    private static String kind(final FastType type)
    {
        return switch (type)
        {
            case INT -> "signed";
            case UINT -> "unsigned";
            case DECIMAL -> "decimal";
            case ASCII -> "ascii";
            case UNICODE, BYTES -> "bytes";
            case SEQUENCE -> "sequence";
        };
    }

    private static String fieldType(final FastType type)
    {
        return switch (type)
        {
            case INT -> "int64";
            case UINT -> "uint64";
            case DECIMAL -> "double";
            default -> "string";
        };
    }
}
