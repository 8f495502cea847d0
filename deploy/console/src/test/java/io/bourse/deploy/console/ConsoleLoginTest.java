// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.console;

import io.bourse.clearing.run.audit.OperatorSigner;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.gateway.fix.password.PasswordHash;
import io.bourse.testing.TlsKeys;
import io.javalin.config.RoutesConfig;
import org.bouncycastle.util.encoders.Base32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import javax.net.ssl.SSLContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Who acts, who reads and who is refused: links, readers, and certificates under TLS.
 */
class ConsoleLoginTest
{
    private static final long NOW_MS = 1_795_244_400_000L;
    private static final String ACT = "/api/v1/acts/any";
    private static final String READ = "/api/v1/any";

    @TempDir
    Path dir;

    private ConsoleServer server;

    /** Who may act is not a question of the key. */
    private record Anna(String name, String fingerprint) implements OperatorSigner
    {
        @Override
        public byte[] sign(final byte[] bytes)
        {
            throw new UnsupportedOperationException("nothing is signed here");
        }
    }

    /** A change, and something to read. */
    private static final class AnyPart implements ConsolePart
    {
        @Override
        public void addRoutes(final RoutesConfig routes)
        {
            routes.post(ACT, request -> request.json(Map.of("by", Caller.of(request).name())));
            routes.get(READ, request -> request.json(Map.of("by", Caller.of(request).name())));
        }

        @Override
        public void close()
        {
        }
    }

    @AfterEach
    void after()
    {
        if (null != server)
        {
            server.close();
        }
    }

    private void start(final Map<String, Object> options, final ConsoleReaders readers) throws IOException
    {
        final VenueConfig config = VenueConfigLoader.load(null, options);
        server = new ConsoleServer(new ConsoleContext(dir, config, new Anna("anna", "00")),
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), config.console().tls(), List.of(new AnyPart()),
            readers);
    }

    private static HttpResponse<String> send(final HttpClient client, final HttpRequest.Builder request)
        throws IOException, InterruptedException
    {
        return client.send(request.header("Content-Type", "application/json").build(), BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(final String path, final String session)
    {
        return HttpRequest.newBuilder(URI.create(server.url() + path)).header("Authorization", "Bearer " + session);
    }

    private HttpResponse<String> login(final HttpClient client, final String body)
        throws IOException, InterruptedException
    {
        return send(client, request("/api/v1/login", "none").POST(BodyPublishers.ofString(body)));
    }

    private String session(final HttpClient client, final String body) throws IOException, InterruptedException
    {
        final HttpResponse<String> answer = login(client, body);
        assertEquals(200, answer.statusCode(), answer::body);
        return ConsoleJson.MAPPER.readTree(answer.body()).get("session").textValue();
    }

    private String link()
    {
        return "{\"link\":\"" + server.newLink().replaceFirst(".*=", "") + "\"}";
    }

    private int act(final HttpClient client, final String session) throws IOException, InterruptedException
    {
        return send(client, request(ACT, session).POST(BodyPublishers.ofString("{}"))).statusCode();
    }

    private int read(final HttpClient client, final String session) throws IOException, InterruptedException
    {
        return send(client, request(READ, session)).statusCode();
    }

    private String securityLog() throws IOException
    {
        server.close();
        server = null;
        try (Stream<Path> files = Files.list(dir.resolve("security")))
        {
            final StringBuilder text = new StringBuilder();
            for (final Path file : files.sorted().toList())
            {
                text.append(Files.readString(file));
            }
            return text.toString();
        }
    }

    @Test
    void shouldLetTheOperatorActAndAReaderRead() throws Exception
    {
        final ConsoleReaders readers =
            new ConsoleReaders(dir, () -> Instant.ofEpochMilli(NOW_MS), PasswordHash.LEAST_ITERATIONS);
        final ConsoleReaders.Secrets eve = readers.add("eve");
        final String code = Totp.code(
            Base32.decode(eve.uri().replaceFirst(".*secret=([A-Z2-7]+)&.*", "$1")), NOW_MS / 30_000);
        start(Map.of(), readers);
        try (HttpClient client = HttpClient.newHttpClient())
        {
            final String anna = session(client, link());
            assertEquals(200, act(client, anna));
            assertEquals(200, read(client, anna));

            final String right = "{\"name\":\"eve\",\"password\":\"" + eve.password() + "\",\"code\":\"" + code + "\"}";
            assertEquals(401, login(client, right.replace(eve.password(), "wrong")).statusCode());
            assertEquals(401, login(client, right.replace("eve", "anna")).statusCode());
            final String reader = session(client, right);
            assertEquals(401, login(client, right).statusCode());
            assertEquals(403, act(client, reader));
            assertEquals(200, read(client, reader));
            assertEquals(401, act(client, "none"));
            assertEquals(401, read(client, "none"));
            assertEquals(200, send(client, request("/api/v1/logout", reader).POST(BodyPublishers.ofString("{}")))
                .statusCode());
            assertEquals(401, read(client, reader));
            for (int i = 0; i < ConsoleReaders.MOST_FAILURES; i++)
            {
                login(client, "{\"name\":\"rob\",\"password\":\"x\",\"code\":\"000000\"}");
            }
            assertEquals(429,
                login(client, "{\"name\":\"rob\",\"password\":\"x\",\"code\":\"000000\"}").statusCode());
        }
        final String log = securityLog();
        for (final String event : List.of(
            "\"event\":\"logon\",\"name\":\"anna\"", "\"event\":\"logon\",\"name\":\"eve\"",
            "\"event\":\"password-failed\",\"name\":\"eve\"", "\"event\":\"password-failed\",\"name\":\"rob\"",
            "\"event\":\"locked-out\",\"name\":\"rob\""))
        {
            assertTrue(log.contains(event), log);
        }
        assertTrue(!log.contains(eve.password()) && !log.contains(code), log);
    }

    @Test
    void shouldLetOnlyTheCertificateOfTheOperatorActUnderTls() throws Exception
    {
        final TlsKeys keys = new TlsKeys(dir);
        final Path venue = keys.keyStore("venue");
        final Path anna = keys.keyStore("anna");
        final Path boris = keys.keyStore("boris");
        final Path password = Files.createFile(dir.resolve("password"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(password, new String(TlsKeys.PASSWORD));
        start(Map.of(
            "venue.console.tls.enabled", true,
            "venue.console.tls.port", 0,
            "venue.console.tls.key-store", venue.toString(),
            "venue.console.tls.password-file", password.toString(),
            "venue.console.tls.client-certificates", "required",
            "venue.console.tls.trust-store", keys.trustStore(anna, boris).toString(),
            "venue.console.certificates", List.of("anna:CN=anna")), new ConsoleReaders(dir));
        assertTrue(server.url().startsWith("https://127.0.0.1:"), server::url);
        final Path trust = keys.trustStore(venue);
        try (HttpClient withAnna = client(TlsKeys.client(trust, anna));
            HttpClient withBoris = client(TlsKeys.client(trust, boris));
            HttpClient without = client(TlsKeys.client(trust, null)))
        {
            assertThrows(IOException.class, () -> login(without, link()));
            final String acting = session(withAnna, link());
            assertEquals(200, act(withAnna, acting));
            assertEquals(401, act(withBoris, acting));
            assertEquals(401, read(withBoris, acting));
            final String reading = session(withBoris, link());
            assertEquals(403, act(withBoris, reading));
            assertEquals(200, read(withBoris, reading));
            assertEquals(200, act(withAnna, acting));
        }
        assertTrue(securityLog().contains("\"certificate\":\"CN=anna\""));
    }

    private static HttpClient client(final SSLContext context)
    {
        return HttpClient.newBuilder().sslContext(context).build();
    }
}
