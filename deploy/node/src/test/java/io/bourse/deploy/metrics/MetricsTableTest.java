// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.metrics;

import io.aeron.AeronCounters;
import io.aeron.driver.status.SystemCounterDescriptor;
import io.bourse.engine.client.EngineStreams;
import io.bourse.engine.telemetry.CounterSpec;
import io.bourse.engine.telemetry.CounterTable;
import io.bourse.engine.telemetry.SessionClass;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * The table of counters has what the code counts, and docs/metrics.md what the table has.
 */
class MetricsTableTest
{
    private static final Path ROOT = Path.of(System.getProperty("bourse.root"));
    private static final Pattern MADE = Pattern.compile("new (?:CounterSet|LatencyHistograms)<>\\((\\w+)\\.class");
    /** They lie in cnc.dat, with ids of their own. */
    private static final Set<String> OF_DRIVER = Set.of("ClockCounter", "SnapshotCounter");
    /** Sets that count what sessions do. */
    private static final Set<String> OF_SESSIONS = Set.of("GatewayCounter", "FixCounter", "FixRefusal", "RejectReason",
        "LogonOutcome", "DataCounter", "ReplayCounter", "ServiceCounter", "TcpRefusal", "TcpCloseReason",
        "SessionCounter", "RequestLatency");
    /** What is not of a session: connections before they have one, records of time stamps, what the gateway is. */
    private static final List<String> OF_CONNECTIONS = List.of("GatewayCounter.CONNECTIONS_ACCEPTED",
        "GatewayCounter.CONNECTIONS_REFUSED", "GatewayCounter.CONNECTIONS_OPEN", "GatewayCounter.OUTSTANDING_REFUSED",
        "GatewayCounter.OUTSTANDING_LOGINS", "GatewayCounter.TIMESTAMPS_RECORDED", "GatewayCounter.TIMESTAMPS_LOST",
        "GatewayCounter.TLS_HANDSHAKES", "GatewayCounter.TLS_FAILURES", "GatewayCounter.UNKNOWN_SOURCES",
        "FixCounter.GARBAGE", "FixCounter.CONNECTIONS", "FixCounter.REFUSED_CONNECTIONS", "FixCounter.TLS_FAILURES",
        "FixCounter.UNKNOWN_SOURCES", "FixCounter.REPLACED_CONNECTIONS", "GatewayCounter.STANDBY",
        "FixCounter.STANDBY", "FixCounter.TIMESTAMPS_RECORDED", "FixCounter.TIMESTAMPS_LOST",
        "GatewayCounter.ACTIVATION", "FixCounter.ACTIVATION");
    private static final int FIRST_ID_OF_VENUE = 2_611_000;

    @Test
    void shouldHaveARowForEachCounterOfEachComponent() throws IOException
    {
        final Map<String, Class<?>> sets = countedSets();
        assertTrue(sets.size() > 15, sets::toString);
        final Set<String> wanted = new TreeSet<>();
        sets.forEach((name, type) ->
        {
            for (final Object constant : type.getEnumConstants())
            {
                final CounterSpec row = CounterTable.INSTANCE.find(name, ((Enum<?>)constant).name());
                assertNotNull(row, () -> "counters.table lacks a row: set=" + name + " constant=" + constant);
                wanted.add(row.set() + '.' + row.constant());
            }
        });
        final Set<String> rows = new TreeSet<>();
        CounterTable.INSTANCE.rows().stream()
            .filter((row) -> !Set.of(CounterTable.AERON, CounterTable.EXPORTER).contains(row.set()))
            .forEach((row) -> rows.add(row.set() + '.' + row.constant()));
        assertEquals(wanted, rows, "counters.table has rows that nothing counts");
    }

    private static Map<String, Class<?>> countedSets() throws IOException
    {
        final Map<String, Class<?>> sets = new TreeMap<>();
        final List<Path> sources = new ArrayList<>();
        for (final String component :
            List.of("engine", "gateway-sbe", "gateway-fix", "marketdata", "clearing", "deploy"))
        {
            try (Stream<Path> files = Files.walk(ROOT.resolve(component)))
            {
                files.filter((file) -> file.toString().contains("/src/main/java/") && file.toString().endsWith(".java"))
                    .forEach(sources::add);
            }
        }
        for (final Path source : sources)
        {
            final String text = Files.readString(source);
            final Matcher made = MADE.matcher(text);
            while (made.find())
            {
                final String name = made.group(1);
                if (!OF_DRIVER.contains(name))
                {
                    sets.put(name, type(text, name));
                }
            }
        }
        return sets;
    }

    private static Class<?> type(final String source, final String name)
    {
        final Matcher imported = Pattern.compile("import ([\\w.]+\\." + name + ");").matcher(source);
        final Matcher own = Pattern.compile("package ([\\w.]+);").matcher(source);
        try
        {
            return Class.forName(imported.find() ? imported.group(1) : own.find() ? own.group(1) + '.' + name : name);
        }
        catch (final ClassNotFoundException ex)
        {
            throw new AssertionError("the enum of counters is not found: set=" + name, ex);
        }
    }

    @Test
    void shouldHaveNoCounterThatAeronDoesNotHave() throws IllegalAccessException
    {
        final Set<Integer> aerons = typeIds(AeronCounters.class);
        for (final CounterSpec row : CounterTable.INSTANCE.rows())
        {
            if (CounterTable.AERON.equals(row.set()) && row.typeId() < FIRST_ID_OF_VENUE)
            {
                assertTrue(aerons.contains(row.typeId()), row::toString);
                assertTrue(0 != row.typeId() ||
                    null != SystemCounterDescriptor.get(Integer.parseInt(row.constant())), row::toString);
            }
        }
    }

    @Test
    void shouldHaveEveryCounterOfTheVenueInItsDriver() throws IllegalAccessException
    {
        final Set<Integer> wanted = typeIds(EngineStreams.class);
        // A secret of one connection.
        wanted.remove(EngineStreams.INGRESS_NONCE_TYPE_ID);
        final Set<Integer> rows = new HashSet<>();
        CounterTable.INSTANCE.rows().stream().map(CounterSpec::typeId).filter((id) -> id > FIRST_ID_OF_VENUE)
            .forEach(rows::add);
        assertEquals(new TreeSet<>(wanted), new TreeSet<>(rows));
    }

    private static Set<Integer> typeIds(final Class<?> constants) throws IllegalAccessException
    {
        final Set<Integer> ids = new HashSet<>();
        for (final Field field : constants.getFields())
        {
            if (field.getName().endsWith("_TYPE_ID"))
            {
                ids.add(field.getInt(null));
            }
        }
        return ids;
    }

    @Test
    void shouldSayTheClassOfAllThatSessionsDo()
    {
        final Set<String> without = new TreeSet<>();
        CounterTable.INSTANCE.rows().stream()
            .filter((row) -> OF_SESSIONS.contains(row.set()) && null == row.sessionClass())
            .forEach((row) -> without.add(row.set() + '.' + row.constant()));
        assertEquals(new TreeSet<>(OF_CONNECTIONS), without);
        final Set<String> classes = Stream.of(SessionClass.values()).map(SessionClass::label)
            .collect(Collectors.toCollection(TreeSet::new));
        CounterTable.INSTANCE.rows().stream().filter((row) -> null != row.sessionClass() && !row.isByClass())
            .forEach((row) -> assertTrue(classes.contains(row.sessionClass()), row::toString));
    }

    /** It is applied to a copy, which is compared with this checkout: docs/performance.md. */
    @Test
    void shouldBeAbleToTakeWhatMetricsCostOutOfACopy() throws IOException, InterruptedException
    {
        final Process git = new ProcessBuilder("git", "apply", "--check", "jmh/without-metrics.patch")
            .directory(ROOT.toFile()).redirectErrorStream(true).start();
        final String said = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, git.waitFor(), () -> "mend the patch, its lines have changed: " + said);
    }

    private static String sessionClass(final CounterSpec row)
    {
        return null == row.sessionClass() ? "" :
            row.isByClass() ? "{class}" : "{class=\"" + row.sessionClass() + "\"}";
    }

    @Test
    void shouldBeTheTableOfTheDocumentation() throws IOException
    {
        final List<String> wanted = CounterTable.INSTANCE.rows().stream().map((row) -> "| `" + row.metric() +
            (row.isCounter() ? "_total" : "") + sessionClass(row) + "` | " +
            row.kind().name().toLowerCase(Locale.ROOT) + " | " +
            row.help() + " |").toList();
        final List<String> written = Files.readAllLines(ROOT.resolve("docs/metrics.md")).stream()
            .filter((line) -> line.startsWith("| `bourse_") || line.startsWith("| `aeron_")).toList();
        Files.write(Path.of(System.getProperty("java.io.tmpdir")).resolve("metrics-table.md"), wanted);
        assertEquals(String.join("\n", wanted), String.join("\n", written),
            "docs/metrics.md differs from counters.table; its rows are in target/metrics-table.md of this module");
    }
}
