// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.run.store;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.bourse.clearing.file.DurableFile;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * JSON files of a run directory; the same bytes for the same contents.
 */
public final class Json
{
    /** What a record concludes from itself is not written: it could not be read back. */
    private static final ObjectMapper MAPPER = new ObjectMapper()
        .setVisibility(PropertyAccessor.IS_GETTER, JsonAutoDetect.Visibility.NONE)
        .enable(SerializationFeature.INDENT_OUTPUT);

    private Json()
    {
    }

    /** Writes a file durably. */
    public static void write(final Path file, final Object contents) throws IOException
    {
        DurableFile.write(file, bytes(contents));
    }

    /** Contents as they are written. */
    public static byte[] bytes(final Object contents) throws IOException
    {
        return (MAPPER.writeValueAsString(contents).replace("\r\n", "\n") + "\n").getBytes(StandardCharsets.UTF_8);
    }

    /** Contents of a file; unknown names are refused. */
    public static <T> T read(final Path file, final Class<T> type) throws IOException
    {
        return read(Files.readAllBytes(file), type);
    }

    /** Contents of a file; unknown names are refused. */
    public static <T> T read(final byte[] bytes, final Class<T> type) throws IOException
    {
        return MAPPER.readValue(bytes, type);
    }
}
