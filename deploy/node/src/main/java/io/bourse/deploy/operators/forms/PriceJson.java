// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.operators.forms;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.deser.std.StdScalarDeserializer;

import java.io.IOException;

/**
 * A price in JSON: a decimal number as text. Gives price x 100 000.
 */
public final class PriceJson extends StdScalarDeserializer<Long>
{
    private static final long serialVersionUID = 1L;

    /** Called by Jackson. */
    public PriceJson()
    {
        super(Long.class);
    }

    @Override
    public Long deserialize(final JsonParser parser, final DeserializationContext context) throws IOException
    {
        if (JsonToken.VALUE_STRING != parser.currentToken())
        {
            throw JsonMappingException.from(parser, "a price is given as text, such as \"254.31\"");
        }
        try
        {
            return Forms.priceE5(parser.getText());
        }
        catch (final IllegalArgumentException ex)
        {
            throw JsonMappingException.from(parser, ex.getMessage());
        }
    }
}
