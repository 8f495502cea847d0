// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.metrics;

import io.aeron.CncFileDescriptor;
import io.bourse.deploy.config.ConfigurationException;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.node.VenueDescriptor;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.telemetry.CountersFile;
import io.bourse.testing.TlsKeys;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;
import org.agrona.concurrent.status.CountersReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * What is shown of a directory whose files are missing, old or damaged; MetricsTest of the venue has a running one.
 */
class MetricsServerTest
{
    private static final long OLD_MS = 1_000_000;
    private static final int RING_LENGTH = 1024 + RingBufferDescriptor.TRAILER_LENGTH;

    @TempDir
    private Path dir;

    private final HttpClient client = HttpClient.newHttpClient();
    private MetricsServer server;

    @AfterEach
    void closeAll()
    {
        if (null != server)
        {
            server.close();
        }
        client.close();
        IoUtil.delete(driver().toFile(), true);
        IoUtil.delete(EngineDirectories.countersDir(dir).toFile(), true);
    }

    @Test
    void shouldSayThatNothingRuns() throws Exception
    {
        start();
        assertEquals("503 no component of the venue runs on this data directory\n", get("/health/live"));
        assertEquals("404", get("/health/live/twime").substring(0, 3));
        assertEquals("404", get("/health/asleep").substring(0, 3));
        assertEquals("404", get("/").substring(0, 3));
        assertEquals("bourse_metrics_unreadable_sources 0.0", line("bourse_metrics_unreadable_sources"));
    }

    @Test
    void shouldOnlyAnswerQuestionsThatAreMeantForIt() throws Exception
    {
        start();
        final HttpResponse<String> change = client.send(request("/metrics")
            .POST(HttpRequest.BodyPublishers.ofString("x")).build(), HttpResponse.BodyHandlers.ofString());
        assertEquals(405, change.statusCode());
        try (java.net.Socket rebound = new java.net.Socket(server.localAddress().getAddress(),
            server.localAddress().getPort()))
        {
            rebound.getOutputStream().write("GET /metrics HTTP/1.1\r\nHost: evil.example\r\n\r\n".getBytes());
            final byte[] status = rebound.getInputStream().readNBytes("HTTP/1.1 403".length());
            assertEquals("HTTP/1.1 403", new String(status));
        }
    }

    @Test
    void shouldTellLiveStartingAndStaleComponentsApart() throws Exception
    {
        final Path directory = EngineDirectories.countersDir(dir);
        final long nowMs = System.currentTimeMillis() + 60_000;
        try (CountersFile twime = CountersFile.create(directory, "twime", 0, nowMs);
            CountersFile fix = CountersFile.create(directory, "fix", 0, nowMs);
            CountersFile marketData = CountersFile.create(directory, "marketdata", 0, OLD_MS))
        {
            twime.serving();
            marketData.serving();
            start();
            assertEquals("200 live\n", get("/health/live/twime"));
            assertEquals("200 ready\n", get("/health/ready/twime"));
            assertEquals("200 live\n", get("/health/live/" + dir.getFileName() + "/fix"));
            assertTrue(get("/health/ready/fix").startsWith("503 the component is starting: node="));
            final String stale = get("/health/live");
            assertTrue(stale.startsWith("503 the component gives no signs of life, start it again: node=" +
                dir.getFileName() + " component=marketdata pid=" + ProcessHandle.current().pid() +
                " heartbeatAgeMs="), stale);
            assertEquals(1, stale.lines().count(), stale);
            assertEquals(List.of("1.0", "1.0", "0.0"), List.of(value("bourse_component_up", "twime"),
                value("bourse_component_up", "fix"), value("bourse_component_up", "marketdata")));
            assertEquals(List.of("1.0", "0.0", "0.0"), List.of(value("bourse_component_ready", "twime"),
                value("bourse_component_ready", "fix"), value("bourse_component_ready", "marketdata")));
            fix.heartbeat(nowMs);
        }
    }

    @Test
    void shouldGoOnWithoutFilesThatAreDamaged() throws Exception
    {
        final Path counters = Files.createDirectories(EngineDirectories.countersDir(dir));
        Files.write(counters.resolve("engine.counters"), new byte[100]);
        Files.write(counters.resolve("fix.counters"), new byte[100_000]);
        Files.writeString(dir.resolve(VenueDescriptor.FILE_NAME), "{ \"pid\": ");
        start();
        // Two files of counters and the description of the venue, without which the driver is not found.
        assertEquals("bourse_metrics_unreadable_sources 3.0", line("bourse_metrics_unreadable_sources"));
        assertTrue(line("aeron_driver_up").endsWith(" 0.0"));
        Files.delete(dir.resolve(VenueDescriptor.FILE_NAME));
        Files.delete(counters.resolve("engine.counters"));
        Files.delete(counters.resolve("fix.counters"));
        for (final Consumer<UnsafeBuffer> damage : List.<Consumer<UnsafeBuffer>>of(
            (file) -> { },
            (file) -> file.putInt(CncFileDescriptor.CNC_VERSION_FIELD_OFFSET, Integer.MAX_VALUE),
            (file) -> head(file, RING_LENGTH, -1),
            (file) -> head(file, Integer.MAX_VALUE, CountersReader.METADATA_LENGTH),
            (file) -> head(file, 1_000, CountersReader.METADATA_LENGTH),
            (file) -> head(file, RING_LENGTH, 4_000_000)))
        {
            final UnsafeBuffer file = new UnsafeBuffer(ByteBuffer.allocate(8_192));
            damage.accept(file);
            Files.createDirectories(driver());
            Files.write(driver().resolve("cnc.dat"), file.byteBuffer().array());
            assertEquals("bourse_metrics_unreadable_sources 1.0", line("bourse_metrics_unreadable_sources"));
        }
        Files.write(driver().resolve("cnc.dat"), new byte[5]);
        assertEquals("bourse_metrics_unreadable_sources 1.0", line("bourse_metrics_unreadable_sources"));
        Files.delete(driver().resolve("cnc.dat"));
        assertEquals("bourse_metrics_unreadable_sources 0.0", line("bourse_metrics_unreadable_sources"));
        assertTrue(line("bourse_disk_free_bytes").startsWith("bourse_disk_free_bytes{node="));
    }

    private static void head(final UnsafeBuffer file, final int ringLength, final int countersLength)
    {
        CncFileDescriptor.fillMetaData(
            file, ringLength, 1_024, countersLength, countersLength / 4, 10_000_000_000L, 1_024, OLD_MS, 1, 4_096);
        CncFileDescriptor.signalCncReady(file);
    }

    @Test
    void shouldNotListenForOthersWithoutTls() throws IOException
    {
        final String file = Files.createFile(dir.resolve("any")).toString();
        final ConfigurationException refused = assertThrows(ConfigurationException.class, () ->
            VenueConfigLoader.load(null, Map.of("venue.metrics.bind", "0.0.0.0")));
        assertTrue(refused.getMessage().contains("venue.metrics.bind") &&
            refused.getMessage().contains("venue.metrics.tls"), refused.getMessage());
        assertTrue(assertThrows(ConfigurationException.class, () -> VenueConfigLoader.load(null, Map.of(
            "venue.metrics.tls.enabled", "true",
            "venue.metrics.tls.client-certificates", "none",
            "venue.metrics.tls.key-store", file,
            "venue.metrics.tls.password-file", file))).getMessage().contains("client-certificates"));
    }

    @Test
    void shouldShowMetricsUnderTlsToThoseWithACertificate() throws Exception
    {
        final TlsKeys keys = new TlsKeys(dir);
        final Path venueKey = keys.keyStore("venue");
        final Path clientKey = keys.keyStore("prometheus");
        final Path password = Files.writeString(dir.resolve("password"), new String(TlsKeys.PASSWORD) + '\n');
        for (final Path file : List.of(venueKey, clientKey, password))
        {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        }
        server = new MetricsServer(VenueConfigLoader.load(null, Map.of(
            "venue.data-dir", dir.toString(),
            "venue.metrics.tls.enabled", "true",
            "venue.metrics.tls.port", 0,
            "venue.metrics.tls.key-store", venueKey.toString(),
            "venue.metrics.tls.password-file", password.toString(),
            "venue.metrics.tls.trust-store", keys.trustStore(clientKey).toString())), List.of(dir));
        final HttpRequest request = HttpRequest.newBuilder(URI.create(
            "https://127.0.0.1:" + server.localAddress().getPort() + "/metrics")).build();
        final Path trusted = keys.trustStore(venueKey);
        try (HttpClient known = HttpClient.newBuilder().sslContext(TlsKeys.client(trusted, clientKey)).build();
            HttpClient stranger = HttpClient.newBuilder().sslContext(TlsKeys.client(trusted, null)).build())
        {
            final String text = known.send(request, HttpResponse.BodyHandlers.ofString()).body();
            for (final String certificate : List.of("name=\"venue\",store=\"metrics\"",
                "name=\"prometheus\",store=\"metrics-trust\""))
            {
                final double days = (Double.parseDouble(text.lines().filter((line) -> line.startsWith(
                    "bourse_certificate_expiry_timestamp_seconds{" + certificate + "} ")).findFirst().orElseThrow()
                    .split(" ")[1]) - System.currentTimeMillis() / 1e3) / Duration.ofDays(1).toSeconds();
                assertEquals(60, days, 1);
            }
            assertThrows(IOException.class, () -> stranger.send(request, HttpResponse.BodyHandlers.ofString()));
        }
    }

    private Path driver()
    {
        return Path.of(EngineDirectories.aeronDirectoryName(dir));
    }

    private void start()
    {
        server = new MetricsServer(VenueConfigLoader.load(null, Map.of(
            "venue.data-dir", dir.toString(), "venue.metrics.port", 0)), List.of(dir));
    }

    private HttpRequest.Builder request(final String path)
    {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.localAddress().getPort() + path));
    }

    private String get(final String path) throws IOException, InterruptedException
    {
        final HttpResponse<String> answer =
            client.send(request(path).build(), HttpResponse.BodyHandlers.ofString());
        return answer.statusCode() + " " + answer.body();
    }

    private String line(final String metric) throws IOException, InterruptedException
    {
        return get("/metrics").lines().filter((line) -> line.startsWith(metric)).findFirst().orElseThrow();
    }

    private String value(final String metric, final String component) throws IOException, InterruptedException
    {
        final String found = get("/metrics").lines().filter((line) -> line.startsWith(metric + '{') &&
            line.contains("component=\"" + component + "\"")).findFirst().orElseThrow();
        return found.substring(found.lastIndexOf(' ') + 1);
    }
}
