// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe.wire;

import io.bourse.gateway.sbe.wire.SchemaCodec.Field;
import io.bourse.gateway.sbe.wire.SchemaCodec.Message;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The byte tables of TWIME A.1 to A.4, and what the version history of A.9 makes of them for versions 6 and 5.
 */
final class ProtocolTables
{
    private static final Map<Integer, Integer> IDS_OF_VERSION_5 =
        Map.of(7015, 7000, 7016, 7013, 7017, 7003, 7018, 7005, 7019, 7008, 7020, 7009);

    private final List<Message> messages = new ArrayList<>();
    private final Map<String, Map<String, Integer>> values = new LinkedHashMap<>();
    private final Map<String, String> encodings = new LinkedHashMap<>();

    private ProtocolTables()
    {
    }

    static ProtocolTables read()
    {
        final ProtocolTables tables = new ProtocolTables();
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
            ProtocolTables.class.getResourceAsStream("twime-7-tables.txt"), StandardCharsets.US_ASCII)))
        {
            reader.lines().filter((line) -> !line.isBlank() && !line.startsWith("#"))
                .forEach((line) -> tables.take(line.split(" ")));
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
        return tables;
    }

    List<Message> messages(final int version)
    {
        return messages.stream().map((message) -> inVersion(message, version)).toList();
    }

    Map<String, Map<String, Integer>> values()
    {
        return values;
    }

    String encoding(final String type)
    {
        return encodings.get(type);
    }

    private void take(final String[] words)
    {
        switch (words[0])
        {
            case "message" -> messages.add(new Message(
                words[1], Integer.parseInt(words[2]), Integer.parseInt(words[3]), new ArrayList<>()));
            case "enum", "set" ->
            {
                encodings.put(words[1], words[2]);
                final Map<String, Integer> named = new LinkedHashMap<>();
                for (int i = 3; i < words.length; i++)
                {
                    final int equals = words[i].indexOf('=');
                    named.put(words[i].substring(0, equals), Integer.parseInt(words[i].substring(equals + 1)));
                }
                values.put(words[1], named);
            }
            default -> messages.getLast().fields().add(new Field(
                words[1], Integer.parseInt(words[2]), words[3], words[4], Integer.parseInt(words[0]), words[5]));
        }
    }

    private static Message inVersion(final Message message, final int version)
    {
        final List<Field> fields = new ArrayList<>();
        int removed = 0;
        for (final Field field : message.fields())
        {
            if (version < 7 && "ComplianceID".equals(field.name()) || version < 6 && "Flags2".equals(field.name()))
            {
                removed += field.length();
            }
            else
            {
                fields.add(new Field(field.name(), field.tag(), field.type(), field.wire(), field.offset() - removed,
                    field.nullValue()));
            }
        }
        final int id = version < 6 ?
            IDS_OF_VERSION_5.getOrDefault(message.templateId(), message.templateId()) : message.templateId();
        return new Message(message.name(), id, message.blockLength() - removed, List.copyOf(fields));
    }
}
