// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import io.bourse.deploy.console.ConsoleContext;
import io.bourse.deploy.console.ConsolePart;
import io.bourse.deploy.console.ConsoleServer;
import io.bourse.deploy.console.views.ViewParts;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A console with the parts that look things up, and a program that asks it. Every answer is compared with the schema of
 * its route.
 */
final class ConsoleApi implements AutoCloseable
{
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String DEFAULT = "default";
    private static final String POST = "post ";

    private final Map<String, JsonSchema> schemas = new HashMap<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private final JsonNode document;
    private final ConsoleServer server;
    private final String session;

    /** What a change was answered. */
    record Answer(int status, JsonNode body)
    {
    }

    ConsoleApi(final ConsoleContext context) throws IOException, InterruptedException
    {
        this(context, List.of());
    }

    /** With further parts; the first one may refuse to begin. */
    ConsoleApi(final ConsoleContext context, final List<? extends ConsolePart> more)
        throws IOException, InterruptedException
    {
        try (InputStream in = ConsoleServer.class.getResourceAsStream("openapi.yaml"))
        {
            document = new YAMLMapper().readTree(in);
        }
        final List<ConsolePart> parts = new ArrayList<>(more);
        parts.addAll(ViewParts.of(context));
        server = new ConsoleServer(context, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), parts);
        session = login(client, server.newLink());
    }

    /** Opens a session by a link. */
    static String login(final HttpClient client, final String link) throws IOException, InterruptedException
    {
        final int token = link.indexOf("/#login=");
        final HttpResponse<String> answer = client.send(
            HttpRequest.newBuilder(URI.create(link.substring(0, token) + "/api/v1/login"))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString("{\"link\":\"" + link.substring(token + "/#login=".length()) + "\"}"))
                .build(),
            BodyHandlers.ofString());
        return JSON.readTree(answer.body()).get("session").textValue();
    }

    String url()
    {
        return server.url();
    }

    String newLink()
    {
        return server.newLink();
    }

    /** An answer that is as its route says. */
    JsonNode get(final String route, final String pathAndQuery)
    {
        final HttpResponse<String> answer = send(pathAndQuery);
        assertEquals(200, answer.statusCode(), () -> pathAndQuery + ": " + answer.body());
        return checked(route, "200", answer.body());
    }

    /** The same of a route without parameters in its path. */
    JsonNode get(final String route)
    {
        return get(route, route);
    }

    /** An error with its code and words. */
    void assertError(final int status, final String code, final String words, final String pathAndQuery)
    {
        final HttpResponse<String> answer = send(pathAndQuery);
        assertEquals(status, answer.statusCode(), () -> pathAndQuery + ": " + answer.body());
        final JsonNode error = checked("/api/v1/me", DEFAULT, answer.body()).get("error");
        assertEquals(code, error.get("code").textValue(), answer::body);
        assertTrue(error.get("message").textValue().contains(words), answer::body);
    }

    /** Bytes of a file. */
    byte[] bytes(final String pathAndQuery)
    {
        return send(request(pathAndQuery), BodyHandlers.ofByteArray()).body();
    }

    /** Sends a change, with quotes instead of double ones. */
    Answer post(final String route, final String path, final String body, final String key)
    {
        final HttpResponse<String> answer = send(request(path).header("Content-Type", "application/json")
            .header("Idempotency-Key", key).POST(BodyPublishers.ofString(body.replace('\'', '"'))),
            BodyHandlers.ofString());
        final boolean isDone = answer.statusCode() < 300;
        return new Answer(answer.statusCode(), checked(isDone ? POST + route : "/api/v1/me",
            isDone ? Integer.toString(answer.statusCode()) : DEFAULT, answer.body()));
    }

    private HttpRequest.Builder request(final String pathAndQuery)
    {
        return HttpRequest.newBuilder(URI.create(server.url() + pathAndQuery))
            .header("Authorization", "Bearer " + session);
    }

    private HttpResponse<String> send(final String pathAndQuery)
    {
        return send(request(pathAndQuery), BodyHandlers.ofString());
    }

    private <T> HttpResponse<T> send(final HttpRequest.Builder request, final HttpResponse.BodyHandler<T> body)
    {
        final HttpRequest built = request.build();
        try
        {
            return client.send(built, body);
        }
        catch (final IOException | InterruptedException ex)
        {
            throw new IllegalStateException(built.uri().toString(), ex);
        }
    }

    private JsonNode checked(final String route, final String status, final String body)
    {
        try
        {
            final JsonNode answer = JSON.readTree(body);
            final Set<?> wrong =
                schemas.computeIfAbsent(route + status, (key) -> schema(route, status)).validate(answer);
            assertTrue(wrong.isEmpty(), () -> route + ": " + wrong + " " + body);
            return answer;
        }
        catch (final IOException ex)
        {
            throw new IllegalStateException(body, ex);
        }
    }

    /** References of a route lead into the document. */
    private JsonSchema schema(final String route, final String status)
    {
        final String method = route.startsWith(POST) ? "post" : "get";
        JsonNode response = document.at("/paths").get(route.replaceFirst("^" + POST, "")).get(method).get("responses")
            .get(status);
        if (response.has("$ref"))
        {
            response = document.at(response.get("$ref").textValue().substring(1));
        }
        final ObjectNode schema = response.at("/content/application~1json/schema").deepCopy();
        schema.set("components", document.get("components"));
        return JsonSchemaFactory.getInstance(VersionFlag.V202012).getSchema(schema);
    }

    @Override
    public void close()
    {
        server.close();
        client.close();
    }
}
