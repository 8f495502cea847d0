// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console.live;

import com.fasterxml.jackson.databind.JsonNode;
import io.bourse.deploy.console.ConsoleContext;
import io.bourse.deploy.console.ConsoleJson;
import io.bourse.deploy.console.ConsolePart;
import io.bourse.deploy.console.ConsoleServer;
import io.javalin.config.RoutesConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Server-sent events over real connections.
 */
class LiveEndpointTest
{
    private static final int UPDATES_PER_SECOND = 5_000;
    private static final int UPDATES = 2 * UPDATES_PER_SECOND;
    private static final int CAPACITY = 1_024;
    private static final int SMALL_BUFFER = 4_096;
    /** An update of 500 bytes: those of two seconds do not fit into the buffers of a connection. */
    private static final String FILLING = "x".repeat(500);

    private final ReentrantLock lock = new ReentrantLock();
    private final LiveTopic topic = new LiveTopic(lock, this::state, CAPACITY);
    private ConsoleServer server;
    private HttpClient client;
    private String session;
    private int state;

    /** An event as a client reads it. */
    private record Event(String kind, long id, JsonNode message)
    {
        private int data()
        {
            return message.get("data").get("number").intValue();
        }
    }

    private Map<String, Object> state()
    {
        return Map.of("number", state, "filling", FILLING);
    }

    @BeforeEach
    void start(@TempDir final Path dataDir) throws IOException, InterruptedException
    {
        final ConsolePart part = new ConsolePart()
        {
            @Override
            public void addRoutes(final RoutesConfig routes)
            {
                routes.get("/api/v1/live/test", new LiveEndpoint((ctx) -> topic));
                routes.get("/api/v1/live/short", new LiveEndpoint((ctx) -> topic, 0));
            }

            @Override
            public void close()
            {
                topic.close();
            }
        };
        server = new ConsoleServer(new ConsoleContext(dataDir, null, null),
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), List.of(part));
        client = HttpClient.newHttpClient();
        final String link = server.newLink().replaceFirst(".*#login=", "");
        final URI loginUri = URI.create(server.url() + "/api/v1/login");
        final HttpResponse<String> login = client.send(HttpRequest.newBuilder(loginUri)
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString("{\"link\":\"" + link + "\"}")).build(),
            HttpResponse.BodyHandlers.ofString());
        session = ConsoleJson.MAPPER.readTree(login.body()).get("session").textValue();
    }

    @AfterEach
    void stop()
    {
        client.shutdownNow();
        server.close();
    }

    private void publish()
    {
        lock.lock();
        try
        {
            state++;
            topic.publish(this::state);
        }
        finally
        {
            lock.unlock();
        }
    }

    private BufferedReader open(final String lastEventId) throws IOException, InterruptedException
    {
        return open("test", lastEventId);
    }

    private BufferedReader open(final String name, final String lastEventId) throws IOException, InterruptedException
    {
        final HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + "/api/v1/live/" + name))
            .header("Authorization", "Bearer " + session);
        if (null != lastEventId)
        {
            request.header("Last-Event-ID", lastEventId);
        }
        final var response = client.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        assertEquals(200, response.statusCode());
        assertEquals("text/event-stream;charset=utf-8",
            response.headers().firstValue("Content-Type").orElseThrow().replace(" ", ""));
        assertEquals("no-store", response.headers().firstValue("Cache-Control").orElseThrow());
        return new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    }

    /** The next event; passes over what is none, such as comments. */
    private static Event next(final BufferedReader reader) throws IOException
    {
        String kind = null;
        long id = -1;
        for (String line = reader.readLine(); null != line; line = reader.readLine())
        {
            if (line.startsWith("event: "))
            {
                kind = line.substring("event: ".length());
            }
            else if (line.startsWith("id: "))
            {
                id = Long.parseLong(line.substring("id: ".length()));
            }
            else if (line.startsWith("data: "))
            {
                return new Event(kind, id, ConsoleJson.MAPPER.readTree(line.substring("data: ".length())));
            }
        }
        throw new AssertionError("the stream has ended");
    }

    /** Reads up to a state; each update follows what was read before it. Returns the number of snapshots. */
    private static int readTo(final BufferedReader reader, final int last) throws IOException
    {
        int snapshots = 0;
        long sequence = -1;
        for (;;)
        {
            final Event event = next(reader);
            assertEquals(event.id, event.message.get("sequence").longValue());
            if ("snapshot".equals(event.kind))
            {
                snapshots++;
            }
            else
            {
                assertEquals(sequence + 1, event.id);
            }
            sequence = event.id;
            if (last == event.data())
            {
                return snapshots;
            }
        }
    }

    @Test
    void shouldGoOnAfterTheLastEventThatAClientHasSeen() throws IOException, InterruptedException
    {
        final long id;
        try (BufferedReader reader = open(null))
        {
            final Event snapshot = next(reader);
            assertEquals("snapshot", snapshot.kind);
            id = snapshot.id;
            publish();
            assertEquals(id + 1, next(reader).id);
        }
        publish();
        publish();
        try (BufferedReader reader = open(Long.toString(id + 1)))
        {
            final Event event = next(reader);
            assertEquals("update", event.kind);
            assertEquals(id + 2, event.id);
            assertEquals(2, event.data());
            assertEquals(3, next(reader).data());
        }
        try (BufferedReader reader = open("nonsense"))
        {
            assertEquals("snapshot", next(reader).kind);
        }
    }

    @Test
    void shouldEndAfterItsTimeSoThatTheClientAsksAgain() throws IOException, InterruptedException
    {
        try (BufferedReader reader = open("short", null))
        {
            assertEquals("snapshot", next(reader).kind);
            assertEquals(List.of(""), reader.lines().toList());
        }
    }

    @Test
    void shouldNotBeDelayedByAClientThatDoesNotRead() throws Exception
    {
        final CompletableFuture<Integer> fast = new CompletableFuture<>();
        try (BufferedReader reader = open(null); Socket slow = new Socket())
        {
            slow.setReceiveBufferSize(SMALL_BUFFER);
            slow.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), URI.create(server.url()).getPort()));
            slow.getOutputStream().write(("GET /api/v1/live/test HTTP/1.0\r\nHost: 127.0.0.1\r\n" +
                "Authorization: Bearer " + session + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            final BufferedReader slowReader =
                new BufferedReader(new InputStreamReader(slow.getInputStream(), StandardCharsets.UTF_8), SMALL_BUFFER);
            assertEquals("snapshot", next(slowReader).kind);
            Thread.ofVirtual().start(() ->
            {
                try
                {
                    fast.complete(readTo(reader, UPDATES));
                }
                catch (final IOException | AssertionError ex)
                {
                    fast.completeExceptionally(ex);
                }
            });
            final long beginNs = System.nanoTime();
            for (int i = 0; i < UPDATES; i++)
            {
                publish();
                final long dueNs = beginNs + i * TimeUnit.SECONDS.toNanos(1) / UPDATES_PER_SECOND;
                while (System.nanoTime() - dueNs < 0)
                {
                    LockSupport.parkNanos(dueNs - System.nanoTime());
                }
            }
            // At the speed that is asked for it needs none but the first, unless this machine had no time for it.
            final int snapshots = fast.get(60, TimeUnit.SECONDS);
            assertTrue(snapshots < UPDATES / CAPACITY, () -> "snapshots=" + snapshots);
            // What its connection held when it stopped to read, then a snapshot in the place of all the rest.
            assertEquals(1, snapshotsTo(slowReader, UPDATES));
        }
    }

    private static int snapshotsTo(final BufferedReader reader, final int last) throws IOException
    {
        int snapshots = 0;
        int updates = 0;
        for (;;)
        {
            final Event event = next(reader);
            snapshots += "snapshot".equals(event.kind) ? 1 : 0;
            updates++;
            if (last == event.data())
            {
                assertTrue(updates < UPDATES, "a client that does not read was sent everything");
                return snapshots;
            }
        }
    }
}
