// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.dissector;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.bourse.deploy.schema.SbeMessage;
import io.bourse.deploy.schema.SbeSchema;
import io.bourse.deploy.schema.SbeSchemas;
import io.bourse.marketdata.fast.FastTemplates;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes the Lua dissector of a protocol: tables made from its schemas, and the code that reads them, which is the same
 * for all that have schemas.
 */
public final class DissectorWriter
{
    private static final String HEADER = """
        -- Copyright 2026 The Bourse Authors
        -- SPDX-License-Identifier: Apache-2.0
        --
        -- @TITLE@, wire versions @VERSIONS@, for Wireshark and tshark. Written by `bourse dissector` from
        -- the schemas of Bourse: change those, not this. docs/wireshark/README.md says how to use it.

        """;

    private DissectorWriter()
    {
    }

    /**
     * Writes all dissectors.
     *
     * @param directory of the files; made if it is missing.
     * @return file to number of message layouts in it.
     * @throws IOException if a file cannot be written.
     */
    public static Map<Path, Integer> writeAll(final Path directory) throws IOException
    {
        Files.createDirectories(directory);
        final Map<Path, Integer> written = new LinkedHashMap<>();
        for (final SbeSchemas schemas : new SbeSchemas[]{SbeSchemas.simba(), SbeSchemas.twime()})
        {
            final Path file = directory.resolve(schemas.name().toLowerCase(Locale.ROOT) + ".lua");
            final LuaTables tables = new LuaTables(schemas);
            Files.writeString(file, text(schemas, tables));
            written.put(file, tables.layoutCount());
        }
        // PITCH has no schema: its dissector is written by hand, with a line for each message.
        write(directory, "pitch.lua", resource("pitch.lua"), "  [0x", written);
        final FastTables tables = new FastTables(FastTemplates.bourse());
        write(directory, "fast.lua", resource("fast.lua")
            .replace("@FIELDS@", tables.fields())
            .replace("@TEMPLATES@", tables.layouts()), "  [", written);
        return written;
    }

    private static void write(
        final Path directory,
        final String name,
        final String text,
        final String beginOfLayout,
        final Map<Path, Integer> written) throws IOException
    {
        final Path file = directory.resolve(name);
        Files.writeString(file, text);
        written.put(file, (int)text.lines().filter((line) -> line.startsWith(beginOfLayout)).count());
    }

    private static String text(final SbeSchemas schemas, final LuaTables tables) throws IOException
    {
        final String abbreviation = schemas.name().toLowerCase(Locale.ROOT);
        final StringBuilder messages = new StringBuilder();
        for (final SbeSchema schema : schemas.byVersion().values())
        {
            messages.append("  [").append(schema.version()).append("] = {\n");
            for (final SbeMessage message : schema.messages().values())
            {
                messages.append("    [").append(message.templateId()).append("] = L[")
                    .append(tables.layout(message)).append("],\n");
            }
            messages.append("  },\n");
        }
        final String versions =
            schemas.byVersion().keySet().stream().map(String::valueOf).collect(Collectors.joining(", "));
        return (HEADER + resource("layouts.lua") + "\n" + resource("engine.lua") + "\n" +
            resource(abbreviation + ".lua"))
            .replace("@ABBREVIATION@", abbreviation)
            .replace("@TITLE@", schemas.name() + " SPECTRA")
            .replace("@SCHEMA_ID@", Integer.toString(schemas.schemaId()))
            .replace("@VERSIONS@", versions)
            .replace("@LAYOUTS@", tables.layouts())
            .replace("@FIELDS@", tables.fields())
            .replace("@MESSAGES@", messages);
    }

    /** A file of Lua, with those in it that dissectors share. */
    private static String resource(final String name) throws IOException
    {
        String text = read(name);
        for (final String shared : new String[]{"datagrams", "ports"})
        {
            text = text.replace("@" + shared.toUpperCase(Locale.ROOT) + "@\n", read(shared + ".lua"));
        }
        return text;
    }

    private static String read(final String name) throws IOException
    {
        try (InputStream in = DissectorWriter.class.getResourceAsStream(name))
        {
            if (null == in)
            {
                throw new IllegalStateException("There is no such resource: name=" + name);
            }
            return new String(in.readAllBytes(), UTF_8);
        }
    }
}
