// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import javax.xml.parsers.DocumentBuilderFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes, from the engine's schema, what calls a listener with the events of a transaction: {@code EventListener} with
 * one method per event, {@code EventListenerPair}, and {@code EventDecoders}. The build runs it: {@code java
 * EventCode.java SCHEMA DIRECTORY}.
 */
final class EventCode
{
    /** Events follow it in the schema. */
    private static final int EVENT_GROUP_ID = 100;
    private static final String PACKAGE = "io.bourse.engine.protocol";
    private static final String HEAD = """
        // Generated from bourse-engine.xml by EventCode.

        package %s;

        import org.agrona.DirectBuffer;

        """.formatted(PACKAGE);

    private record Event(String name, String description)
    {
        String decoder()
        {
            return name + "Decoder";
        }

        String field()
        {
            return Character.toLowerCase(name.charAt(0)) + name.substring(1);
        }

        String doc()
        {
            return description.isEmpty() ? "{@code " + name + "}." : escaped(description) + ".";
        }

        private static String escaped(final String text)
        {
            return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("@", "&#64;");
        }
    }

    private EventCode()
    {
    }

    public static void main(final String[] args) throws Exception
    {
        final List<Event> events = events(Path.of(args[0]));
        final Path directory = Path.of(args[1]).resolve(PACKAGE.replace('.', '/'));
        Files.createDirectories(directory);
        write(directory.resolve("EventListener.java"), listener(events));
        write(directory.resolve("EventListenerPair.java"), pair(events));
        write(directory.resolve("EventDecoders.java"), decoders(events));
    }

    private static List<Event> events(final Path schema) throws Exception
    {
        final NodeList messages = DocumentBuilderFactory.newDefaultNSInstance().newDocumentBuilder()
            .parse(schema.toFile()).getElementsByTagNameNS("*", "message");
        final List<Event> events = new ArrayList<>();
        for (int i = 0; i < messages.getLength(); i++)
        {
            final Element message = (Element)messages.item(i);
            if (Integer.parseInt(message.getAttribute("id")) > EVENT_GROUP_ID)
            {
                events.add(new Event(message.getAttribute("name"), message.getAttribute("description")));
            }
        }
        return events;
    }

    private static String listener(final List<Event> events)
    {
        final StringBuilder code = new StringBuilder(HEAD).append("""
            /**
             * Receives transactions: {@link #onGroupBegin}, then every event in order, then {@link #onGroupEnd}. The
             * group and the event decoders are views that are valid during the call only.
             */
            public interface EventListener extends GroupListener
            {
            """);
        events.forEach((event) -> code.append("""
                /**
                 * %s
                 *
                 * @param group the transaction.
                 * @param event the event.
                 */
                default void on%s(final EventGroup group, final %s event)
                {
                }

            """.formatted(event.doc(), event.name(), event.decoder())));
        return code.append("}\n").toString();
    }

    private static String pair(final List<Event> events)
    {
        final StringBuilder code = new StringBuilder(HEAD).append("""
            /**
             * Hands everything to two listeners, so that one follower serves both.
             */
            public class EventListenerPair implements EventListener
            {
                private final EventListener first;
                private final EventListener second;

                /**
                 * A pair.
                 *
                 * @param first listener to be called.
                 * @param second listener to be called.
                 */
                public EventListenerPair(final EventListener first, final EventListener second)
                {
                    this.first = first;
                    this.second = second;
                }

                @Override
                public void onGroupBegin(final EventGroup group)
                {
                    first.onGroupBegin(group);
                    second.onGroupBegin(group);
                }

            """);
        events.forEach((event) -> code.append("""
                @Override
                public void on%1$s(final EventGroup group, final %2$s event)
                {
                    first.on%1$s(group, event);
                    second.on%1$s(group, event);
                }

            """.formatted(event.name(), event.decoder())));
        return code.append("""
                @Override
                public void onGroupEnd(final EventGroup group)
                {
                    first.onGroupEnd(group);
                    second.onGroupEnd(group);
                }
            }
            """).toString();
    }

    private static String decoders(final List<Event> events)
    {
        final StringBuilder code = new StringBuilder(HEAD).append("""
            /** Decoders of all events, used again for each one. */
            final class EventDecoders
            {
            """);
        events.forEach((event) -> code.append(
            "    private final %1$s %2$s = new %1$s();\n".formatted(event.decoder(), event.field())));
        code.append("""

                /** Calls the listener with an event; false when its kind is unknown. */
                boolean onEvent(
                    final EventListener listener,
                    final EventGroup group,
                    final int templateId,
                    final DirectBuffer buffer,
                    final int offset,
                    final int blockLength,
                    final int version)
                {
                    switch (templateId)
                    {
            """);
        events.forEach((event) -> code.append("""
                        case %1$s.TEMPLATE_ID:
                            listener.on%2$s(group, %3$s.wrap(buffer, offset, blockLength, version));
                            return true;
            """.formatted(event.decoder(), event.name(), event.field())));
        return code.append("""
                        default:
                            return false;
                    }
                }
            }
            """).toString();
    }

    private static void write(final Path file, final String code) throws IOException
    {
        // A file that did not change keeps its time: what depends on it need not be compiled again.
        if (!Files.exists(file) || !Files.readString(file).equals(code))
        {
            Files.writeString(file, code);
        }
    }
}
