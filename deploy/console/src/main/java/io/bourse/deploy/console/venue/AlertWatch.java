// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.venue;

import com.fasterxml.jackson.databind.JsonNode;
import io.bourse.deploy.console.ConsoleJson;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Alerts that a Prometheus Alertmanager has. It is asked again some seconds after it has answered or failed to, never
 * waited for, and its answers are taken as texts.
 */
final class AlertWatch implements AutoCloseable
{
    static final long INTERVAL_NS = TimeUnit.SECONDS.toNanos(5);
    private static final Duration TIMEOUT = Duration.ofSeconds(3);
    private static final String PATH = "/api/v2/alerts?active=true&silenced=false&inhibited=false";
    private static final long MOST_BYTES = 1 << 20;
    private static final int MOST_ALERTS = 100;
    private static final int LONGEST_TEXT = 500;
    private static final int OK = 200;

    private final HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private final URI address;
    private final long intervalNs;
    private volatile Known known = new Known(List.of(), null);
    private volatile long dueNs = System.nanoTime();

    /** An alert that is active; texts that it does not have are empty. */
    record Alert(String name, String severity, String since, String summary, String description)
    {
    }

    /** What was known last; {@code problem} says why there is no newer answer, null when there is. */
    record Known(List<Alert> items, String problem)
    {
    }

    AlertWatch(final URI address, final long intervalNs)
    {
        this.address = address;
        this.intervalNs = intervalNs;
    }

    /** Called by one thread. */
    Known now()
    {
        final long nowNs = System.nanoTime();
        if (nowNs - dueNs >= 0)
        {
            dueNs = nowNs + TIMEOUT.toNanos() + intervalNs;
            ask();
        }
        return known;
    }

    private void ask()
    {
        final HttpRequest request = HttpRequest.newBuilder(address.resolve(PATH)).timeout(TIMEOUT).build();
        client.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MOST_BYTES))
            .thenApply((answer) -> parse(answer.statusCode(), answer.body()))
            .exceptionally((ex) -> new Known(known.items(), cut(reason(ex))))
            .thenAccept((next) ->
            {
                known = next;
                dueNs = System.nanoTime() + intervalNs;
            });
    }

    private static String reason(final Throwable failure)
    {
        final Throwable cause = null == failure.getCause() ? failure : failure.getCause();
        return null == cause.getMessage() ? cause.getClass().getSimpleName() : cause.getMessage();
    }

    private Known parse(final int status, final byte[] body)
    {
        if (OK != status)
        {
            return new Known(known.items(), "it answers with status " + status);
        }
        final List<Alert> alerts = new ArrayList<>();
        try
        {
            for (final JsonNode alert : ConsoleJson.MAPPER.readTree(body))
            {
                alerts.add(new Alert(text(alert, "/labels/alertname"), text(alert, "/labels/severity"),
                    text(alert, "/startsAt"), text(alert, "/annotations/summary"),
                    text(alert, "/annotations/description")));
            }
        }
        catch (final IOException ignored)
        {
            return new Known(known.items(), "its answer is no list in JSON");
        }
        alerts.sort(Comparator.comparing(Alert::since).reversed());
        return new Known(List.copyOf(alerts.subList(0, Math.min(MOST_ALERTS, alerts.size()))), null);
    }

    private static String text(final JsonNode alert, final String pointer)
    {
        return cut(alert.at(pointer).asText());
    }

    private static String cut(final String text)
    {
        return text.substring(0, Math.min(LONGEST_TEXT, text.length()));
    }

    @Override
    public void close()
    {
        client.shutdownNow();
    }
}
