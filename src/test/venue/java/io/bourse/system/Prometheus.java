// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Prometheus and Alertmanager as an operator starts them, {@code config/prometheus/run}, with its rules. They scrape
 * and evaluate once a second, every {@code for} is a second, and ranges and offsets are ten seconds to five minutes, so
 * that an alert fires and clears in seconds; conditions and thresholds are those of the file. An alert that fires and
 * is not waited for, or named as a companion of one that is, fails the test.
 */
final class Prometheus implements AutoCloseable
{
    static final Path CONFIG = Path.of(System.getProperty("bourse.root"), "config/prometheus");
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(120);
    private static final int INTERVAL_MS = 100;
    private static final Pattern RANGE = Pattern.compile("(\\[|offset )(\\d+[smhd])");
    private static final Map<String, String> LONGER_RANGES =
        Map.of("15m", "30s", "3h", "40s", "1d", "5m", "14d", "5m");
    /** What other work on the machine may cause at any time; an answer within a second is wanted of the exporter. */
    private static final Set<String> WEATHER =
        Set.of("ExporterDown", "SlowCycles", "MatcherSlow", "UdpDrops", "TcpRetransmits", "DiskFilling",
            "GarbageCollection", "ComponentNotReady");

    private final ObjectMapper mapper = new ObjectMapper();
    private final HttpClient client = HttpClient.newHttpClient();
    private final IdleStrategy idle = new SleepingMillisIdleStrategy(INTERVAL_MS);
    private final Process process;
    private final Path log;
    private final int port;
    private final int alertmanagerPort;
    private final Runnable meanwhile;
    private final Set<String> expected = new TreeSet<>();

    private Prometheus(
        final Process process, final Path log, final int port, final int alertmanagerPort, final Runnable meanwhile)
    {
        this.meanwhile = meanwhile;
        this.process = process;
        this.log = log;
        this.port = port;
        this.alertmanagerPort = alertmanagerPort;
    }

    /** Skips the test where the programs are not installed. */
    static void assumeInstalled()
    {
        for (final String program : List.of("prometheus", "promtool", "prometheus-alertmanager", "amtool"))
        {
            assumeInstalled(program, "prometheus and prometheus-alertmanager");
        }
    }

    /** Skips the test where a program is not installed. */
    static void assumeInstalled(final String program, final String packages)
    {
        assumeTrue(Stream.of(System.getenv("PATH").split(":"))
            .anyMatch((place) -> Files.isExecutable(Path.of(place, program))), () ->
            program + " is not installed (packages " + packages + " of Debian)");
    }

    static int freePort() throws IOException
    {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress()))
        {
            return socket.getLocalPort();
        }
    }

    /** Starts both in a directory of the test, on free ports. What is to be done meanwhile is done while it waits. */
    static Prometheus start(final Path dir, final int exporterPort, final Runnable meanwhile) throws IOException
    {
        final int port = freePort();
        final int alertmanagerPort = freePort();
        final Path config = Files.createDirectories(dir.resolve("config"));
        Files.writeString(config.resolve("prometheus.yml"), Files.readString(CONFIG.resolve("prometheus.yml"))
            .replace(":9464'", ":" + exporterPort + "'").replace(":9093'", ":" + alertmanagerPort + "'")
            .replaceAll("(interval|timeout): \\ds", "$1: 1s"));
        Files.writeString(config.resolve("bourse.rules.yml"), shortened());
        Files.copy(CONFIG.resolve("alertmanager.yml"), config.resolve("alertmanager.yml"));
        final Path log = dir.resolve("prometheus.log");
        final ProcessBuilder run = new ProcessBuilder(
            CONFIG.resolve("run").toString(), dir.resolve("data").toString(), config.toString())
            .redirectErrorStream(true).redirectOutput(log.toFile());
        run.environment().put("PROMETHEUS_PORT", Integer.toString(port));
        run.environment().put("ALERTMANAGER_PORT", Integer.toString(alertmanagerPort));
        return new Prometheus(run.start(), log, port, alertmanagerPort, meanwhile);
    }

    private static String shortened() throws IOException
    {
        return RANGE.matcher(Files.readString(CONFIG.resolve("bourse.rules.yml"))).replaceAll((range) ->
            range.group(1) + LONGER_RANGES.getOrDefault(range.group(2), "10s"))
            .replaceAll("for: \\d+[smh]", "for: 1s")
            // An age that has the length of a range.
            .replaceAll("> 10800", "> 40");
    }

    /** Names of the alerts that fire. */
    TreeSet<String> firing()
    {
        final TreeSet<String> names = new TreeSet<>();
        for (final JsonNode alert : get(port, "/api/v1/alerts").path("data").path("alerts"))
        {
            if ("firing".equals(alert.path("state").asText()))
            {
                names.add(alert.path("labels").path("alertname").asText());
            }
        }
        return names;
    }

    /** Names of the alerts that Alertmanager has. */
    Collection<String> sent()
    {
        final List<String> names = new ArrayList<>();
        get(alertmanagerPort, "/api/v2/alerts").forEach(
            (alert) -> names.add(alert.path("labels").path("alertname").asText()));
        return names;
    }

    /** Number of samples that an expression gives now. */
    int samples(final String expression)
    {
        return query(expression).size();
    }

    /** The value that an expression gives now, NaN when it gives none. */
    double value(final String expression)
    {
        return query(expression).path(0).path("value").path(1).asDouble(Double.NaN);
    }

    private JsonNode query(final String expression)
    {
        final JsonNode answer =
            get(port, "/api/v1/query?query=" + URLEncoder.encode(expression, StandardCharsets.UTF_8));
        assertTrue("success".equals(answer.path("status").asText()), () -> expression + ' ' + answer);
        return answer.path("data").path("result");
    }

    /** Alerts that may fire beside those that are waited for, until all have cleared. */
    void mayFire(final String... names)
    {
        expected.addAll(List.of(names));
    }

    /** Waits until all of these fire; of others only companions may. */
    void awaitFiring(final String... names)
    {
        mayFire(names);
        final TreeSet<String> missing = new TreeSet<>(List.of(names));
        await(() ->
        {
            // Once seen is enough: what was one event may have cleared when the last of them fires.
            missing.removeAll(checked());
            return missing.isEmpty();
        }, () -> "these alerts do not fire: " + missing + " others fire: " + firing());
    }

    /** Waits until nothing fires but what other work on the machine may cause, and none of these. */
    void awaitCleared(final String... names)
    {
        await(() -> checked().stream().noneMatch((name) -> !WEATHER.contains(name) || List.of(names).contains(name)),
            () -> "alerts do not clear: " + firing());
        expected.clear();
    }

    private TreeSet<String> checked()
    {
        final TreeSet<String> firing = firing();
        final TreeSet<String> others = new TreeSet<>(firing);
        others.removeAll(expected);
        others.removeAll(WEATHER);
        assertTrue(others.isEmpty(), () -> "alerts without a fault of theirs: " + others + " expected: " + expected);
        return firing;
    }

    void await(final BooleanSupplier done, final Supplier<String> what)
    {
        final long deadlineNs = System.nanoTime() + LIMIT_NS;
        while (!done.getAsBoolean())
        {
            assertTrue(System.nanoTime() - deadlineNs < 0, what);
            meanwhile.run();
            idle.idle();
        }
    }

    /** Waits until both answer and the exporter was scraped. */
    void awaitReady()
    {
        // Before the first scrape nothing is known of the exporter.
        await(() -> answers() && samples("up == 1") > 0 && !firing().contains("ExporterDown"),
            () -> "Prometheus is not ready: " + log());
    }

    private boolean answers()
    {
        try
        {
            sent();
            firing();
            return true;
        }
        catch (final AssertionError ignored)
        {
            // It starts.
            return false;
        }
    }

    private String log()
    {
        try
        {
            return Files.readString(log);
        }
        catch (final IOException ex)
        {
            return ex.toString();
        }
    }

    private JsonNode get(final int at, final String path)
    {
        try
        {
            return mapper.readTree(client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + at + path)).build(),
                HttpResponse.BodyHandlers.ofString()).body());
        }
        catch (final IOException ex)
        {
            throw new AssertionError("no answer: port=" + at + " path=" + path, ex);
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", ex);
        }
    }

    /** Ends the script, which ends both. */
    @Override
    public void close()
    {
        final List<ProcessHandle> children = process.descendants().toList();
        process.toHandle().destroy();
        process.onExit().join();
        client.close();
        assertTrue(children.stream().noneMatch(ProcessHandle::isAlive), "the script has left processes: " + children);
    }
}
