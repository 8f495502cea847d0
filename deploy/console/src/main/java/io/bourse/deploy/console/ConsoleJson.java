// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.javalin.json.JsonMapper;

import java.lang.reflect.Type;

/**
 * JSON of the console: a field that is not known is an error, and none is left out silently.
 */
public final class ConsoleJson implements JsonMapper
{
    /** For every part of the console. */
    public static final ObjectMapper MAPPER = new ObjectMapper()
        .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT);

    @Override
    public String toJsonString(final Object value, final Type type)
    {
        try
        {
            return MAPPER.writeValueAsString(value);
        }
        catch (final JsonProcessingException ex)
        {
            throw new IllegalStateException("an answer has no form in JSON: type=" + type, ex);
        }
    }
}
