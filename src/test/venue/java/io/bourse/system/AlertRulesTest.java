// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.bourse.deploy.cli.Bourse;
import io.bourse.engine.telemetry.CounterSpec;
import io.bourse.engine.telemetry.CounterTable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Rules, their tests, dashboards and docs/recovery.md fit together, and name metrics that exist.
 */
@Tag("venue")
class AlertRulesTest
{
    private static final Path ROOT = Path.of(System.getProperty("bourse.root"));
    private static final Path RULES = Prometheus.CONFIG.resolve("bourse.rules.yml");
    private static final Path TESTS = Prometheus.CONFIG.resolve("bourse.rules.test.yml");
    private static final Pattern METRIC = Pattern.compile("\\b(?:aeron_|bourse[_:])\\w+");
    private static final Pattern ROW = Pattern.compile("\\| `([A-Z]\\w+)` \\| ([^|]+) \\| (-|`\\w+Test`) \\|");
    private static final int LEAST_ALERTS = 25;
    private static final int LONGEST_UID = 40;

    @TempDir
    private Path dir;

    @Test
    void shouldNameOnlyMetricsThatExist() throws IOException
    {
        final Set<String> known = CounterTable.INSTANCE.rows().stream()
            .flatMap((row) -> CounterSpec.Kind.HISTOGRAM == row.kind() ?
                Stream.of("_bucket", "_sum", "_count").map((end) -> row.metric() + end) :
                Stream.of(row.metric() + (row.isCounter() ? "_total" : "")))
            .collect(Collectors.toCollection(HashSet::new));
        known.addAll(found(RULES, "- record: (\\S+)"));
        final List<Path> files = new ArrayList<>(dashboards());
        files.add(RULES);
        files.add(TESTS);
        for (final Path file : files)
        {
            final Set<String> named = new TreeSet<>();
            final Matcher matcher = METRIC.matcher(Files.readString(file));
            while (matcher.find())
            {
                named.add(matcher.group());
            }
            assertTrue(named.size() > 5, file::toString);
            named.removeAll(known);
            assertEquals(Set.of(), named, () -> "counters.table lacks them: file=" + file);
        }
    }

    @Test
    void shouldHaveASectionAndATestThatFiresAndClearsForEachAlert() throws IOException
    {
        final List<String> alerts = found(RULES, "- alert: (\\w+)");
        assertTrue(alerts.size() >= LEAST_ALERTS, alerts::toString);
        assertEquals(alerts.size(), new HashSet<>(alerts).size(), "two alerts have one name");
        assertEquals(alerts.stream().map((name) -> "docs/recovery.md#" + name.toLowerCase(Locale.ROOT)).toList(),
            found(RULES, "runbook: (\\S+)"));
        final List<String> pages = found(RULES, "severity: (\\w+)");
        assertEquals(Set.of("page", "ticket"), new HashSet<>(pages));
        assertEquals(alerts.size(), pages.size());
        final List<String> docs = Files.readAllLines(ROOT.resolve("docs/recovery.md"));
        assertEquals(alerts, docs.subList(docs.indexOf("## Alerts"), docs.size()).stream()
            .filter((line) -> line.startsWith("### ")).map((line) -> line.substring("### ".length())).toList());
        // Of a time without expected alerts the line is whole; of one with them the name is on a line of its own.
        assertEquals(alerts, found(TESTS, "(?m)^        alertname: (\\w+)\\n        exp_alerts:\\n"));
        assertEquals(alerts.stream().flatMap((name) -> Stream.of(name, name)).toList(),
            found(TESTS, "eval_time: \\w+, alertname: (\\w+)}"));
    }

    /** Each alert has a row with its fault, and the test that the row names waits until it fires. */
    @Test
    void shouldSayWhichFaultFiresEachAlert() throws IOException
    {
        final String docs = Files.readString(ROOT.resolve("docs/metrics.md"));
        final List<MatchResult> rows = ROW.matcher(docs).results().toList();
        assertEquals(found(RULES, "- alert: (\\w+)"), rows.stream().map((row) -> row.group(1)).toList());
        for (final MatchResult row : rows)
        {
            if ("-".equals(row.group(3)))
            {
                assertTrue(row.group(2).startsWith("none: "), row::group);
                continue;
            }
            final Path test = ROOT.resolve("src/test/venue/java/io/bourse/system")
                .resolve(row.group(3).replace("`", "") + ".java");
            final List<String> fired = new ArrayList<>(found(test, "awaitFiring\\(([^;]+)\\);"));
            assertTrue(fired.stream().anyMatch((names) -> names.contains('"' + row.group(1) + '"')), row::group);
        }
    }

    /** With a directory it is a whole command line, otherwise the command is only named. */
    @Test
    void shouldSendOperatorsToCommandsThatExist() throws IOException
    {
        final List<String> commands = found(ROOT.resolve("docs/recovery.md"), "`\\./bourse ([^`]+)`").stream()
            .distinct().toList();
        assertTrue(commands.size() > 20, commands::toString);
        for (final String command : commands)
        {
            final String[] arguments = command.replace("'...'", "NOW").replaceAll("\\b(N|ID)\\b", "1")
                .replace("--step STEP", "--step publish").split(" ");
            Arrays.setAll(arguments, (i) -> arguments[i].replace("NOW", "2026-11-28 20:00:00"));
            if (command.contains("--data"))
            {
                Bourse.commandLine(arguments).parseArgs(arguments);
            }
            else
            {
                assertTrue(Bourse.commandLine(arguments).getSubcommands().containsKey(arguments[0]), command);
            }
        }
    }

    @Test
    void shouldBeRightForPromtoolAndAmtool() throws Exception
    {
        Prometheus.assumeInstalled();
        check("promtool", "check", "rules", "--lint-fatal", RULES.toString());
        check("promtool", "check", "config", Prometheus.CONFIG.resolve("prometheus.yml").toString());
        check("promtool", "test", "rules", TESTS.toString());
        final String alertmanager = Prometheus.CONFIG.resolve("alertmanager.yml").toString();
        check("amtool", "check-config", alertmanager);
        for (final String severity : List.of("page", "ticket"))
        {
            final String routes = check(
                "amtool", "config", "routes", "test", "--config.file=" + alertmanager, "severity=" + severity);
            assertEquals(severity, routes.lines().filter((line) -> !line.startsWith("Warning")).toList().getFirst());
        }
    }

    /** Expressions of dashboards are written as rules, since promtool parses those. */
    @Test
    void shouldHaveDashboardsThatCanBeLoaded() throws Exception
    {
        assertEquals(List.of("clearing", "cluster", "feeds", "gateway", "host", "venue"), dashboards().stream()
            .map((file) -> file.getFileName().toString().replace(".json", "")).toList());
        final StringBuilder rules = new StringBuilder("groups:\n  - name: dashboards\n    rules:\n");
        int count = 0;
        for (final Path file : dashboards())
        {
            final JsonNode dashboard = new ObjectMapper().readTree(file.toFile());
            assertTrue(dashboard.path("id").isNull(), file::toString);
            assertEquals("bourse-" + file.getFileName().toString().replace(".json", ""),
                dashboard.path("uid").asText());
            assertTrue(dashboard.path("uid").asText().length() <= LONGEST_UID, file::toString);
            assertTrue(dashboard.path("panels").size() > 5, file::toString);
            for (final JsonNode panel : dashboard.path("panels"))
            {
                assertEquals("${datasource}", panel.path("datasource").path("uid").asText(), panel::toString);
                for (final JsonNode target : panel.path("targets"))
                {
                    rules.append("      - {record: 'dashboard:").append(count++).append("', expr: '")
                        .append(target.path("expr").asText().replace("$node", ".*")).append("'}\n");
                }
            }
        }
        Prometheus.assumeInstalled();
        check("promtool", "check", "rules", Files.writeString(dir.resolve("rules.yml"), rules).toString());
    }

    /** What it refuses before it starts anything. */
    @ParameterizedTest
    @ValueSource(strings = {"prometheus.yml", "bourse.rules.yml", "alertmanager.yml"})
    void shouldNotStartWithAConfigurationThatIsWrong(final String wrong) throws Exception
    {
        Prometheus.assumeInstalled();
        for (final String name : List.of("prometheus.yml", "bourse.rules.yml", "alertmanager.yml"))
        {
            Files.writeString(dir.resolve(name),
                Files.readString(Prometheus.CONFIG.resolve(name)) + (name.equals(wrong) ? "unknown: 1\n" : ""));
        }
        final Path data = dir.resolve("data");
        final Process run = new ProcessBuilder(
            Prometheus.CONFIG.resolve("run").toString(), data.toString(), dir.toString())
            .redirectErrorStream(true).start();
        final String output = new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(2, run.waitFor(), output);
        assertTrue(output.contains("prometheus/run: ") && output.contains("config=" + dir), output);
        assertTrue(Files.notExists(data), output);
    }

    private static List<Path> dashboards() throws IOException
    {
        try (Stream<Path> files = Files.list(ROOT.resolve("config/grafana/dashboards")))
        {
            return files.sorted().toList();
        }
    }

    private static List<String> found(final Path file, final String pattern) throws IOException
    {
        return found(Files.readString(file), Pattern.compile(pattern));
    }

    private static List<String> found(final String text, final Pattern pattern)
    {
        return pattern.matcher(text).results().map((result) -> result.group(1)).toList();
    }

    private static String check(final String... command) throws Exception
    {
        final ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        // It lives for seconds: a fourth of its time went into collecting garbage.
        builder.environment().put("GOGC", "400");
        final Process process = builder.start();
        final String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);
        return output;
    }
}
