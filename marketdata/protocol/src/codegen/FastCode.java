// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

import org.w3c.dom.Element;
import org.w3c.dom.Node;

import javax.xml.parsers.DocumentBuilderFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes, from the FAST templates, the classes that write messages: one for each message without market data entries,
 * and one for the entries of each pair of an incremental and a snapshot message. The build runs it:
 * {@code java FastCode.java TEMPLATES DIRECTORY}.
 */
final class FastCode
{
    private static final String PACKAGE = "io.bourse.marketdata.fast";

    /** Classes by the template that they write; the fields of its header are the writer's. */
    private static final Map<String, String> MESSAGES = map(
        "SecurityDefinitionUpdateReport", "FastSecurityDefinitionUpdate",
        "SecurityStatus", "FastSecurityStatus",
        "SecurityDefinition", "FastSecurityDefinition",
        "DiscreteAuction", "FastDiscreteAuction",
        "SecurityGroupStatus", "FastSecurityGroupStatus",
        "TradingSessionStatus", "FastTradingSessionStatus");

    private static final Set<String> HEADER = Set.of("MsgSeqNum", "SendingTime");

    /** Strings that are one character. */
    private static final Set<String> CHARACTERS = Set.of("MDEntryType", "OrderSide");

    /** Java's names of fields where the rule of {@link #javaName} does not give them. */
    private static final Map<String, String> NAMES = map(
        "CFICode", "cfiCode",
        "ExchangeTradingSessionID", "sessionId",
        "Flags", "instrumentFlags",
        "InitialMarginOnBuy", "marginBuy",
        "InitialMarginOnSell", "marginSell",
        "InitialMarginSyntetic", "marginSynthetic",
        "LastPx", "lastPrice",
        "MDEntryID", "entryId",
        "MDEntryPx", "price",
        "MDEntryTime", "timeOfDay",
        "MDPriceLevel", "level",
        "MDUpdateAction", "action",
        "MinPriceIncrement", "tick",
        "MinPriceIncrementAmount", "tickValue",
        "SecurityTradingStatus", "status",
        "TradingSessionSubID", "sessionSubId");

    /** The same, of entries of orders. */
    private static final Map<String, String> ORDER_NAMES = map(
        "MDEntryID", "orderId", "MDEntrySize", "qtyLots", "LastQty", "lastLots");

    /** What a name does not say. */
    private static final Map<String, String> NOTES = map(
        "MDEntryDate", "YYYYMMDD; none means today",
        "MDEntryTime", "HHMMSSsssssssss UTC",
        "MDEntryType", "one of {@link FastMessages}",
        "MDPriceLevel", "1 for the best price",
        "MDUpdateAction", "one of {@link FastMessages}",
        "MaturityDate", "YYYYMMDD",
        "MaturityTime", "HHMMSSsss");

    /** A field, or a sequence with fields of its own. */
    private record Field(String name, String id, String type, boolean isOptional, String javaName, List<Field> entries)
    {
        boolean isSequence()
        {
            return "sequence".equals(type);
        }

        String javaType()
        {
            return switch (type)
            {
                case "char" -> "byte";
                case "string" -> "String";
                case "unicode" -> "byte[]";
                default -> "long";
            };
        }

        String none()
        {
            return switch (type)
            {
                case "char" -> "0";
                case "string" -> isOptional ? "null" : "\"\"";
                case "unicode" -> "null";
                case "decimal" -> "FastWriter.NULL_PRICE";
                default -> isOptional ? "FastWriter.NULL" : "0";
            };
        }

        String put()
        {
            final String suffix = isOptional ? "Nullable" : "";
            return switch (type)
            {
                case "char" -> "putChar%s(%s)".formatted(suffix, javaName);
                case "string" -> "putAscii%s(%s)".formatted(suffix, javaName);
                case "unicode" -> "putBytes%s(%s)".formatted(suffix, javaName);
                case "decimal" -> isOptional ?
                    "putPriceE5Nullable(%s)".formatted(javaName) : "putDecimal(%s, 0)".formatted(javaName);
                case "int32", "int64" -> "putInt%s(%s)".formatted(suffix, javaName);
                default -> "putUInt%s(%s)".formatted(suffix, javaName);
            };
        }

        String note()
        {
            final String note = NOTES.get(name);
            return "decimal".equals(type) ? isOptional ? " x 100 000" : ", a whole number" :
                "unicode".equals(type) ? ", UTF-8" :
                null != note ? ", " + note :
                "uInt64".equals(type) && name.matches(".*(Time|Begin).*") ? ", YYYYMMDDHHMMSSsss" : "";
        }

        /** Of a sequence: what one entry is called, such as FeedType of MDFeedTypes. */
        String entryName()
        {
            final String plain = name.replaceFirst("^(MD|Instrument)", "");
            return plain.endsWith("s") ? plain.substring(0, plain.length() - 1) : plain;
        }
    }

    private FastCode()
    {
    }

    public static void main(final String[] args) throws Exception
    {
        final Map<String, Element> templates = new HashMap<>();
        for (final Element template : children(DocumentBuilderFactory.newDefaultNSInstance().newDocumentBuilder()
            .parse(Path.of(args[0]).toFile()).getDocumentElement()))
        {
            templates.put(template.getAttribute("name"), template);
        }
        final Path directory = Path.of(args[1]).resolve(PACKAGE.replace('.', '/'));
        Files.createDirectories(directory);
        for (final Map.Entry<String, String> message : MESSAGES.entrySet())
        {
            write(directory, message.getValue(), message(message.getValue(), templates.get(message.getKey())));
        }
        write(directory, "FastOrderEntry", entry(
            "FastOrderEntry", templates.get("OrdersLogMessage"), templates.get("BookMessage"), ORDER_NAMES));
        write(directory, "FastRefreshEntry", entry(
            "FastRefreshEntry",
            templates.get("DefaultIncrementalRefreshMessage"),
            templates.get("DefaultSnapshotMessage"),
            Map.of()));
    }

    private static String message(final String type, final Element template)
    {
        final List<Field> fields = fields(template, Map.of());
        fields.removeIf((field) -> HEADER.contains(field.name()));
        final StringBuilder code = new StringBuilder();
        begin(code, type, "Message %s (%s).".formatted(
            template.getAttribute("name"), template.getAttribute("id")), fields);
        code.append("""

                /**
                 * Writes the message.
                 *
                 * @param writer to write to.
                 * @param msgSeqNum tag 34.
                 * @param sendingTime tag 52, YYYYMMDDHHMMSSsss.
                 */
                public void encode(final FastWriter writer, final long msgSeqNum, final long sendingTime)
                {
                    writer.beginMessage(%s, msgSeqNum, sendingTime)\
            """.formatted(template.getAttribute("id")));
        puts(code, fields, false);
        return code.append("    }\n}\n").toString();
    }

    private static String entry(
        final String type, final Element incremental, final Element snapshot, final Map<String, String> names)
    {
        final List<Field> ofIncremental = entries(incremental, names);
        final List<Field> ofSnapshot = entries(snapshot, names);
        final Map<String, Field> all = new LinkedHashMap<>();
        ofIncremental.forEach((field) -> all.put(field.name(), field));
        for (final Field field : ofSnapshot)
        {
            if (!field.equals(all.getOrDefault(field.name(), field)))
            {
                throw new IllegalStateException("the field differs between its templates: name=" + field.name());
            }
            all.put(field.name(), field);
        }
        final StringBuilder code = new StringBuilder();
        begin(code, type, "An entry of %s (%s) or %s (%s).".formatted(
            incremental.getAttribute("name"), incremental.getAttribute("id"),
            snapshot.getAttribute("name"), snapshot.getAttribute("id")), new ArrayList<>(all.values()));
        putEntry(code, "putIncremental", incremental, ofIncremental);
        putEntry(code, "putSnapshot", snapshot, ofSnapshot);
        return code.append("}\n").toString();
    }

    private static List<Field> entries(final Element template, final Map<String, String> names)
    {
        return fields(template, names).stream().filter(Field::isSequence).findFirst().orElseThrow().entries();
    }

    private static void putEntry(
        final StringBuilder code, final String method, final Element template, final List<Field> fields)
    {
        code.append("""

                /**
                 * Writes the entry as one of %s.
                 *
                 * @param writer to write to.
                 */
                public void %s(final FastWriter writer)
                {
                    writer\
            """.formatted(template.getAttribute("name"), method));
        puts(code, fields, true);
        code.append("    }\n");
    }

    /** The calls of a writer: one chain, broken where a sequence stands. */
    private static void puts(final StringBuilder code, final List<Field> fields, final boolean isFirst)
    {
        boolean isOpen = true;
        boolean isAtWriter = isFirst;
        for (final Field field : fields)
        {
            if (field.isSequence())
            {
                code.append(isOpen ? ";\n" : "").append("        %s.putAll%s(writer);\n".formatted(
                    field.javaName(), field.isOptional() ? "Nullable" : ""));
                isOpen = false;
                continue;
            }
            if (!isOpen)
            {
                code.append("        writer");
                isOpen = true;
                isAtWriter = true;
            }
            code.append(isAtWriter ? "." : "\n            .").append(field.put());
            isAtWriter = false;
        }
        code.append(isOpen ? ";\n" : "");
    }

    /** Fields, constructor, clear and setters. */
    private static void begin(
        final StringBuilder code, final String type, final String doc, final List<Field> fields)
    {
        code.append("""
            // Generated from fast-bourse.xml by FastCode.

            package %1$s;

            /** %2$s */
            public final class %3$s
            {
            """.formatted(PACKAGE, doc, type));
        fields.forEach((field) -> code.append(field.isSequence() ?
            "    private final FastEntryList %s = new FastEntryList();\n".formatted(field.javaName()) :
            "    private %s %s;\n".formatted(field.javaType(), field.javaName())));
        code.append("""

                /** With nothing in it. */
                public %1$s()
                {
                    clear();
                }

                /**
                 * Forgets all values.
                 *
                 * @return this.
                 */
                public %1$s clear()
                {
            """.formatted(type));
        fields.forEach((field) -> code.append(field.isSequence() ?
            "        %s.clear();\n".formatted(field.javaName()) :
            "        %s = %s;\n".formatted(field.javaName(), field.none())));
        code.append("        return this;\n    }\n");
        fields.forEach((field) -> code.append(field.isSequence() ? adder(type, field) : """

                /**
                 * Sets %1$s (%2$s)%3$s.
                 *
                 * @param %5$s value.
                 * @return this.
                 */
                public %6$s %5$s(final %4$s %5$s)
                {
                    this.%5$s = %5$s;
                    return this;
                }
            """.formatted(field.name(), field.id(), field.note(), field.javaType(), field.javaName(), type)));
    }

    private static String adder(final String type, final Field sequence)
    {
        final StringBuilder code = new StringBuilder("""

                /**
                 * Adds an entry of %s.
                 *
            """.formatted(sequence.name()));
        final List<String> parameters = new ArrayList<>();
        for (final Field field : sequence.entries())
        {
            code.append("     * @param %s %s (%s)%s.\n".formatted(
                field.javaName(), field.name(), field.id(), field.note()));
            parameters.add("final %s %s".formatted(field.javaType(), field.javaName()));
        }
        code.append("""
                 * @return this.
                 */
                public %s add%s(%s)
                {
                    %s.beginEntry()\
            """.formatted(
            type, sequence.entryName(), String.join(", ", parameters), sequence.javaName()));
        puts(code, sequence.entries(), false);
        return code.append("""
                    %s.endEntry();
                    return this;
                }
            """.formatted(sequence.javaName())).toString();
    }

    private static List<Field> fields(final Element parent, final Map<String, String> names)
    {
        final List<Field> fields = new ArrayList<>();
        for (final Element element : children(parent))
        {
            final String name = element.getAttribute("name");
            final boolean isSequence = "sequence".equals(element.getLocalName());
            if ("length".equals(element.getLocalName()) ||
                !isSequence && 0 < element.getElementsByTagNameNS("*", "constant").getLength())
            {
                continue;
            }
            final String type = CHARACTERS.contains(name) ? "char" :
                "unicode".equals(element.getAttribute("charset")) ? "unicode" : element.getLocalName();
            final boolean isOptional = "optional".equals(element.getAttribute("presence"));
            fields.add(new Field(
                name,
                element.getAttribute("id"),
                type,
                isOptional,
                names.getOrDefault(name, javaName(name)) + ("decimal".equals(type) && isOptional ? "E5" : ""),
                isSequence ? fields(element, names) : List.of()));
        }
        return fields;
    }

    /** SecurityID is securityId, MDEntrySize is size, HighLimitPx is highLimit. */
    private static String javaName(final String name)
    {
        if (NAMES.containsKey(name))
        {
            return NAMES.get(name);
        }
        final String plain = name.replaceFirst("^(MDEntry|MD|TradSes)", "").replaceFirst("Px$", "").replace("ID", "Id");
        return Character.toLowerCase(plain.charAt(0)) + plain.substring(1);
    }

    private static List<Element> children(final Element parent)
    {
        final List<Element> elements = new ArrayList<>();
        for (Node node = parent.getFirstChild(); null != node; node = node.getNextSibling())
        {
            if (node instanceof Element element)
            {
                elements.add(element);
            }
        }
        return elements;
    }

    private static Map<String, String> map(final String... pairs)
    {
        final Map<String, String> map = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2)
        {
            map.put(pairs[i], pairs[i + 1]);
        }
        return map;
    }

    private static void write(final Path directory, final String type, final String code) throws IOException
    {
        // A file that did not change keeps its time: what depends on it need not be compiled again.
        final Path file = directory.resolve(type + ".java");
        if (!Files.exists(file) || !Files.readString(file).equals(code))
        {
            Files.writeString(file, code);
        }
    }
}
