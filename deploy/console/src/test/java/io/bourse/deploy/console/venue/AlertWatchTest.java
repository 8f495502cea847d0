// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.venue;

import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What an Alertmanager answers, and what it should not.
 */
@Timeout(60)
class AlertWatchTest
{
    private static final String ALERT = """
        {"labels":{"alertname":"DiskFull","severity":"page"},"annotations":{"summary":"<b>full</b>"},
         "startsAt":"2026-11-29T10:00:00.000Z","status":{"state":"active"}}""";
    private static final String OLDER = ALERT.replace("DiskFull", "Older").replace("T10", "T09");

    private final AtomicReference<String> body = new AtomicReference<>("[]");
    private final AtomicReference<String> asked = new AtomicReference<>();
    private HttpServer server;
    private AlertWatch watch;

    @BeforeEach
    void start() throws IOException
    {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", (exchange) ->
        {
            asked.set(exchange.getRequestURI().toString());
            final byte[] bytes = body.get().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders("".equals(body.get()) ? 503 : 200, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
        watch = new AlertWatch(URI.create("http://127.0.0.1:" + server.getAddress().getPort()), 0);
    }

    @AfterEach
    void stop()
    {
        watch.close();
        server.stop(0);
    }

    private AlertWatch.Known await(final Predicate<AlertWatch.Known> condition)
    {
        AlertWatch.Known known = watch.now();
        while (!condition.test(known))
        {
            Thread.yield();
            known = watch.now();
        }
        return known;
    }

    @Test
    void shouldShowActiveAlertsNewestFirst()
    {
        body.set("[" + OLDER + "," + ALERT + "]");
        assertEquals(List.of(
            new AlertWatch.Alert("DiskFull", "page", "2026-11-29T10:00:00.000Z", "<b>full</b>", ""),
            new AlertWatch.Alert("Older", "page", "2026-11-29T09:00:00.000Z", "<b>full</b>", "")),
            await((known) -> 2 == known.items().size()).items());
        assertEquals("/api/v2/alerts?active=true&silenced=false&inhibited=false", asked.get());
        body.set("[]");
        await((known) -> known.items().isEmpty());
    }

    @Test
    void shouldKeepWhatItKnowsWhileThereIsNoAnswer()
    {
        body.set("[" + ALERT + "]");
        await((known) -> 1 == known.items().size());
        for (final String wrong : List.of("", "no JSON", "[" + " ".repeat(1 << 20) + "]"))
        {
            body.set(wrong);
            final AlertWatch.Known known = await((now) -> null != now.problem());
            assertEquals(1, known.items().size(), known::toString);
            body.set("[" + ALERT + "]");
            await((now) -> null == now.problem());
        }
        server.stop(0);
        assertTrue(await((now) -> null != now.problem()).problem().length() > 0);
    }

    @Test
    void shouldTakeNoMoreThanAScreenHasPlaceFor()
    {
        final String text = "x".repeat(600);
        body.set("[" + (ALERT.replace("<b>full</b>", text) + ",").repeat(101) + ALERT + "]");
        final AlertWatch.Known known = await((now) -> !now.items().isEmpty());
        assertEquals(100, known.items().size());
        assertEquals(500, known.items().getFirst().summary().length());
    }
}
