// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.decode;

import io.bourse.deploy.text.Times;

import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/**
 * Packets for people: a line for the packet, one for every message, one for every entry of a group.
 */
public final class TextPrinter implements PacketPrinter
{
    private static final String INDENT = "  ";
    private static final String NULL = "null";

    private final PrintWriter out;
    private final StringBuilder line = new StringBuilder();

    /**
     * Makes a printer.
     *
     * @param out where to write.
     */
    public TextPrinter(final PrintWriter out)
    {
        this.out = out;
    }

    @Override
    public void print(final PacketOrigin origin, final String protocol, final DecodedPacket packet)
    {
        line.setLength(0);
        line.append(Times.text(origin.timeNs())).append(' ').append(origin.source()).append(" > ")
            .append(origin.destination());
        if (null != origin.feed())
        {
            line.append(' ').append(origin.feed());
        }
        if (null == packet)
        {
            line.append(" not known, length=").append(origin.length());
            out.println(line);
            return;
        }
        line.append(' ').append(protocol);
        fields(packet.header(), 1);
        for (final Map<String, Object> message : packet.messages())
        {
            out.println(line);
            line.setLength(0);
            line.append(INDENT).append(message.get(DecodedPacket.MESSAGE));
            fields(message, 2);
        }
        out.println(line);
        if (null != packet.problem())
        {
            out.println(INDENT + "MALFORMED: " + PlainText.of(packet.problem()));
        }
    }

    private void fields(final Map<String, Object> fields, final int depth)
    {
        for (final Map.Entry<String, Object> field : fields.entrySet())
        {
            if (!isGroup(field.getValue()) && !DecodedPacket.MESSAGE.equals(field.getKey()))
            {
                line.append(' ').append(field.getKey()).append('=').append(text(field.getValue()));
            }
        }
        for (final Map.Entry<String, Object> field : fields.entrySet())
        {
            if (isGroup(field.getValue()))
            {
                group(field.getKey(), (List<?>)field.getValue(), depth);
            }
        }
    }

    @SuppressWarnings("unchecked")
    private void group(final String name, final List<?> entries, final int depth)
    {
        for (int i = 0; i < entries.size(); i++)
        {
            out.println(line);
            line.setLength(0);
            line.append(INDENT.repeat(depth)).append(name).append('[').append(i).append(']');
            fields((Map<String, Object>)entries.get(i), depth + 1);
        }
    }

    private static boolean isGroup(final Object value)
    {
        return value instanceof final List<?> list && !list.isEmpty() && list.getFirst() instanceof Map;
    }

    private static String text(final Object value)
    {
        return switch (value)
        {
            case null -> NULL;
            case BigDecimal decimal -> decimal.toPlainString();
            case List<?> names -> names.isEmpty() ? "-" :
                String.join("|", names.stream().map(Object::toString).toList());
            case String text -> PlainText.quoted(text);
            default -> value.toString();
        };
    }
}
