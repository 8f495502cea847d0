// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.funds;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** JSON of this package: the same bytes for the same contents, unknown names are refused. */
final class FundsJson
{
    private static final ObjectMapper MAPPER = new ObjectMapper()
        .setVisibility(PropertyAccessor.IS_GETTER, JsonAutoDetect.Visibility.NONE)
        .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
        .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    private FundsJson()
    {
    }

    static <T> T read(final byte[] json, final Class<T> type) throws IOException
    {
        return MAPPER.readValue(json, type);
    }

    /** One line. */
    static byte[] line(final Object contents)
    {
        try
        {
            return (MAPPER.writeValueAsString(contents) + "\n").getBytes(StandardCharsets.UTF_8);
        }
        catch (final JsonProcessingException ex)
        {
            throw noForm(contents, ex);
        }
    }

    /** Indented. */
    static byte[] bytes(final Object contents)
    {
        try
        {
            final String text = MAPPER.writer(SerializationFeature.INDENT_OUTPUT).writeValueAsString(contents);
            return (text.replace("\r\n", "\n") + "\n").getBytes(StandardCharsets.UTF_8);
        }
        catch (final JsonProcessingException ex)
        {
            throw noForm(contents, ex);
        }
    }

    private static IllegalStateException noForm(final Object contents, final JsonProcessingException ex)
    {
        return new IllegalStateException("contents have no JSON form: type=" + contents.getClass().getName(), ex);
    }
}
