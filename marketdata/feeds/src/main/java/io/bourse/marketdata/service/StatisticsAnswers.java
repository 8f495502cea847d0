// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.service;

import io.bourse.marketdata.statistics.ObligationReport;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * What the service answers to which path.
 * <ul>
 * <li>{@code /obligations} and {@code /obligations/PROVIDER}, with {@code symbol=SYMBOL} and
 * {@code session=previous}</li>
 * <li>{@code /statistics} and {@code /statistics/SYMBOL}</li>
 * <li>{@code /indices} and {@code /indices/SYMBOL}</li>
 * </ul>
 * Everything else is an error with a sentence in it.
 */
final class StatisticsAnswers
{
    private static final int STATUS_OK = 200;
    private static final int STATUS_BAD_REQUEST = 400;
    private static final int STATUS_NOT_FOUND = 404;
    private static final int STATUS_NOT_YET = 503;
    private static final String SYMBOL = "symbol";
    private static final String SESSION = "session";

    private final ObjectMapper mapper =
        JsonMapper.builder().enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN).build();
    private final Supplier<ServiceSnapshot> snapshots;

    StatisticsAnswers(final Supplier<ServiceSnapshot> snapshots)
    {
        this.snapshots = snapshots;
    }

    /**
     * An answer of the server.
     *
     * @param status of HTTP.
     * @param body JSON.
     */
    record Answer(int status, byte[] body)
    {
    }

    Answer error(final int status, final String text)
    {
        return new Answer(status, json(Map.of("error", text)));
    }

    Answer answer(final String path, final String query)
    {
        final ServiceSnapshot snapshot = snapshots.get();
        if (null == snapshot)
        {
            return error(STATUS_NOT_YET, "history is being read, ask again in a moment");
        }
        final Map<String, String> parameters;
        try
        {
            parameters = parameters(query);
        }
        catch (final IllegalArgumentException ex)
        {
            return error(STATUS_BAD_REQUEST, ex.getMessage());
        }
        final int slash = path.indexOf('/', 1);
        final String list = slash < 0 ? path : path.substring(0, slash);
        final String name = slash < 0 ? "" : path.substring(slash + 1);
        return switch (list)
        {
            case "/obligations" -> obligations(snapshot, name, parameters);
            case "/statistics" -> plain(snapshot, parameters, "statistics", snapshot.statistics(),
                report -> name.isEmpty() || name.equals(report.symbol()), name);
            case "/indices" -> plain(snapshot, parameters, "indices", snapshot.indices(),
                report -> name.isEmpty() || name.equals(report.symbol()), name);
            default -> error(STATUS_NOT_FOUND,
                "there are /obligations, /statistics and /indices, and a name may follow: path=" + path);
        };
    }

    private Answer obligations(
        final ServiceSnapshot snapshot, final String provider, final Map<String, String> parameters)
    {
        final String session = parameters.getOrDefault(SESSION, "current");
        if (!"current".equals(session) && !"previous".equals(session))
        {
            return error(STATUS_BAD_REQUEST, "session is current or previous: session=" + session);
        }
        final String symbol = parameters.get(SYMBOL);
        final List<ObligationReport> all =
            "current".equals(session) ? snapshot.obligations() : snapshot.previousObligations();
        // Who owes something elsewhere, or owed nothing yesterday, is known.
        final boolean isKnown = snapshot.obligations().stream().anyMatch(one -> provider.equals(one.provider()));
        return list(snapshot, "obligations", all,
            report -> (provider.isEmpty() || provider.equals(report.provider())) &&
                (null == symbol || symbol.equals(report.symbol())),
            isKnown ? "" : provider);
    }

    private <T> Answer plain(
        final ServiceSnapshot snapshot,
        final Map<String, String> parameters,
        final String name,
        final List<T> all,
        final Predicate<T> filter,
        final String asked)
    {
        return parameters.isEmpty() ? list(snapshot, name, all, filter, asked) :
            error(STATUS_BAD_REQUEST, name + " take no parameters: " + parameters.keySet());
    }

    private <T> Answer list(
        final ServiceSnapshot snapshot,
        final String name,
        final List<T> all,
        final Predicate<T> filter,
        final String asked)
    {
        final List<T> chosen = all.stream().filter(filter).toList();
        if (chosen.isEmpty() && !asked.isEmpty())
        {
            return error(STATUS_NOT_FOUND, "there is no such name among the " + name + ": name=" + asked);
        }
        final Map<String, Object> body = new LinkedHashMap<>();
        body.put("cursor", snapshot.cursor());
        body.put("asOfNs", snapshot.asOfNs());
        body.put("sessionId", snapshot.sessionId());
        body.put("tradingDate", snapshot.tradingDate());
        body.put(name, chosen);
        return new Answer(STATUS_OK, json(body));
    }

    private static Map<String, String> parameters(final String query)
    {
        final Map<String, String> parameters = new LinkedHashMap<>();
        if (null == query || query.isEmpty())
        {
            return parameters;
        }
        for (final String part : query.split("&", -1))
        {
            final int equals = part.indexOf('=');
            final String key = equals < 0 ? part : part.substring(0, equals);
            if (equals < 0 || !SYMBOL.equals(key) && !SESSION.equals(key))
            {
                throw new IllegalArgumentException("parameters are symbol=SYMBOL and session=previous: parameter=" +
                    key);
            }
            if (null != parameters.put(key, part.substring(equals + 1)))
            {
                throw new IllegalArgumentException("a parameter comes twice: parameter=" + key);
            }
        }
        return parameters;
    }

    private byte[] json(final Object value)
    {
        try
        {
            return mapper.writeValueAsBytes(value);
        }
        catch (final JsonProcessingException ex)
        {
            throw new IllegalStateException("cannot write an answer as JSON", ex);
        }
    }
}
