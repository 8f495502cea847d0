// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.console.venue.VenuePart;
import io.bourse.deploy.console.views.ViewParts;
import io.javalin.config.RoutesConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class ConsoleServerTest
{
    @TempDir
    Path dir;

    private final AtomicInteger closed = new AtomicInteger();
    private final HttpClient client = HttpClient.newHttpClient();
    private ConsoleServer server;

    @AfterEach
    void after()
    {
        client.close();
        if (null != server)
        {
            server.close();
        }
    }

    private void start(final List<? extends ConsolePart> parts) throws IOException
    {
        server = new ConsoleServer(context(), loopback(0), parts);
    }

    private ConsoleContext context()
    {
        return new ConsoleContext(dir, VenueConfigLoader.load(null, Map.of("venue.data-dir", dir.toString())), null);
    }

    private static InetSocketAddress loopback(final int port)
    {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /** A part that fails in every way. */
    private final class Failing implements ConsolePart
    {
        @Override
        public void addRoutes(final RoutesConfig routes)
        {
            routes.get("/api/v1/public/failing", (request) ->
            {
                throw new IllegalStateException("the secret of the venue");
            });
            routes.get("/api/v1/public/refusing", (request) ->
            {
                throw new ApiException(409, "wrong-state", "it is closed", Map.of("phase", "CLOSED"));
            });
            routes.post("/api/v1/public/taking", (request) -> request.json(ConsoleServer.body(request)));
        }

        @Override
        public void close()
        {
            closed.incrementAndGet();
        }
    }

    private HttpResponse<String> get(final String path, final String session) throws Exception
    {
        final HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + path));
        if (null != session)
        {
            request.header("Authorization", "Bearer " + session);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> post(final String path, final String session, final String type, final String body)
        throws Exception
    {
        return client.send(HttpRequest.newBuilder(URI.create(server.url() + path)).header("Content-Type", type)
            .header("Authorization", "Bearer " + session).POST(BodyPublishers.ofString(body)).build(),
            BodyHandlers.ofString());
    }

    private HttpResponse<String> post(final String path, final String body) throws Exception
    {
        return post(path, "none", "application/json", body);
    }

    private String login(final String link) throws Exception
    {
        final HttpResponse<String> answer = post("/api/v1/login", "{\"link\":\"" + token(link) + "\"}");
        assertEquals(200, answer.statusCode(), answer::body);
        return json(answer).get("session").textValue();
    }

    private static String token(final String link)
    {
        return link.substring(link.indexOf("#login=") + 7);
    }

    private static JsonNode json(final HttpResponse<String> answer) throws IOException
    {
        assertTrue(answer.headers().firstValue("Content-Type").orElse("").startsWith("application/json"), answer::body);
        return ConsoleJson.MAPPER.readTree(answer.body());
    }

    private static void assertError(final int status, final String code, final HttpResponse<String> answer)
        throws IOException
    {
        assertEquals(status, answer.statusCode(), answer::body);
        final JsonNode error = json(answer).get("error");
        assertEquals(code, error.get("code").textValue());
        assertFalse(error.get("message").textValue().isBlank());
        assertTrue(error.get("facts").isObject());
    }

    /** What no HTTP client sends. */
    private String raw(final String path, final String host) throws IOException
    {
        final URI uri = URI.create(server.url());
        try (Socket socket = new Socket(uri.getHost(), uri.getPort()))
        {
            socket.getOutputStream().write(("GET " + path + " HTTP/1.1\r\nHost: " + host +
                "\r\nConnection: close\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void shouldOpenOneSessionByALink() throws Exception
    {
        start(List.of());
        assertError(401, "no-session", get("/api/v1/me", null));
        assertError(401, "no-session", get("/api/v1/me", "guess"));
        final String link = server.newLink();
        assertTrue(link.startsWith("http://127.0.0.1:"), link);
        final String session = login(link);
        assertEquals(ConsoleJson.MAPPER.readTree("{\"name\":\"reader\",\"readOnly\":true,\"roles\":[]}"),
            json(get("/api/v1/me", session)));
        assertError(401, "wrong-link", post("/api/v1/login", "{\"link\":\"" + token(link) + "\"}"));
        for (final String wrong : List.of("{\"link\":7}", "{}", "{\"name\":\"eve\",\"password\":\"x\"}",
            "{\"link\":\"" + "x".repeat(201) + "\"}"))
        {
            assertError(400, "wrong-field", post("/api/v1/login", wrong));
        }
        assertEquals(200, post("/api/v1/logout", session, "application/json", "{}").statusCode());
        assertError(401, "no-session", get("/api/v1/me", session));
    }

    @ParameterizedTest
    @ValueSource(strings = {"bourse.example", "127.0.0.1.example:80", "10.0.0.1"})
    void shouldRefuseARequestForAnotherHost(final String host) throws Exception
    {
        start(List.of());
        for (final String path : List.of("/", "/index.html", "/api/v1/me"))
        {
            final String answer = raw(path, host);
            assertTrue(answer.startsWith("HTTP/1.1 403 "), answer);
        }
    }

    @Test
    void shouldAnswerWrongRequestsInOneForm() throws Exception
    {
        start(List.of(new Failing()));
        final HttpResponse<String> refused = get("/api/v1/public/refusing", null);
        assertError(409, "wrong-state", refused);
        assertEquals("{\"phase\":\"CLOSED\"}", json(refused).get("error").get("facts").toString());
        final HttpResponse<String> failed = get("/api/v1/public/failing", null);
        assertError(500, "failed", failed);
        assertFalse(failed.body().contains("secret"), failed::body);
        assertError(404, "not-found", get("/api/v1/public/nothing", null));
        assertError(404, "not-found", get("/nothing.html", null));
        final String taking = "/api/v1/public/taking";
        assertError(405, "wrong-method", get(taking, null));
        assertEquals("{\"a\":1}", post(taking, "none", "application/json; charset=utf-8", "{\"a\":1}").body());
        assertError(415, "not-json", post(taking, "none", "text/plain", "{}"));
        assertError(415, "not-json", post(taking, "none", "application/x-www-form-urlencoded", "a=1"));
        for (final String wrong : List.of("", "7", "[]", "null", "{", "{\"a\":1} x"))
        {
            assertError(400, "wrong-json", post(taking, wrong));
        }
        assertError(413, "http-413", post(taking, "{\"a\":\"" + "x".repeat(70_000) + "\"}"));
    }

    @Test
    void shouldTellBrowsersToShareNothing() throws Exception
    {
        start(List.of());
        final HttpResponse<String> page = get("/", null);
        assertEquals(200, page.statusCode());
        assertTrue(page.body().contains("<html"), page::body);
        final HttpResponse<String> api = get("/api/v1/me", null);
        for (final HttpResponse<String> answer : List.of(page, api))
        {
            assertTrue(answer.headers().firstValue("Content-Security-Policy").orElse("").startsWith(
                "default-src 'self'; frame-ancestors 'none'"));
            assertEquals("nosniff", answer.headers().firstValue("X-Content-Type-Options").orElse(""));
            assertEquals("no-referrer", answer.headers().firstValue("Referrer-Policy").orElse(""));
            for (final String unwanted : List.of("Server", "Set-Cookie", "Access-Control-Allow-Origin"))
            {
                assertTrue(answer.headers().firstValue(unwanted).isEmpty(), unwanted);
            }
        }
        assertEquals("no-store", api.headers().firstValue("Cache-Control").orElse(""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/../openapi.yaml", "/%2e%2e/openapi.yaml", "/..%2fopenapi.yaml", "/%00", "/vendor/.."})
    void shouldServeNothingThatIsNoPage(final String path) throws Exception
    {
        start(List.of());
        final String answer = raw(path, "127.0.0.1");
        assertTrue(answer.startsWith("HTTP/1.1 4") || answer.contains("<html"), answer);
        assertFalse(answer.contains("openapi:"), answer);
    }

    @Test
    void shouldDescribeEachRouteInItsDocumentAndNoOther() throws Exception
    {
        final List<ConsolePart> parts = ViewParts.withActs(context(), List.of(dir));
        parts.add(new VenuePart(context().config(), List.of(dir)));
        start(parts);
        final HttpResponse<String> document = get("/api/v1/openapi.yaml", login(server.newLink()));
        assertEquals(200, document.statusCode());
        final Set<String> described = new TreeSet<>();
        new YAMLMapper().readTree(document.body()).get("paths").properties().forEach(path ->
            path.getValue().fieldNames().forEachRemaining(method ->
                described.add(method.toUpperCase(Locale.ROOT) + ' ' + path.getKey())));
        assertEquals(described, new TreeSet<>(server.routes()));
    }

    @Test
    void shouldShowThePublicWhatNeedsNoSession() throws Exception
    {
        start(ViewParts.of(context()));
        for (final String path : List.of("/api/v1/public/market", "/api/v1/public/indices", "/api/v1/public/news"))
        {
            final HttpResponse<String> answer = get(path, null);
            assertEquals(200, answer.statusCode(), answer::body);
            assertTrue(json(answer).isObject());
        }
        final HttpResponse<String> protocol = get("/protocols/twime.md", null);
        assertEquals(200, protocol.statusCode());
        assertTrue(protocol.body().contains("TWIME"), protocol::body);
        assertEquals("image/svg+xml", get("/favicon.ico", null).headers().firstValue("Content-Type").orElse(""));
        assertError(401, "no-session", get("/api/v1/instruments", null));
    }

    @Test
    void shouldListenOnLoopbackOnly() throws IOException
    {
        assertThrows(IllegalArgumentException.class, () -> new ConsoleServer(
            context(), new InetSocketAddress("0.0.0.0", 0), List.of()));
        start(List.of(new Failing()));
        final int port = URI.create(server.url()).getPort();
        final IllegalStateException taken = assertThrows(IllegalStateException.class, () -> new ConsoleServer(
            context(), loopback(port), List.of(new Failing())));
        assertTrue(taken.getMessage().contains("address=") && taken.getMessage().contains(Integer.toString(port)),
            taken::getMessage);
        assertEquals(1, closed.get());
        server.close();
        server = null;
        assertEquals(2, closed.get());
    }
}
