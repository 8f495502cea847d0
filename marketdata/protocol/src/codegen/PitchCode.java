// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import javax.xml.parsers.DocumentBuilderFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Writes, from the layout of PITCH, types and lengths of its messages, listeners, readers and writers of the messages
 * of a unit and of the recovery protocols, and what names the fields of a message for a printer. The build runs it:
 * {@code java PitchCode.java LAYOUT DIRECTORY}.
 */
final class PitchCode
{
    private static final String PACKAGE = "io.bourse.marketdata.pitch";
    private static final int HEADER_LENGTH = 2;

    private record Value(String name, String value, String doc)
    {
    }

    /** One form of a message; symbols have 8 characters where none are given. */
    private record Form(String name, String type, boolean isShort, boolean isShortSymbol, String doc)
    {
    }

    private record Field(
        String name, String java, String type, String sent, String form, boolean isSecret, String doc)
    {
        boolean isRead()
        {
            return !java.isEmpty();
        }

        boolean isParameter()
        {
            return null == sent;
        }

        String parameter()
        {
            return "final %s %s".formatted(switch (type)
            {
                case "side" -> "boolean";
                case "char" -> "byte";
                case "time", "uint8", "uint16", "flags" -> "int";
                case "uint32", "quantity", "id", "symbol", "price" -> "long";
                default -> "String";
            }, java);
        }

        int length(final Form form)
        {
            return switch (type)
            {
                case "side", "char", "uint8", "flags" -> 1;
                case "uint16" -> 2;
                case "time", "uint32" -> 4;
                case "id" -> 8;
                case "quantity" -> form.isShort() ? 2 : 4;
                case "price" -> form.isShort() ? 2 : 8;
                case "symbol" -> form.isShortSymbol() ? 6 : 8;
                default -> Integer.parseInt(type.substring("text".length()));
            };
        }

        /** What must hold for a form to hold the field, null if every form does. */
        String condition(final Form form)
        {
            return switch (type)
            {
                case "quantity" -> form.isShort() ? java + " <= MAX_SHORT_QTY" : null;
                case "price" -> form.isShort() ? "PitchPrice.isShort(%s)".formatted(java) : null;
                case "symbol" -> form.isShortSymbol() ? "PitchSymbol.isShort(%s)".formatted(java) : null;
                default -> null;
            };
        }

        String read(final Form form, final String at)
        {
            final String format = switch (type)
            {
                case "side" -> "'B' == buffer.getByte(%s)";
                case "char" -> "buffer.getByte(%s)";
                case "uint8", "flags" -> "buffer.getByte(%s) & 0xFF";
                case "uint16" -> "uint16(buffer, %s)";
                case "uint32" -> "uint32(buffer, %s)";
                case "time" -> "buffer.getInt(%s, LITTLE_ENDIAN)";
                case "id" -> "buffer.getLong(%s, LITTLE_ENDIAN)";
                case "quantity" -> form.isShort() ? "uint16(buffer, %s)" : "uint32(buffer, %s)";
                case "price" -> form.isShort() ?
                    "PitchPrice.ofShort(uint16(buffer, %s))" : "PitchPrice.ofLong(buffer.getLong(%s, LITTLE_ENDIAN))";
                case "symbol" -> form.isShortSymbol() ?
                    "PitchSymbol.ofShort(" +
                        "buffer.getInt(%1$s, LITTLE_ENDIAN), buffer.getShort(%1$s + 4, LITTLE_ENDIAN))" :
                    "buffer.getLong(%s, LITTLE_ENDIAN)";
                default -> "text(buffer, %s, " + length(form) + ")";
            };
            return format.formatted(at);
        }

        String write(final Form form, final String at)
        {
            final String value = isParameter() ? java : sent;
            final String format = switch (type)
            {
                case "side" -> "buffer.putByte(%s, (byte)(%s ? 'B' : 'S'))";
                case "char", "uint8", "flags" -> "buffer.putByte(%s, (byte)%s)";
                case "uint16" -> "buffer.putShort(%s, (short)%s, LITTLE_ENDIAN)";
                case "uint32" -> "buffer.putInt(%s, (int)%s, LITTLE_ENDIAN)";
                case "time" -> "buffer.putInt(%s, %s, LITTLE_ENDIAN)";
                // All 8 bytes, also of a short symbol: what follows it covers the last two.
                case "id", "symbol" -> "buffer.putLong(%s, %s, LITTLE_ENDIAN)";
                case "quantity" -> form.isShort() ?
                    "buffer.putShort(%s, (short)%s, LITTLE_ENDIAN)" : "buffer.putInt(%s, (int)%s, LITTLE_ENDIAN)";
                case "price" -> form.isShort() ?
                    "buffer.putShort(%s, (short)PitchPrice.toShort(%s), LITTLE_ENDIAN)" :
                    "buffer.putLong(%s, PitchPrice.toLong(%s), LITTLE_ENDIAN)";
                default -> isParameter() ? "text(buffer, %s, " + length(form) + ", %s)" :
                    4 == length(form) ? "buffer.putInt(%s, 0x2020_2020, LITTLE_ENDIAN)" :
                    "buffer.putShort(%s, (short)0x2020, LITTLE_ENDIAN)";
            };
            return format.formatted(at, value);
        }

        /** The value for a printer. */
        String printed()
        {
            final String format = switch (type)
            {
                case "side" -> "%s ? \"B\" : \"S\"";
                case "char" -> "Character.toString((char)%s)";
                case "flags" -> "flags(%s)";
                case "id" -> "Long.toUnsignedString(%s)";
                case "symbol" -> "PitchSymbol.text(%s)";
                case "price" -> "BigDecimal.valueOf(%s, 5)";
                default -> "%s";
            };
            return format.formatted(java);
        }
    }

    private record Message(String name, boolean isOfUnit, String doc, List<Form> forms, List<Field> fields)
    {
        String method()
        {
            return Character.toLowerCase(name.charAt(0)) + name.substring(1);
        }

        List<Field> fieldsOf(final Form form)
        {
            return fields.stream()
                .filter((field) -> field.form().isEmpty() || field.form().equals(form.name())).toList();
        }

        int length(final Form form)
        {
            return HEADER_LENGTH + fieldsOf(form).stream().mapToInt((field) -> field.length(form)).sum();
        }

        String parameters(final boolean isWriter)
        {
            return fields.stream().filter(isWriter ? Field::isParameter : Field::isRead)
                .map(Field::parameter).collect(Collectors.joining(", "));
        }

        String parameterDocs(final boolean isWriter)
        {
            return fields.stream().filter(isWriter ? Field::isParameter : Field::isRead)
                .map((field) -> "     * @param %s %s.\n".formatted(field.java(), field.doc()))
                .collect(Collectors.joining());
        }
    }

    private final List<Value> values = new ArrayList<>();
    private final List<Message> messages = new ArrayList<>();

    private PitchCode(final Document layout)
    {
        for (final Element value : elements(layout.getDocumentElement(), "value"))
        {
            values.add(new Value(
                value.getAttribute("name"), value.getAttribute("value"), value.getAttribute("doc")));
        }
        for (final Element message : elements(layout.getDocumentElement(), "message"))
        {
            messages.add(new Message(
                message.getAttribute("name"),
                "unit".equals(message.getAttribute("protocol")),
                message.getAttribute("doc"),
                elements(message, "form").stream().map(PitchCode::form).toList(),
                elements(message, "field").stream().map(PitchCode::field).toList()));
        }
    }

    public static void main(final String[] args) throws Exception
    {
        final PitchCode code = new PitchCode(
            DocumentBuilderFactory.newDefaultNSInstance().newDocumentBuilder().parse(Path.of(args[0]).toFile()));
        final Path directory = Path.of(args[1]).resolve(PACKAGE.replace('.', '/'));
        Files.createDirectories(directory);
        write(directory, "PitchMessages", "", code.messages());
        write(directory, "PitchListener", "", code.listener(true, "PitchListener", "PitchReader"));
        write(directory, "RecoveryListener", "", code.listener(false, "RecoveryListener", "RecoveryReader"));
        write(directory, "PitchReader", READER_IMPORTS, code.unitReader());
        write(directory, "RecoveryReader", READER_IMPORTS, code.recoveryReader());
        write(directory, "PitchWriter", WRITER_IMPORTS, code.unitWriter());
        write(directory, "RecoveryWriter", WRITER_IMPORTS, code.recoveryWriter());
        write(directory, "PitchFields", """
            import java.math.BigDecimal;
            import java.util.ArrayList;
            import java.util.List;

            """, code.fields());
    }

    private static final String READER_IMPORTS = """
        import static java.nio.ByteOrder.LITTLE_ENDIAN;

        import org.agrona.DirectBuffer;

        """;

    private static final String WRITER_IMPORTS = """
        import static java.nio.ByteOrder.LITTLE_ENDIAN;

        import org.agrona.MutableDirectBuffer;

        """;

    private String messages()
    {
        final StringBuilder code = new StringBuilder("""
            /**
             * Types and lengths of the messages of a unit (PITCH E.1) and of the recovery protocols (PITCH E.2). Byte 0
             * of a message is its length, byte 1 its type; a longer message than listed is read as far as it is known.
             */
            public final class PitchMessages
            {
            """);
        forms((message, form) -> code.append("    /** %s. */\n    public static final int %s = %s;\n".formatted(
            form.doc(), form.name(), form.type())));
        values.forEach((value) -> code.append("    /** %s. */\n    public static final %s %s = %s;\n".formatted(
            value.doc(), value.value().startsWith("'") ? "byte" : "int", value.name(), value.value())));
        code.append("""
                /** Longest message of a unit. */
                public static final int MAX_LENGTH = %d;

                private static final byte[] LENGTHS = new byte[256];
                private static final boolean[] IS_OF_UNIT = new boolean[256];

                static
                {
            """.formatted(maxLength(true)));
        forms((message, form) -> code.append("        LENGTHS[%s] = %d;\n".formatted(form.name(), message.length(form)))
            .append(message.isOfUnit() ? "        IS_OF_UNIT[%s] = true;\n".formatted(form.name()) : ""));
        return code.append("""
                }

                private PitchMessages()
                {
                }

                /**
                 * Shortest length of a message.
                 *
                 * @param type as on the wire, 0 to 255.
                 * @return bytes including the length byte, 0 for a type that is not known.
                 */
                public static int lengthOf(final int type)
                {
                    return LENGTHS[type];
                }

                /**
                 * Whether a message is one of a unit and not of a recovery protocol.
                 *
                 * @param type as on the wire, 0 to 255.
                 * @return true for a known message of a unit.
                 */
                public static boolean isOfUnit(final int type)
                {
                    return IS_OF_UNIT[type];
                }
            }
            """).toString();
    }

    private String listener(final boolean isOfUnit, final String type, final String reader)
    {
        final StringBuilder code = new StringBuilder("""
            /**
             * Hears messages as {@link %s} reads them. Prices are x 100 000; symbols are packed, see
             * {@link PitchSymbol}; short, long and expanded forms of a message are one.
             */
            public interface %s
            {
            """.formatted(reader, type));
        messages(isOfUnit, (message) -> code.append("""
                /**
                 * %s: %s.
                 *
            %s     */
                default void on%s(%s)
                {
                }

            """.formatted(
            message.name(), message.doc(), message.parameterDocs(false), message.name(), message.parameters(false))));
        return code.append(isOfUnit ? """
                /**
                 * A message of a type that is not known here; it has a number like any other.
                 *
                 * @param type 0 to 255.
                 * @param length bytes.
                 */
                default void onUnknown(final int type, final int length)
                {
                }
            }
            """ : "}\n").toString();
    }

    private String unitReader()
    {
        final StringBuilder code = new StringBuilder("""
            /**
             * Reads the messages of a unit (PITCH E.1). Blocks must have passed {@link SequencedUnit#check}; more bytes
             * in a message than are known are skipped.
             */
            public final class PitchReader
            {
                private PitchReader()
                {
                }

                /**
                 * Reads all messages of a block.
                 *
                 * @param buffer to read.
                 * @param offset of the block.
                 * @param listener of the messages.
                 * @return number of messages.
                 */
                public static int read(final DirectBuffer buffer, final int offset, final PitchListener listener)
                {
                    final int count = SequencedUnit.count(buffer, offset);
                    int position = offset + SequencedUnit.HEADER_LENGTH;
                    for (int i = 0; i < count; i++)
                    {
                        position += readMessage(buffer, position, listener);
                    }
                    return count;
                }

                /**
                 * Reads one message.
                 *
                 * @param buffer to read.
                 * @param offset of the message.
                 * @param listener of it.
                 * @return its length in bytes.
                 */
                public static int readMessage(final DirectBuffer buffer, final int offset, final PitchListener listener)
                {
                    final int length = buffer.getByte(offset) & 0xFF;
                    final int type = buffer.getByte(offset + 1) & 0xFF;
                    switch (type)
                    {
            """);
        cases(code, true);
        return code.append("""
                        default -> listener.onUnknown(type, length);
                    }
                    return length;
                }
            """).append(NUMBERS).append("}\n").toString();
    }

    private String recoveryReader()
    {
        final StringBuilder code = new StringBuilder("""
            /** Reads the messages of the gap request and spin protocols (PITCH E.2). */
            public final class RecoveryReader
            {
                private RecoveryReader()
                {
                }

                /**
                 * Reads one message if it is one of these.
                 *
                 * @param buffer to read; its block has passed {@link SequencedUnit#check}.
                 * @param offset of the message.
                 * @param listener of it.
                 * @return false if it is another message, such as an Add of a spin; then nothing was heard.
                 */
                public static boolean readMessage(
                    final DirectBuffer buffer, final int offset, final RecoveryListener listener)
                {
                    switch (buffer.getByte(offset + 1) & 0xFF)
                    {
            """);
        cases(code, false);
        return code.append("""
                        default ->
                        {
                            return false;
                        }
                    }
                    return true;
                }

                private static String text(final DirectBuffer buffer, final int offset, final int maxLength)
                {
                    final String text = buffer.getStringWithoutLengthAscii(offset, maxLength);
                    int length = maxLength;
                    while (0 < length && (' ' == text.charAt(length - 1) || 0 == text.charAt(length - 1)))
                    {
                        length--;
                    }
                    return text.substring(0, length);
                }
            """).append(NUMBERS).append("}\n").toString();
    }

    private static final String NUMBERS = """

            private static long uint32(final DirectBuffer buffer, final int offset)
            {
                return buffer.getInt(offset, LITTLE_ENDIAN) & 0xFFFF_FFFFL;
            }

            private static int uint16(final DirectBuffer buffer, final int offset)
            {
                return buffer.getShort(offset, LITTLE_ENDIAN) & 0xFFFF;
            }
        """;

    private void cases(final StringBuilder code, final boolean isOfUnit)
    {
        messages(isOfUnit, (message) -> message.forms().forEach((form) ->
        {
            final List<String> arguments = new ArrayList<>();
            int offset = HEADER_LENGTH;
            for (final Field field : message.fieldsOf(form))
            {
                if (field.isRead())
                {
                    arguments.add(field.read(form, "offset + " + offset));
                }
                offset += field.length(form);
            }
            code.append("            case PitchMessages.%s -> listener.on%s(\n                %s);\n".formatted(
                form.name(), message.name(), String.join(",\n                ", arguments)));
        }));
    }

    private String unitWriter()
    {
        final StringBuilder code = new StringBuilder("""
            /**
             * Writes the messages of a unit (PITCH E.1), each in the shortest form that holds it. Every method returns
             * the length of the message in bytes. Time offsets are nanoseconds of the second that the last Time named;
             * quantities are lots up to 4294967295; prices are x 100 000 and {@link PitchPrice#isShowable}; symbols are
             * packed by {@link PitchSymbol}.
             */
            public final class PitchWriter
            {
                /** Largest quantity of a message. */
                public static final long MAX_QTY = 0xFFFF_FFFFL;

                private static final int MAX_SHORT_QTY = 0xFFFF;

                private PitchWriter()
                {
                }
            """);
        messages(true, (message) ->
        {
            writer(code, message, "message");
            for (final Form form : message.forms())
            {
                final String condition = message.fields().stream().map((field) -> field.condition(form))
                    .filter((text) -> null != text).collect(Collectors.joining(" && "));
                code.append(condition.isEmpty() ? "" : "        if (%s)\n        {\n".formatted(condition));
                final String indent = condition.isEmpty() ? "        " : "            ";
                puts(code, message, form, "offset", indent);
                code.append("%sreturn %d;\n".formatted(indent, message.length(form)))
                    .append(condition.isEmpty() ? "" : "        }\n");
            }
            code.append("    }\n");
        });
        return code.append("}\n").toString();
    }

    private String recoveryWriter()
    {
        final StringBuilder code = new StringBuilder("""
            /**
             * Writes the messages of the gap request and spin protocols (PITCH E.2), each in a block of its own with
             * unit and number 0. Every method returns the length of the whole block in bytes.
             */
            public final class RecoveryWriter
            {
                /** Longest block written here. */
                public static final int MAX_LENGTH = SequencedUnit.HEADER_LENGTH + %d;

                private static final int BODY = SequencedUnit.HEADER_LENGTH;

                private RecoveryWriter()
                {
                }

                /**
                 * A heartbeat: a block without messages.
                 *
                 * @param buffer to write to.
                 * @param offset of the block.
                 * @return length.
                 */
                public static int heartbeat(final MutableDirectBuffer buffer, final int offset)
                {
                    SequencedUnit.putHeader(buffer, offset, BODY, 0, 0, 0);
                    return BODY;
                }
            """.formatted(maxLength(false)));
        messages(false, (message) ->
        {
            writer(code, message, "block");
            final Form form = message.forms().get(0);
            puts(code, message, form, "offset + BODY", "        ");
            code.append("""
                        SequencedUnit.putHeader(buffer, offset, BODY + %1$d, 1, 0, 0);
                        return BODY + %1$d;
                    }
                """.formatted(message.length(form)));
        });
        return code.append(TEXT).append("}\n").toString();
    }

    private static final String TEXT = """

            private static void text(
                final MutableDirectBuffer buffer, final int offset, final int length, final String text)
            {
                for (int i = 0; i < length; i++)
                {
                    buffer.putByte(offset + i, (byte)(i < text.length() ? text.charAt(i) : ' '));
                }
            }
        """;

    private static void writer(final StringBuilder code, final Message message, final String what)
    {
        code.append("""

                /**
                 * %s: %s.
                 *
                 * @param buffer to write to.
                 * @param offset of the %s.
            %s     * @return length.
                 */
                public static int %s(final MutableDirectBuffer buffer, final int offset, %s)
                {
            """.formatted(
            message.name(),
            message.doc(),
            what,
            message.parameterDocs(true),
            message.method(),
            message.parameters(true)));
    }

    private static void puts(
        final StringBuilder code, final Message message, final Form form, final String start, final String indent)
    {
        code.append("%sbuffer.putByte(%s, (byte)%d);\n".formatted(indent, start, message.length(form)))
            .append("%sbuffer.putByte(%s + 1, (byte)PitchMessages.%s);\n".formatted(indent, start, form.name()));
        int offset = HEADER_LENGTH;
        for (final Field field : message.fieldsOf(form))
        {
            code.append("%s%s;\n".formatted(indent, field.write(form, start + " + " + offset)));
            offset += field.length(form);
        }
    }

    private String fields()
    {
        final StringBuilder code = new StringBuilder("""
            /** Names the fields of messages, for printers: every message, then its fields in the order of the wire. */
            public abstract class PitchFields implements PitchListener, RecoveryListener
            {
                /** With nothing to say yet. */
                protected PitchFields()
                {
                }

                /**
                 * A message begins.
                 *
                 * @param name of it, ? if it is not known.
                 */
                protected abstract void onMessage(String name);

                /**
                 * A field of the message; passwords are left out.
                 *
                 * @param name of it.
                 * @param value an integer, decimal, text, or a list of the names of flags.
                 */
                protected abstract void onField(String name, Object value);

                @Override
                public void onUnknown(final int type, final int length)
                {
                    onMessage("?");
                    onField("type", "0x" + Integer.toHexString(type));
                    onField("length", length);
                }
            """);
        messages.forEach((message) ->
        {
            code.append("""

                    @Override
                    public void on%1$s(%2$s)
                    {
                        onMessage("%1$s");
                """.formatted(message.name(), message.parameters(false)));
            message.fields().stream().filter((field) -> field.isRead() && !field.isSecret()).forEach((field) ->
                code.append("        onField(\"%s\", %s);\n".formatted(field.name(), field.printed())));
            code.append("    }\n");
        });
        return code.append("""

                private static List<String> flags(final int flags)
                {
                    final List<String> names = new ArrayList<>();
                    if (0 != (flags & PitchMessages.FLAG_DISPLAY))
                    {
                        names.add("Display");
                    }
                    if (0 != (flags & PitchMessages.FLAG_MAINTAIN_PRIORITY))
                    {
                        names.add("MaintainPriority");
                    }
                    final int rest = flags & ~(PitchMessages.FLAG_DISPLAY | PitchMessages.FLAG_MAINTAIN_PRIORITY);
                    if (0 != rest)
                    {
                        names.add("0x" + Integer.toHexString(rest));
                    }
                    return names;
                }
            }
            """).toString();
    }

    private int maxLength(final boolean isOfUnit)
    {
        return messages.stream().filter((message) -> message.isOfUnit() == isOfUnit)
            .flatMap((message) -> message.forms().stream().map(message::length))
            .max(Integer::compare).orElseThrow();
    }

    private void messages(final boolean isOfUnit, final Consumer<Message> action)
    {
        messages.stream().filter((message) -> message.isOfUnit() == isOfUnit).forEach(action);
    }

    private void forms(final BiConsumer<Message, Form> action)
    {
        messages.forEach((message) -> message.forms().forEach((form) -> action.accept(message, form)));
    }

    private static Form form(final Element form)
    {
        return new Form(
            form.getAttribute("name"),
            form.getAttribute("type"),
            "true".equals(form.getAttribute("short")),
            "6".equals(form.getAttribute("symbol")),
            form.getAttribute("doc"));
    }

    private static Field field(final Element field)
    {
        return new Field(
            field.getAttribute("name"),
            field.getAttribute("java"),
            field.getAttribute("type"),
            field.hasAttribute("sent") ? field.getAttribute("sent") : null,
            field.getAttribute("in"),
            "true".equals(field.getAttribute("secret")),
            field.getAttribute("doc"));
    }

    private static List<Element> elements(final Element parent, final String name)
    {
        final NodeList nodes = parent.getElementsByTagName(name);
        final List<Element> elements = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++)
        {
            elements.add((Element)nodes.item(i));
        }
        return elements;
    }

    private static void write(
        final Path directory, final String type, final String imports, final String code) throws IOException
    {
        // A file that did not change keeps its time: what depends on it need not be compiled again.
        final Path file = directory.resolve(type + ".java");
        final String text =
            "// Generated from pitch.xml by PitchCode.\n\npackage " + PACKAGE + ";\n\n" + imports + code;
        if (!Files.exists(file) || !Files.readString(file).equals(text))
        {
            Files.writeString(file, text);
        }
    }
}
