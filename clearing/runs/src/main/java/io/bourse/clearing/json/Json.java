// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.json;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.bourse.clearing.file.DurableFile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * JSON of clearing: the same bytes for the same contents, unknown names are refused.
 */
public final class Json
{
    /** What a record concludes from itself is not written: it could not be read back. */
    private static final ObjectMapper MAPPER = new ObjectMapper()
        .setVisibility(PropertyAccessor.IS_GETTER, JsonAutoDetect.Visibility.NONE)
        .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);
    private static final ObjectWriter ONE_LINE = MAPPER.writer();
    private static final ObjectWriter INDENTED = MAPPER.writer(SerializationFeature.INDENT_OUTPUT);

    private Json()
    {
    }

    /** Writes a file durably. */
    public static void write(final Path file, final Object contents) throws IOException
    {
        DurableFile.write(file, bytes(contents));
    }

    /** Contents as they are written: indented. */
    public static byte[] bytes(final Object contents)
    {
        return bytes(INDENTED, contents);
    }

    /** Contents in one line. */
    public static byte[] line(final Object contents)
    {
        return bytes(ONE_LINE, contents);
    }

    private static byte[] bytes(final ObjectWriter writer, final Object contents)
    {
        try
        {
            return (writer.writeValueAsString(contents).replace("\r\n", "\n") + "\n").getBytes(StandardCharsets.UTF_8);
        }
        catch (final JsonProcessingException ex)
        {
            throw new IllegalStateException("contents have no JSON form: type=" + contents.getClass().getName(), ex);
        }
    }

    /** Contents of a file. */
    public static <T> T read(final Path file, final Class<T> type) throws IOException
    {
        return read(Files.readAllBytes(file), type);
    }

    /** Contents of a file. */
    public static <T> T read(final byte[] bytes, final Class<T> type) throws IOException
    {
        return MAPPER.readValue(bytes, type);
    }
}
