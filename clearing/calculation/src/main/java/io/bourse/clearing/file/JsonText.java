// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.file;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * JSON of files that are digested: the same contents are the same bytes on every machine. What is read has no property
 * that this version does not know.
 */
public final class JsonText
{
    private static final ObjectMapper MAPPER = new ObjectMapper()
        .enable(SerializationFeature.INDENT_OUTPUT)
        .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    private static final ObjectMapper STRICT = new ObjectMapper()
        .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private JsonText()
    {
    }

    /**
     * Contents as JSON.
     *
     * @param contents record.
     * @return text with LF at the ends of its lines.
     */
    public static byte[] bytes(final Object contents)
    {
        try
        {
            return (MAPPER.writeValueAsString(contents).replace("\r\n", "\n") + "\n").getBytes(StandardCharsets.UTF_8);
        }
        catch (final JsonProcessingException ex)
        {
            throw new IllegalStateException("contents have no JSON form: type=" + contents.getClass().getName(), ex);
        }
    }

    /**
     * Reads contents.
     *
     * @param json text.
     * @param type of the contents.
     * @param <T> type of the contents.
     * @return contents.
     * @throws IOException when they cannot be understood.
     */
    public static <T> T read(final byte[] json, final Class<T> type) throws IOException
    {
        return MAPPER.readValue(json, type);
    }

    /**
     * Reads a document in which nothing may be missing and after which nothing may come.
     *
     * @param json text.
     * @param type of the contents.
     * @param <T> type of the contents.
     * @return contents.
     * @throws IOException when they cannot be understood.
     */
    public static <T> T readWhole(final byte[] json, final Class<T> type) throws IOException
    {
        return STRICT.readValue(json, type);
    }

    /**
     * Reads a document of any contents after which nothing may come.
     *
     * @param json text.
     * @return contents; a missing node when there is no text.
     * @throws IOException when it is no JSON.
     */
    public static JsonNode readTree(final byte[] json) throws IOException
    {
        return STRICT.readTree(json);
    }

    /**
     * Reads parameters.
     *
     * @param json text.
     * @param type of the parameters.
     * @param name what messages call them.
     * @param <T> type of the parameters.
     * @return parameters.
     * @throws IllegalArgumentException when they cannot be understood.
     */
    public static <T> T parameters(final byte[] json, final Class<T> type, final String name)
    {
        try
        {
            return read(json, type);
        }
        catch (final IOException ex)
        {
            throw new IllegalArgumentException(name + " cannot be understood: reason=\"" + ex.getMessage() + "\"", ex);
        }
    }
}
