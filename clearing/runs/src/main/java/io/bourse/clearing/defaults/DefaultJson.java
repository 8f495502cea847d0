// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.clearing.defaults;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;

import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** JSON of this package: the same bytes for the same contents, unknown names are refused. */
final class DefaultJson
{
    private static final ObjectMapper MAPPER = new ObjectMapper()
        .setVisibility(PropertyAccessor.IS_GETTER, JsonAutoDetect.Visibility.NONE)
        .enable(SerializationFeature.INDENT_OUTPUT)
        .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
        .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);

    private DefaultJson()
    {
    }

    static <T> T read(final byte[] json, final Class<T> type) throws IOException
    {
        return MAPPER.readValue(json, type);
    }

    static byte[] bytes(final Object contents) throws IOException
    {
        return (MAPPER.writeValueAsString(contents).replace("\r\n", "\n") + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
