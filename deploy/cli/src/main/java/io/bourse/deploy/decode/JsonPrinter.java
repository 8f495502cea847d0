// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.decode;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.deploy.text.Times;

import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Packets for programs: one JSON object in every line. Prices are numbers with all their decimals.
 *
 * @param out where lines go.
 */
public record JsonPrinter(PrintWriter out) implements PacketPrinter
{
    private static final ObjectMapper MAPPER =
        new ObjectMapper().enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN);

    @Override
    public void print(final PacketOrigin origin, final String protocol, final DecodedPacket packet)
    {
        final Map<String, Object> object = new LinkedHashMap<>();
        object.put("time", Times.text(origin.timeNs()));
        object.put("timeNs", origin.timeNs());
        object.put("source", origin.source());
        object.put("destination", origin.destination());
        object.put("feed", origin.feed());
        object.put("length", origin.length());
        object.put("protocol", protocol);
        if (null != packet)
        {
            object.put("header", packet.header());
            object.put("messages", packet.messages());
            if (null != packet.problem())
            {
                object.put("problem", packet.problem());
            }
        }
        try
        {
            out.println(MAPPER.writeValueAsString(object));
        }
        catch (final JsonProcessingException ex)
        {
            throw new IllegalStateException("A packet cannot be written as JSON: " + origin, ex);
        }
    }
}
