// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.top;

import io.bourse.deploy.metrics.ComponentState;
import io.bourse.deploy.metrics.DriverState;
import io.bourse.deploy.metrics.Samples;
import io.bourse.deploy.metrics.TwoLooks;
import io.bourse.deploy.metrics.VenueMetrics;
import io.bourse.engine.telemetry.CounterSpec;
import io.bourse.engine.telemetry.CounterTable;
import io.prometheus.metrics.model.snapshots.Labels;
import org.junit.jupiter.api.Test;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

class TopScreenTest
{
    private static final Instant NOW = Instant.parse("2026-11-29T03:00:10Z");
    private static final long INTERVAL_NS = TimeUnit.SECONDS.toNanos(2);
    private static final Labels NODE = Labels.of("node", "data");
    private static final Labels ENGINE = Labels.of("node", "data", "component", "engine", "partition", "0");

    private static VenueMetrics.Look look(final ComponentState... components)
    {
        return new VenueMetrics.Look(new Samples(), new ArrayList<>(List.of(components)), new ArrayList<>(),
            new ArrayList<>());
    }

    private static VenueMetrics.Look wellLook()
    {
        final VenueMetrics.Look look = look(new ComponentState("data", "engine", 4711, 50, true, false));
        look.drivers().add(new DriverState("data", 20, DriverState.ABSENT, DriverState.ABSENT, false));
        return look;
    }

    /** The value is in the unit of the counter. */
    private static void put(
        final VenueMetrics.Look look, final String metric, final Labels labels, final double value)
    {
        final CounterSpec spec = CounterTable.INSTANCE.rows().stream()
            .filter((row) -> metric.equals(row.metric())).findFirst().orElseThrow();
        look.samples().add(spec, labels, value);
    }

    private static List<String> lines(final VenueMetrics.Look before, final VenueMetrics.Look now, final int rows)
    {
        return TopScreen.lines(new TwoLooks(before, now, INTERVAL_NS), List.of(), NOW, rows);
    }

    private static String line(final List<String> lines, final String label)
    {
        return lines.stream().filter((line) -> line.substring(2).startsWith(label)).findFirst().orElseThrow();
    }

    @Test
    void shouldSayWhatHasHappenedBetweenTwoLooks()
    {
        final VenueMetrics.Look before = wellLook();
        final VenueMetrics.Look now = wellLook();
        put(before, "bourse_engine_commands_executed", ENGINE, 1_000);
        put(now, "bourse_engine_commands_executed", ENGINE, 1_500);
        put(before, "bourse_engine_event_frames_published", ENGINE, 2_000);
        put(now, "bourse_engine_event_frames_published", ENGINE, 2_007);
        final Labels fix = Labels.of("node", "data", "component", "fix", "partition", "0", "reason", "no_money");
        put(before, "bourse_fix_engine_rejects_by_reason", fix, 10);
        put(now, "bourse_fix_engine_rejects_by_reason", fix, 50);
        put(before, "bourse_twime_late_answers", ENGINE, 1);
        put(now, "bourse_twime_late_answers", ENGINE, 4);
        put(before, "aeron_errors", NODE, 2);
        put(now, "aeron_errors", NODE, 3);
        put(now, "bourse_publication_lag_bytes", NODE, 3 * 1024);
        put(now, "bourse_process_heap_used_bytes", ENGINE, 512L << 20);
        put(now, "bourse_process_heap_limit_bytes", ENGINE, 2L << 30);
        put(before, "bourse_process_gc_seconds", ENGINE, 100);
        put(now, "bourse_process_gc_seconds", ENGINE, 140);
        put(now, "bourse_component_start_timestamp_seconds", ENGINE, NOW.toEpochMilli() - 3_600_000);
        final List<String> lines = lines(before, now, TopScreen.ROWS);
        assertEquals("  READY      2026-11-29 03:00:10 UTC  rates of the last 2.0 s", lines.getFirst());
        assertEquals("  per second   commands 250  event frames 3.5  public transactions 0", line(lines, "per second"));
        assertEquals("  rejects      20.0/s: fix no_money 20.0/s", line(lines, "rejects"));
        assertEquals("! publication  lag 3.0 KiB  misses TWIME 4, FIX 0, FIX data 0  (+3)", line(lines, "publication"));
        assertTrue(line(lines, "errors").startsWith("! errors       driver 3 (+1)"), lines::toString);
        assertEquals("  data/engine           4711      ready        50 ms   60 min   25 % 2.0G  2.0 %",
            line(lines, "data/engine"));
    }

    @Test
    void shouldSayWhichGatewayTakesOrders()
    {
        final VenueMetrics.Look now = look(
            new ComponentState("data", "twime", 4711, 50, true, false),
            new ComponentState("standby", "twime", 4712, 50, true, false),
            new ComponentState("standby", "fix", 4713, 50, true, false));
        put(now, "bourse_twime_standby", Labels.of("node", "standby", "component", "twime"), 1);
        put(now, "bourse_fix_activation", Labels.of("node", "standby", "component", "fix"), 1);
        final List<String> lines = lines(now, now, TopScreen.ROWS);
        assertTrue(line(lines, "data/twime").contains("ready"), lines::toString);
        assertTrue(line(lines, "standby/twime").contains("standby  "), lines::toString);
        assertTrue(line(lines, "standby/fix").contains("activated"), lines::toString);
    }

    @Test
    void shouldCountALaterLifeFromItsBeginning()
    {
        final VenueMetrics.Look before = wellLook();
        final VenueMetrics.Look now = wellLook();
        put(before, "bourse_engine_commands_executed", ENGINE, 1_000_000);
        put(now, "bourse_engine_commands_executed", ENGINE, 600);
        assertTrue(line(lines(before, now, TopScreen.ROWS), "per second").contains("commands 300 "));
    }

    @Test
    void shouldSayNoRateAfterOneLook()
    {
        final List<String> lines =
            TopScreen.lines(new TwoLooks(null, wellLook(), 0), List.of(), NOW, TopScreen.ROWS);
        assertTrue(lines.getFirst().endsWith("rates follow"), lines::toString);
        assertTrue(line(lines, "per second").contains("commands - "), lines::toString);
    }

    @Test
    void shouldMarkWhatWantsAnOperatorAndSayWhy()
    {
        final VenueMetrics.Look now = look(
            new ComponentState("data", "engine", 4711, 50, true, true),
            new ComponentState("data", "fix", 4712, 9_000, true, false));
        now.drivers().add(new DriverState("data", 20, 3, 1, true));
        put(now, "aeron_cluster_role", NODE, 2);
        put(now, "aeron_cluster_leadership_term", NODE, 5);
        put(now, "bourse_clock_state", NODE, 1);
        put(now, "bourse_clock_offset_seconds", NODE, 1_500_000_000L);
        put(now, "bourse_clock_order_entry_stopped", NODE, 1);
        put(now, "bourse_certificate_expiry_timestamp_seconds", Labels.of("store", "fix", "name", "late"),
            NOW.plusSeconds(86_400L * 300).toEpochMilli());
        put(now, "bourse_certificate_expiry_timestamp_seconds", Labels.of("store", "twime", "name", "venue"),
            NOW.plusSeconds(86_400L * 3 + 5).toEpochMilli());
        put(now, "bourse_disk_free_bytes", NODE, 10L << 30);
        put(now, "bourse_disk_size_bytes", NODE, 100L << 30);
        put(now, "bourse_disk_until_full_seconds", NODE, 4 * 3_600);
        final Labels run = Labels.of("node", "data", "kind", "evening");
        put(now, "bourse_clearing_run", run, 2026112802L);
        put(now, "bourse_clearing_halt_budget_seconds", run, 60e9);
        put(now, "bourse_clearing_halt_seconds", run, 0);
        put(now, "bourse_clearing_step_seconds", run.merge(Labels.of("step", "calculate")), 7e9);
        put(now, "bourse_clearing_step_seconds", run.merge(Labels.of("step", "prices")), 5e9);
        final List<String> lines = lines(wellLook(), now, Integer.MAX_VALUE);
        assertTrue(lines.getFirst().startsWith("! NOT READY"), lines::toString);
        final String text = String.join("\n", lines);
        assertTrue(text.contains("! the component gives no signs of life, start it again: node=data"), text);
        assertTrue(text.contains("! no leader, the cluster waits for a majority: node=data electionState=3"), text);
        assertTrue(line(lines, "data/engine").matches("! data/engine +4711 +waiting .*"), text);
        assertTrue(line(lines, "data/fix").startsWith("! "), text);
        assertTrue(line(lines, "data/media driver").endsWith("leader, term 5"), text);
        assertEquals("! clock        ahead  wall clock +1.500 s  alarms 0  order entry STOPPED",
            line(lines, "clock"));
        assertEquals("! certificates next: twime venue expires 2026-12-02, in 3 d",
            line(lines, "certificates"));
        assertEquals("! disk         10.0 GiB free of 100 GiB  full in 4 h", line(lines, "disk"));
        assertEquals("  clearing     evening run 2026112802  last step done calculate 7.0 s  halt none",
            line(lines, "clearing"));
    }

    @Test
    void shouldFitOnTheSmallestTerminalWhateverIsWrong()
    {
        final VenueMetrics.Look now = look();
        for (final String component : List.of("engine", "twime", "fix", "marketdata"))
        {
            now.components().add(new ComponentState("data", component, 123_456, 3_600_000, true, false));
        }
        now.drivers().add(new DriverState("data", 3_600_000, DriverState.ABSENT, DriverState.ABSENT, false));
        now.fullDisks().add("there is too little free space, free some or the engine stops: node=data");
        final List<String> lines = lines(wellLook(), now, TopScreen.ROWS);
        assertTrue(lines.size() <= TopScreen.ROWS, lines::toString);
        assertEquals(List.of(), lines.stream().filter((line) -> line.length() > TopScreen.COLUMNS).toList());
        assertTrue(line(lines, "and ").matches("! and [0-9] more reasons: bourse top --once"), lines::toString);
        assertTrue(line(lines, "errors").startsWith("  errors"), lines::toString);
        final List<String> all = lines(wellLook(), now, Integer.MAX_VALUE);
        assertEquals(List.of(), all.stream().filter((line) -> line.contains("more reasons")).toList());
        assertTrue(String.join("\n", all).contains("component=marketdata"), all::toString);
    }

    @Test
    void shouldRefuseAMetricThatThereIsNot()
    {
        assertThrows(IllegalArgumentException.class, () -> new Samples().of("bourse_engine_no_such_metric"));
    }

    @Test
    void shouldGiveTheTerminalBackAsItWas()
    {
        final StringWriter out = new StringWriter();
        try (TopDisplay display = new TopDisplay(new PrintWriter(out)))
        {
            display.draw(List.of("one", "two"));
            display.draw(List.of("three"));
        }
        assertEquals("<?1049h<?25l<Hone<K\r\ntwo<K<J<Hthree<K<J<?25h<?1049l", out.toString().replace("\u001b[", "<"));
    }
}
