// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import javax.xml.parsers.DocumentBuilderFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Writes, from the dictionary that clients read, the numbers of its fields by their names: {@code Tags}. The build runs
 * it: {@code java TagCode.java DICTIONARY DIRECTORY}.
 */
final class TagCode
{
    private static final String PACKAGE = "io.bourse.gateway.fix.field";

    private TagCode()
    {
    }

    public static void main(final String[] args) throws Exception
    {
        final Path directory = Path.of(args[1]).resolve(PACKAGE.replace('.', '/'));
        Files.createDirectories(directory);
        final Path file = directory.resolve("Tags.java");
        final String code = tags(Path.of(args[0]));
        // A file that did not change keeps its time: what depends on it need not be compiled again.
        if (!Files.exists(file) || !Files.readString(file).equals(code))
        {
            Files.writeString(file, code);
        }
    }

    private static String tags(final Path dictionary) throws Exception
    {
        final Element fields = (Element)DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder()
            .parse(dictionary.toFile()).getDocumentElement().getElementsByTagName("fields").item(0);
        final NodeList all = fields.getElementsByTagName("field");
        final StringBuilder code = new StringBuilder("""
            // Generated from fix44-bourse.xml by TagCode.

            package %s;

            /**
             * Numbers of the fields of FIX 4.4 and of our own.
             */
            public final class Tags
            {
            """.formatted(PACKAGE));
        for (int i = 0; i < all.getLength(); i++)
        {
            final Element field = (Element)all.item(i);
            code.append("    /** %1$s. */\n    public static final int %2$s = %3$s;\n".formatted(
                field.getAttribute("name"), constant(field.getAttribute("name")), field.getAttribute("number")));
        }
        return code.append("""

                private Tags()
                {
                }
            }
            """).toString();
    }

    /** ClOrdID is CL_ORD_ID, NoMDEntries is NO_MD_ENTRIES. */
    private static String constant(final String name)
    {
        return name.replaceAll("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_").toUpperCase(Locale.ROOT);
    }
}
