// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.client.operator;

import io.bourse.engine.protocol.CommandForm;
import io.bourse.engine.protocol.EngineSchema;
import io.bourse.engine.protocol.MessageHeaderDecoder;
import org.agrona.DirectBuffer;
import org.agrona.sbe.MessageDecoderFlyweight;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command in words: its name and all its fields, as the schema has them. It reads the schema each time.
 */
final class CommandText
{
    private static final Pattern HEADER = Pattern.compile("^.*?\\):header=\\([^)]*\\)\\|?", Pattern.DOTALL);
    private static final Pattern UNPRINTABLE = Pattern.compile("[^ -~]");
    /** Enums of commands are numbers in the schema, and named first in the description. */
    private static final Pattern ENUM = Pattern.compile("^([A-Z][A-Za-z]+)");

    private CommandText()
    {
    }

    /**
     * What a command says.
     *
     * @param buffer that holds a command.
     * @param offset of its message header.
     * @return name and fields in one line of printable characters.
     */
    static String of(final DirectBuffer buffer, final int offset)
    {
        final Document schema = EngineSchema.read();
        final Element message = message(schema, CommandForm.templateId(buffer, offset));
        final String name = message.getAttribute("name");
        final MessageHeaderDecoder header = new MessageHeaderDecoder().wrap(buffer, offset);
        final StringBuilder text = new StringBuilder();
        decoder(name)
            .wrap(buffer, offset + MessageHeaderDecoder.ENCODED_LENGTH, header.blockLength(), header.version())
            .appendTo(text);
        String fields = UNPRINTABLE.matcher(HEADER.matcher(text).replaceFirst("")).replaceAll("?");
        final NodeList all = message.getElementsByTagName("field");
        for (int i = 0; i < all.getLength(); i++)
        {
            fields = withNames(fields, (Element)all.item(i), schema);
        }
        return fields.isEmpty() ? name : name + " " + fields;
    }

    private static String withNames(final String fields, final Element field, final Document schema)
    {
        final Matcher named = ENUM.matcher(field.getAttribute("description"));
        if (!"uint8".equals(field.getAttribute("type")) || !named.find())
        {
            return fields;
        }
        final Map<String, String> values = values(schema, named.group(1));
        return Pattern.compile("(?<=^|[|(])(" + field.getAttribute("name") + "=)(\\d+)(?=[|)]|$)").matcher(fields)
            .replaceAll((found) -> found.group(1) + values.getOrDefault(found.group(2), found.group(2)));
    }

    private static Map<String, String> values(final Document schema, final String enumName)
    {
        final Map<String, String> names = new HashMap<>();
        final NodeList values = schema.getElementsByTagName("validValue");
        for (int i = 0; i < values.getLength(); i++)
        {
            final Element value = (Element)values.item(i);
            if (enumName.equals(((Element)value.getParentNode()).getAttribute("name")))
            {
                names.put(value.getTextContent(), value.getAttribute("name"));
            }
        }
        return names;
    }

    private static MessageDecoderFlyweight decoder(final String name)
    {
        try
        {
            return (MessageDecoderFlyweight)Class.forName(EngineSchema.class.getPackageName() + "." + name + "Decoder")
                .getConstructor().newInstance();
        }
        catch (final ReflectiveOperationException ex)
        {
            throw new IllegalArgumentException("the schema has no such command: name=" + name, ex);
        }
    }

    private static Element message(final Document schema, final int templateId)
    {
        final NodeList messages = schema.getElementsByTagName("sbe:message");
        for (int i = 0; i < messages.getLength(); i++)
        {
            final Element message = (Element)messages.item(i);
            if (Integer.toString(templateId).equals(message.getAttribute("id")))
            {
                return message;
            }
        }
        throw new IllegalArgumentException("the schema has no such command: templateId=" + templateId);
    }
}
