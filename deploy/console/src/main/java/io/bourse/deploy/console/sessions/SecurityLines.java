// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.sessions;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.bourse.deploy.console.ConsoleJson;
import io.bourse.engine.telemetry.SecurityLog;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;

/**
 * The last logons and refusals of logins by the security logs of today and yesterday, of each the last megabyte.
 */
final class SecurityLines
{
    private static final int MAX_BYTES = 1024 * 1024;
    private static final String CONSOLE = "console";

    private SecurityLines()
    {
    }

    /**
     * The last line of each name that is about a logon.
     *
     * @param dataDir of the venue.
     * @param now time, UTC.
     * @return lines by name, see {@link SecurityLog}.
     * @throws IOException when a log cannot be read.
     */
    static Map<String, JsonNode> lastLogons(final Path dataDir, final Instant now) throws IOException
    {
        final Map<String, JsonNode> last = new HashMap<>();
        for (final Instant day : new Instant[]{now.minus(1, ChronoUnit.DAYS), now})
        {
            final Path file = SecurityLog.file(dataDir, SecurityLog.date(day));
            if (Files.isReadable(file))
            {
                add(last, file);
            }
        }
        return last;
    }

    private static void add(final Map<String, JsonNode> last, final Path file) throws IOException
    {
        final byte[] bytes;
        final boolean isCut;
        try (RandomAccessFile log = new RandomAccessFile(file.toFile(), "r"))
        {
            final long length = log.length();
            isCut = length > MAX_BYTES;
            bytes = new byte[(int)Math.min(length, MAX_BYTES)];
            log.seek(length - bytes.length);
            log.readFully(bytes);
        }
        final String[] lines = new String(bytes, StandardCharsets.US_ASCII).split("\n");
        for (int i = isCut ? 1 : 0; i < lines.length; i++)
        {
            final JsonNode line = parse(lines[i]);
            // People who log in to a console have names of their own.
            if (null != line && line.path("event").asText().startsWith("logon") && line.hasNonNull("name") &&
                !CONSOLE.equals(line.path("component").asText()))
            {
                last.put(line.get("name").asText(), line);
            }
        }
    }

    /** Null of one that is being written. */
    private static JsonNode parse(final String line)
    {
        try
        {
            return ConsoleJson.MAPPER.readTree(line);
        }
        catch (final JsonProcessingException ignored)
        {
            return null;
        }
    }
}
