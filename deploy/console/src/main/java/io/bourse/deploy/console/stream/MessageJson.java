// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.stream;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.deploy.schema.SbePrinter;
import io.bourse.deploy.text.Prices;
import io.bourse.deploy.text.Times;
import io.bourse.engine.client.checkpoint.CheckpointException;
import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.protocol.AccountCode;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Commands and events of the engine as the API shows them: prices as decimal text, times as ISO-8601 with the
 * nanoseconds beside them as text, ids of 64 bits as text, registers by their codes; all else as in the schema.
 */
public final class MessageJson
{
    private static final ObjectMapper MAPPER =
        new ObjectMapper().configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);
    private static final String E5 = "E5";
    private static final String NS = "Ns";
    private static final Set<String> DURATIONS = Set.of("windowNs", "disconnectGraceNs", "durationNs", "randomEndNs",
        "randomNs", "volatilityAuctionNs", "volatilityRandomNs", "limitWatchNs", "passiveDelayNs");
    private static final Set<String> LONG_IDS =
        Set.of("quoteId", "clientId", "matchRef", "requestId", "epoch", "nonce", "seed", "stateHash");

    private MessageJson()
    {
    }

    /**
     * Fields of a message, without what belongs to its header.
     *
     * @param decoded by a printer of the schema.
     * @return new map, in the order of the schema.
     */
    public static Map<String, Object> fields(final Map<String, Object> decoded)
    {
        final Map<String, Object> json = new LinkedHashMap<>();
        decoded.forEach((name, value) ->
        {
            if (!SbePrinter.MESSAGE.equals(name) && !"templateId".equals(name) && !"version".equals(name))
            {
                put(json, name, value);
            }
        });
        return json;
    }

    /**
     * Adds a field under the name that the API has for it.
     *
     * @param json to add to.
     * @param name of the field in the schema.
     * @param value of the field.
     */
    public static void put(final Map<String, Object> json, final String name, final Object value)
    {
        if (value instanceof final Map<?, ?> members)
        {
            json.put(name, object(members));
        }
        else if (value instanceof final List<?> entries)
        {
            final List<Object> list = new ArrayList<>();
            entries.forEach((entry) -> list.add(entry instanceof final Map<?, ?> map ? object(map) : entry));
            json.put(name, list);
        }
        else if (value instanceof final Number number)
        {
            putNumber(json, name, number);
        }
        else
        {
            json.put(null == value && name.endsWith(E5) ? withoutUnit(name, E5) : name, value);
        }
    }

    private static String withoutUnit(final String name, final String unit)
    {
        return name.substring(0, name.length() - unit.length());
    }

    private static Map<String, Object> object(final Map<?, ?> members)
    {
        final Map<String, Object> json = new LinkedHashMap<>();
        members.forEach((name, value) -> put(json, name.toString(), value));
        return json;
    }

    private static void putNumber(final Map<String, Object> json, final String name, final Number number)
    {
        if (name.endsWith(E5))
        {
            json.put(withoutUnit(name, E5), Prices.text(number.longValue(), 0));
        }
        else if (name.endsWith(NS) && !DURATIONS.contains(name))
        {
            putTime(json, withoutUnit(name, NS), number.longValue());
        }
        else if ("accountCode".equals(name))
        {
            json.put("account", AccountCode.unpack(number.longValue()));
        }
        else if (isLongId(name))
        {
            json.put(name, number.toString());
        }
        else
        {
            json.put(name, number);
        }
    }

    private static boolean isLongId(final String name)
    {
        return "orderId".equals(name) || name.endsWith("OrderId") || "tradeId".equals(name) ||
            name.endsWith("TradeId") || name.endsWith("lOrdId") || LONG_IDS.contains(name);
    }

    /**
     * Adds a time, and its nanoseconds as text under the same name with {@code Ns}.
     *
     * @param json to add to.
     * @param name of the time.
     * @param epochNs nanoseconds since the Unix epoch; 0, and what is beyond the year 2262, shows as null.
     */
    public static void putTime(final Map<String, Object> json, final String name, final long epochNs)
    {
        json.put(name, epochNs <= 0 ? null : Times.text(epochNs));
        json.put(name + NS, Long.toUnsignedString(epochNs));
    }

    /**
     * A row in a checkpoint. Whole numbers come back in the narrowest type that holds them.
     *
     * @param state to write to or read from.
     * @param row to write; not used when reading.
     * @return row.
     */
    public static Map<String, Object> state(final CheckpointState state, final Map<String, Object> row)
    {
        @SuppressWarnings("unchecked")
        final Map<String, Object> kept = state(state, row, Map.class);
        return kept;
    }

    /**
     * A record in a checkpoint.
     *
     * @param state to write to or read from.
     * @param value to write; not used when reading.
     * @param type of the record.
     * @param <T> type of the record.
     * @return record.
     */
    public static <T> T state(final CheckpointState state, final T value, final Class<T> type)
    {
        try
        {
            final String text = state.text(state.isReading() ? "" : MAPPER.writeValueAsString(value));
            return state.isReading() ? MAPPER.readValue(text, type) : value;
        }
        catch (final JsonProcessingException ex)
        {
            throw new CheckpointException("a row cannot be kept: reason=" + ex.getMessage());
        }
    }
}
