// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.config.VenueConfigLoader;
import io.bourse.deploy.metrics.MetricsServer;
import io.bourse.deploy.node.Venue;
import io.bourse.deploy.operators.DemoOperators;
import io.bourse.deploy.orders.OrderAction;
import io.bourse.engine.client.EngineClient;
import io.bourse.engine.client.operator.OperatorClient;
import io.bourse.engine.telemetry.CounterSpec;
import io.bourse.engine.telemetry.CounterTable;
import io.bourse.engine.telemetry.LatencyHistograms;
import io.bourse.engine.telemetry.RequestLatency;
import io.bourse.engine.testing.TestPorts;
import io.bourse.gateway.sbe.GatewayCounter;
import org.agrona.concurrent.IdleStrategy;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * What a scrape of a running venue says is what the venue has counted, and what has died is seen.
 */
@Tag("venue")
class MetricsTest
{
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(120);
    private static final long PRICE_E5 = 92_345L * 100_000;
    private static final int INSTRUMENT_ID = 1001;
    private static final int MEMBERS = 3;
    private static final int PORTS_OF_MEMBER = 4;
    private static final int ORDERS = 25;
    private static final int FIX_ORDERS = 7;
    private static final long TICK_E5 = 100_000;
    private static final Pattern BUCKET =
        Pattern.compile("(?<metric>\\w+)_bucket\\{(?<labels>.*),le=\"(?<bound>[^\"]+)\"\\}");

    @TempDir
    private Path dir;

    private final TwimeTrader trader = new TwimeTrader("TWAA01", 1, List.of("AA01000"));
    private final IdleStrategy idle = new SleepingMillisIdleStrategy(1);
    private final HttpClient client = HttpClient.newHttpClient();
    private Path dataDir;
    private FixTrader fix;
    private MetricsServer metrics;
    private long lastKey;
    private boolean isTrading;

    @BeforeEach
    void nameTheDirectory()
    {
        dataDir = dir.resolve("data");
    }

    @AfterEach
    void closeAll()
    {
        if (isTrading)
        {
            trader.close();
        }
        if (null != fix)
        {
            fix.close();
        }
        client.close();
        if (null != metrics)
        {
            metrics.close();
        }
        VenueProcess.clean(dataDir);
    }

    @Test
    void shouldShowWhatTheVenueHasCounted() throws Exception
    {
        assertShown(VenueConfig.Host.SOLO);
    }

    @Tag("drill")
    @Test
    void shouldShowWhatAClusterHasCounted() throws Exception
    {
        assertShown(VenueConfig.Host.CLUSTER);
    }

    private void assertShown(final String host) throws Exception
    {
        final Map<String, Object> options = options();
        options.put("venue.host", host);
        options.put("venue.marketdata.fast.enabled", true);
        options.put("venue.marketdata.pitch.enabled", true);
        final boolean isCluster = VenueConfig.Host.CLUSTER.equals(host);
        try (Venue venue = Venue.start(VenueConfigLoader.load(null, options)))
        {
            show(options);
            trader.connect(VenueProcess.address(venue.descriptor().twime()));
            isTrading = true;
            await(trader::isRecovered);
            for (int i = 0; i < ORDERS; i++)
            {
                order(true, PRICE_E5);
            }
            awaitCounted("twime", ORDERS);
            assertLead();
            buyOverFix(venue);
            // Its answer is the seller's; the buyer's report answers nothing.
            order(false, PRICE_E5 + TICK_E5);
            awaitCounted("twime", ORDERS + 1);
            assertCommands();
            assertSessions();
            assertEquals("200 ready\n", get("/health/ready"));
            for (final String component : List.of("engine", "twime", "fix", "marketdata"))
            {
                assertEquals("200 live\n", get("/health/live/" + component));
            }
            final String text = get("/metrics").substring("200 ".length());
            final Map<String, Double> samples = samples(text);
            for (final GatewayCounter counter : GatewayCounter.values())
            {
                final CounterSpec row = CounterTable.INSTANCE.find("GatewayCounter", counter.name());
                assertEquals(venue.twime().counters().get(counter),
                    sum(samples, row.metric() + (row.isCounter() ? "_total" : "")), counter::toString);
            }
            assertClasses(venue, samples);
            final String engine = "{component=\"engine\",node=\"data\",partition=\"0\"}";
            assertEquals(ORDERS + FIX_ORDERS - 1, samples.get("bourse_engine_live_orders" + engine));
            assertLatencies(samples);
            assertFeeds(samples);
            assertTrue(samples.get("bourse_engine_commands_executed_total" + engine) > ORDERS);
            assertTrue(samples.get("bourse_process_heap_used_bytes" + engine) > 1_000_000);
            assertEquals(0, samples.get(
                "bourse_fix_refusals_by_reason_total{class=\"order_entry\",component=\"fix\"," +
                "node=\"data\",partition=\"0\"," +
                "reason=\"unknown_symbol\"}"));
            assertEquals(ORDERS + FIX_ORDERS + 1, sum(samples, "bourse_simba_orders_transactions_sent_total"));
            assertTrue(sum(samples, "bourse_feed_packets_total") > ORDERS);
            assertEquals(0, sum(samples, "bourse_clock_order_entry_stopped"));
            assertTrue(sum(samples, "aeron_archive_written_bytes_total") > 0);
            assertTrue(sum(samples, "aeron_recording_lag_bytes") >= 0);
            assertEquals(0, samples.get("bourse_publication_lag_bytes{node=\"data\",partition=\"0\"}"));
            assertEquals(1, samples.get("aeron_driver_up{node=\"data\"}"));
            assertTrue(sum(samples, "bourse_udp_socket_drops_total") >= 0);
            assertTrue(sum(samples, "bourse_host_tcp_retransmitted_segments_total") >= 0);
            assertEquals(isCluster ? 1 : 0, count(samples, "aeron_cluster_role"));
            if (isCluster)
            {
                assertEquals(List.of(1.0, 2.0, 17.0), List.of(sum(samples, "aeron_cluster_module_state"),
                    sum(samples, "aeron_cluster_role"), sum(samples, "aeron_cluster_election_state")));
            }
            assertEquals(256L << 20, sum(samples, "bourse_disk_min_free_bytes"));
            assertTrue(sum(samples, "bourse_buffers_free_bytes") > 0);
            assertTrue(sum(samples, "bourse_buffers_free_bytes") < sum(samples, "bourse_buffers_size_bytes"));
            assertEquals(0, samples.get("bourse_metrics_unreadable_sources"));
            assertNoSecret(text);
            if (!isCluster)
            {
                assertClearingIsShown();
            }
            endSessions();
        }
        // The venue has stopped, and the exporter goes on.
        assertTrue(get("/health/live").startsWith("503 no component"));
        assertEquals(0, count(scrape(), "bourse_component_up"));
    }

    @Tag("drill")
    @Test
    void shouldSeeThatAComponentAndTheEngineWereKilled() throws Exception
    {
        final Map<String, Object> options = options();
        final String config = VenueProcess.writeConfig(dir.resolve("venue.conf"), options).toString();
        show(options);
        try (VenueProcess engine = VenueProcess.startReady("engine", "--config", config);
            VenueProcess gateway = VenueProcess.startReady("gateway", "twime", "--config", config))
        {
            assertEquals("200 ready\n", get("/health/ready"));
            gateway.kill();
            await(() -> get("/health/live/twime").startsWith("503 the component gives no signs of life"));
            assertEquals("200 ready\n", get("/health/ready/engine"));
            assertEquals(List.of(0.0, 1.0), ups());
            try (VenueProcess next = VenueProcess.startReady("gateway", "twime", "--config", config))
            {
                assertEquals("200 ready\n", get("/health/ready"));
                engine.kill();
                await(() -> get("/health/live").contains("the media driver gives no signs of life"));
                assertTrue(get("/health/live/engine").startsWith("503 the component gives no signs of life"));
                // It gives its file up with its engine.
                await(() -> List.of(0.0).equals(ups()));
                try (VenueProcess second = VenueProcess.startReady("engine", "--config", config))
                {
                    await(() -> "200 ready\n".equals(get("/health/ready")) && List.of(1.0, 1.0).equals(ups()));
                    assertEquals("stopping", second.stop().out().lines().reduce((a, b) -> b).orElse(""));
                }
                next.stop();
            }
        }
        assertTrue(get("/health/live").startsWith("503 no component"));
    }

    /** A member alone, two with market data beside one of them, and one alone again. */
    @Tag("drill")
    @Test
    void shouldBeReadyWithAMajorityAloneAndLagWhereMarketDataIs() throws Exception
    {
        final Path otherDir = dir.resolve("other");
        final Map<String, Object> options = options();
        options.put("venue.host", VenueConfig.Host.CLUSTER);
        options.put("venue.cluster.members", MEMBERS);
        options.put("venue.cluster.base-port", TestPorts.reserveRow(MEMBERS * PORTS_OF_MEMBER));
        options.put("venue.credentials", dir.resolve("credentials").toString());
        final String config = VenueProcess.writeConfig(dir.resolve("venue.conf"), options).toString();
        metrics = new MetricsServer(VenueConfigLoader.load(null, options), List.of(dataDir, otherDir));
        final String other = "{component=\"engine\",node=\"other\",partition=\"0\"}";
        try (VenueProcess member = VenueProcess.startReady(
            "member", "--config", config, "--member-id", "1", "--data", otherDir.toString()))
        {
            awaitNoMajority(other);
            try (VenueProcess engine = VenueProcess.startReady("engine", "--config", config);
                VenueProcess marketData = VenueProcess.startReady("marketdata", "--config", config))
            {
                await(() -> "200 ready\n".equals(get("/health/ready")));
                final Map<String, Double> samples = scrape();
                assertEquals(1, samples.get("bourse_component_ready" + other));
                assertTrue(sum(samples, "bourse_events_end_position") > 0);
                await(() -> 0 == sum(scrape(), "bourse_publication_lag_bytes"));
                assertEquals(1, count(samples, "bourse_publication_lag_bytes"));
                final VenueProcess.Result top = VenueProcess.execute("top", "--once", "--interval", "200ms",
                    "--config", config, "--data", dataDir.toString(), "--data", otherDir.toString());
                assertTrue(top.out().contains("  publication  lag 0 B"), top::toString);
                marketData.stop();
                engine.stop();
            }
            awaitNoMajority(other);
            assertTrue(member.isAlive());
        }
        finally
        {
            VenueProcess.clean(otherDir);
        }
    }

    private void awaitNoMajority(final String engine)
    {
        await(() -> get("/health/ready").startsWith(
            "503 no leader, the cluster waits for a majority: node=other electionState="));
        assertEquals("200 live\n", get("/health/live"));
        assertEquals(0, scrape().get("bourse_component_ready" + engine));
    }

    private Map<String, Double> scrape()
    {
        return samples(get("/metrics").substring("200 ".length()));
    }

    @Test
    void shouldWriteWhatPromtoolAccepts() throws Exception
    {
        final Path promtool = Stream.of(System.getenv("PATH").split(":")).map((place) -> Path.of(place, "promtool"))
            .filter(Files::isExecutable).findFirst().orElse(null);
        assumeTrue(null != promtool, "promtool is not installed (package prometheus of Debian)");
        final Map<String, Object> options = options();
        try (Venue venue = Venue.start(VenueConfigLoader.load(null, options)))
        {
            show(options);
            final String text = get("/metrics").substring("200 ".length());
            assertTrue(text.contains("# TYPE"), () -> text + venue.dataDir());
            final Process check = new ProcessBuilder(promtool.toString(), "check", "metrics")
                .redirectErrorStream(true).start();
            try (OutputStream in = check.getOutputStream())
            {
                in.write(text.getBytes(StandardCharsets.UTF_8));
            }
            final String findings = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals("", findings);
            assertEquals(0, check.waitFor());
        }
    }

    /** FAST and PITCH: a packet for each order on each side, beside those for what goes before them. */
    private static void assertFeeds(final Map<String, Double> samples)
    {
        for (final String side : List.of("a", "b"))
        {
            final String ofSide = "\",node=\"data\",partition=\"0\",side=\"" + side + '"';
            for (final String feed : List.of("orders-log", "pitch"))
            {
                final String label = "feed=\"" + feed + ofSide;
                final double packets = only(samples, "bourse_feed_send_seconds_count", label);
                assertTrue(packets > ORDERS + FIX_ORDERS && packets < ORDERS + FIX_ORDERS + 5,
                    () -> label + " packets=" + packets);
                assertLatencies(samples, "bourse_feed_send", label, (long)packets);
            }
        }
    }

    /** One of TWIME and one of FIX for orders have begun, and none has ended; none of another class. */
    private void assertSessions()
    {
        final Map<String, Double> sessions = scrape();
        sessions.keySet().removeIf((sample) -> !sample.startsWith("bourse_sessions_"));
        final Map<String, Double> expected = new HashMap<>();
        for (final String metric : List.of("begun", "ended"))
        {
            for (final String session : List.of("order_entry twime", "recovery twime", "order_entry fix",
                "drop_copy fix", "trade_capture fix", "market_data fix"))
            {
                final String[] words = session.split(" ");
                expected.put("bourse_sessions_" + metric + "_total{class=\"" + words[0] + "\",component=\"" + words[1] +
                    "\",node=\"data\",partition=\"0\"}",
                    "begun".equals(metric) && "order_entry".equals(words[0]) ? 1.0 : 0.0);
            }
        }
        assertEquals(expected, sessions);
    }

    /** Every sample of sessions says of which class they are, and what was sent is counted for that one alone. */
    private static void assertClasses(final Venue venue, final Map<String, Double> samples)
    {
        int count = 0;
        for (final CounterSpec row : CounterTable.INSTANCE.rows())
        {
            for (final String sample : samples.keySet())
            {
                final String name = sample.split("\\{")[0];
                if (null != row.sessionClass() && name.matches(row.metric() + "(_total|_bucket|_sum|_count)?"))
                {
                    count++;
                    assertTrue(
                        sample.contains("{class=\"" + (row.isByClass() ? "" : row.sessionClass() + '"')), sample);
                }
            }
        }
        assertTrue(count > 200, () -> "samples of sessions are missing");
        final String ofTwime = "component=\"twime\",node=\"data\",partition=\"0\"}";
        assertEquals(venue.twime().counters().get(GatewayCounter.FRAMES_SENT),
            samples.get("bourse_twime_frames_sent_total{class=\"order_entry\"," + ofTwime));
        assertEquals(0, samples.get("bourse_twime_frames_sent_total{class=\"recovery\"," + ofTwime));
        final String ofFix = "component=\"fix\",node=\"data\",partition=\"0\"";
        assertTrue(samples.get("bourse_fix_reports_total{class=\"order_entry\"," + ofFix + "}") >= FIX_ORDERS);
        assertEquals(0, samples.get("bourse_fix_reports_total{class=\"drop_copy\"," + ofFix + "}"));
        assertTrue(
            samples.get("bourse_fix_messages_received_total{class=\"order_entry\"," + ofFix + "}") >= FIX_ORDERS);
        assertTrue(
            samples.get("bourse_fix_messages_sent_total{class=\"order_entry\"," + ofFix + "}") > FIX_ORDERS);
        assertEquals(sum(samples, "bourse_fix_logons_by_outcome_total"),
            samples.get("bourse_fix_logons_by_outcome_total{class=\"order_entry\"," + ofFix +
                ",reason=\"accepted_without_password\"}") +
            samples.get("bourse_fix_logons_by_outcome_total{class=\"order_entry\"," + ofFix +
                ",reason=\"accepted\"}"));
    }

    private static void assertLatencies(final Map<String, Double> samples)
    {
        assertLatencies(samples, "bourse_request", "component=\"twime\"", ORDERS + 1);
        assertLatencies(samples, "bourse_request", "component=\"fix\"", FIX_ORDERS);
        assertLatencies(samples, "bourse_simba_orders_send", "side=\"a\"", ORDERS + FIX_ORDERS + 1);
        assertLatencies(samples, "bourse_simba_orders_send", "side=\"b\"", ORDERS + FIX_ORDERS + 1);
        assertLatencies(samples, "bourse_public_lead", "component=\"twime\"",
            ORDERS + 1 - (long)sum(samples, "bourse_twime_late_answers_total"));
        assertLatencies(samples, "bourse_public_lead", "component=\"fix\"",
            FIX_ORDERS - (long)sum(samples, "bourse_fix_late_reports_total"));
    }

    private void endSessions()
    {
        trader.close();
        isTrading = false;
        fix.close();
        fix = null;
        for (final String component : List.of("twime", "fix"))
        {
            await(() -> 1 == scrape().get("bourse_sessions_ended_total{class=\"order_entry\",component=\"" +
                component + "\",node=\"data\",partition=\"0\"}"));
        }
    }

    /** Market data was public before each answer, and the mean that metrics tell is not above that of the records. */
    private void assertLead() throws IOException
    {
        final Map<String, Double> samples = scrape();
        final Path csv = dir.resolve("day.csv");
        final VenueProcess.Result result =
            VenueProcess.execute("timestamps", "--out", csv.toString(), "--data", dataDir.toString());
        assertEquals(0, result.exitCode(), result::toString);
        final List<String> rows = Files.readAllLines(csv);
        final List<String> names = List.of(rows.getFirst().split(","));
        final List<Long> leads = rows.stream().skip(1).map((row) -> row.split(",", -1)).map((row) ->
            Long.parseLong(row[names.indexOf("t4")]) - Math.max(
                Long.parseLong(row[names.indexOf("t9a")]), Long.parseLong(row[names.indexOf("t9b")]))).toList();
        assertEquals(ORDERS, leads.size());
        assertTrue(leads.stream().allMatch((lead) -> lead > 0), leads::toString);
        // The publisher looks at the clock once more behind its last send.
        final double lead = mean(samples, "bourse_public_lead_seconds", "twime");
        assertTrue(lead > 0 && lead <= leads.stream().mapToLong(Long::longValue).average().orElseThrow() / 1e9,
            () -> "counted=" + lead + " recorded=" + leads);
    }

    private static double mean(final Map<String, Double> samples, final String metric, final String label)
    {
        return only(samples, metric + "_sum", label) / only(samples, metric + "_count", label);
    }

    private static double only(final Map<String, Double> samples, final String metric, final String label)
    {
        final List<Double> values = samples.entrySet().stream()
            .filter((sample) -> isOf(metric, sample.getKey()) && sample.getKey().contains(label))
            .map(Map.Entry::getValue).toList();
        assertEquals(1, values.size(), metric);
        return values.getFirst();
    }

    /** All that was journalled was executed, and its time lies between those of two reports of the engine. */
    private void assertCommands()
    {
        final String engine = "{component=\"engine\",node=\"data\",partition=\"0\"}";
        final double earliest = engineTime();
        final Map<String, Double> samples = new HashMap<>();
        await(() ->
        {
            samples.putAll(scrape());
            return samples.get("bourse_engine_commands_executed_total" + engine)
                .equals(samples.get("bourse_engine_commands_journalled_total" + engine));
        });
        final double time = samples.get("bourse_engine_last_command_timestamp_seconds" + engine);
        final double latest = engineTime();
        assertTrue(earliest <= time && time < latest, earliest + " " + time + " " + latest);
    }

    private double engineTime()
    {
        try (EngineClient engine = VenueProcess.connect(dataDir);
            OperatorClient operator = DemoOperators.client(engine, LIMIT_NS))
        {
            return operator.reportState().engineTimeNs() / 1e9;
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    private void assertClearingIsShown()
    {
        final VenueProcess.Result run = VenueProcess.execute("clearing", "intraday", "--data", dataDir.toString());
        assertEquals(0, run.exitCode(), run::toString);
        final Map<String, Double> samples = scrape();
        assertEquals(12, samples.get("bourse_clearing_halt_budget_seconds{kind=\"intraday\",node=\"data\"}"));
        assertEquals(0, samples.get("bourse_clearing_halt_seconds{kind=\"intraday\",node=\"data\"}"));
        assertEquals(1, samples.get("bourse_clearing_phase{kind=\"intraday\",node=\"data\",phase=\"reported\"}"));
        assertEquals(1, count(samples, "bourse_clearing_phase"));
        assertEquals(0, samples.get("bourse_clearing_holding{kind=\"intraday\",node=\"data\"}"));
        final double seconds = samples.get(
            "bourse_clearing_step_seconds{kind=\"intraday\",node=\"data\",step=\"calculate\"}");
        assertTrue(0 < seconds && seconds < 120, () -> "seconds=" + seconds);
    }

    private Map<String, Object> options() throws IOException
    {
        final Map<String, Object> options = TestVenue.options(dataDir);
        options.put("venue.metrics.port", 0);
        return options;
    }

    private void show(final Map<String, Object> options)
    {
        metrics = new MetricsServer(VenueConfigLoader.load(null, options), List.of(dataDir));
    }

    private void order(final boolean isBuy, final long priceE5)
    {
        final OrderAction action = new OrderAction();
        action.instrumentId = INSTRUMENT_ID;
        action.newOrder(++lastKey, isBuy, priceE5, 1, false);
        await(() -> trader.send(action));
        await(() -> 0 == trader.outstanding());
        assertEquals(List.of(), trader.refusals());
    }

    /** Orders at a better price, so that the next to sell trades with them. */
    private void buyOverFix(final Venue venue)
    {
        fix = new FixTrader(VenueProcess.address(venue.descriptor().fix()), "FIXBB01", 3, List.of("BB01001"),
            Map.of(INSTRUMENT_ID, "Si-12.26"));
        await(fix::isLoggedOn);
        for (int i = 0; i < FIX_ORDERS; i++)
        {
            final OrderAction action = new OrderAction();
            action.instrumentId = INSTRUMENT_ID;
            action.newOrder(++lastKey, true, PRICE_E5 + TICK_E5, 1, false);
            assertTrue(fix.send(action));
            await(() ->
            {
                fix.poll();
                return 0 == fix.outstanding();
            });
        }
    }

    /** The thread that counts does so once a second. */
    private void awaitCounted(final String component, final long requests)
    {
        await(() -> requests == scrape().get(
            "bourse_request_answer_seconds_count{class=\"order_entry\",component=\"" + component +
            "\",node=\"data\",partition=\"0\"}"));
    }

    /** All histograms of these names: as many as were answered, in buckets that add up, and a mean that can be. */
    private static void assertLatencies(
        final Map<String, Double> samples, final String name, final String label, final long count)
    {
        final Map<String, TreeMap<Double, Double>> buckets = new TreeMap<>();
        samples.forEach((sample, value) ->
        {
            final Matcher bucket = BUCKET.matcher(sample);
            if (bucket.matches() && sample.startsWith(name) && sample.contains(label))
            {
                buckets.computeIfAbsent(bucket.group("metric") + '{' + bucket.group("labels") + '}',
                    (histogram) -> new TreeMap<>()).put("+Inf".equals(bucket.group("bound")) ?
                    Double.POSITIVE_INFINITY : Double.parseDouble(bucket.group("bound")), value);
            }
        });
        assertEquals("bourse_request".equals(name) ? RequestLatency.values().length : 1, buckets.size(),
            buckets::toString);
        buckets.forEach((histogram, counts) ->
        {
            final String labels = histogram.substring(histogram.indexOf('{'));
            final String metric = histogram.substring(0, histogram.indexOf('{'));
            assertEquals(LatencyHistograms.BOUNDS + 1, counts.size(), histogram);
            assertEquals(List.of(1e-6, Double.POSITIVE_INFINITY), List.of(counts.firstKey(), counts.lastKey()));
            assertEquals(counts.values().stream().sorted().toList(), List.copyOf(counts.values()), histogram);
            assertEquals(count, counts.lastEntry().getValue(), histogram);
            assertEquals(count, samples.get(metric + "_count" + labels), histogram);
            // No less than if all were at the lower bounds of their buckets, no more than if at the upper ones.
            double atLeast = 0;
            double atMost = 0;
            double lower = 0;
            double before = 0;
            for (final Map.Entry<Double, Double> bucket : counts.entrySet())
            {
                final double inIt = bucket.getValue() - before;
                atLeast += inIt * lower;
                atMost += 0 == inIt ? 0 : inIt * bucket.getKey();
                lower = bucket.getKey();
                before = bucket.getValue();
            }
            final double sum = samples.get(metric + "_sum" + labels);
            assertTrue(atLeast <= sum && sum <= atMost && sum > 0,
                histogram + " " + counts + " sum=" + sum + " atLeast=" + atLeast + " atMost=" + atMost);
        });
    }

    private List<Double> ups()
    {
        final Map<String, Double> samples = new TreeMap<>(scrape());
        return samples.entrySet().stream().filter((entry) -> entry.getKey().startsWith("bourse_component_up"))
            .map(Map.Entry::getValue).sorted().toList();
    }

    private String get(final String path)
    {
        try
        {
            final HttpResponse<String> answer = client.send(HttpRequest.newBuilder(URI.create(
                "http://127.0.0.1:" + metrics.localAddress().getPort() + path)).build(),
                HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() + " " + answer.body();
        }
        catch (final IOException ex)
        {
            throw new AssertionError("the exporter does not answer: path=" + path, ex);
        }
        catch (final InterruptedException ex)
        {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", ex);
        }
    }

    private static Map<String, Double> samples(final String text)
    {
        final Map<String, Double> samples = new HashMap<>();
        text.lines().filter((line) -> !line.startsWith("#")).forEach((line) ->
        {
            final int end = line.lastIndexOf(' ');
            final Double before = samples.put(line.substring(0, end), Double.valueOf(line.substring(end + 1)));
            assertEquals(null, before, () -> "a sample stands twice: " + line);
        });
        return samples;
    }

    private static double sum(final Map<String, Double> samples, final String metric)
    {
        assertTrue(count(samples, metric) > 0, () -> metric + " is missing");
        return samples.entrySet().stream().filter((entry) -> isOf(metric, entry.getKey()))
            .mapToDouble(Map.Entry::getValue).sum();
    }

    private static long count(final Map<String, Double> samples, final String metric)
    {
        return samples.keySet().stream().filter((sample) -> isOf(metric, sample)).count();
    }

    private static boolean isOf(final String metric, final String sample)
    {
        return sample.equals(metric) || sample.startsWith(metric + '{');
    }

    /** Neither logins nor accounts, nor names of files, are labels. */
    private void assertNoSecret(final String text)
    {
        assertTrue(!text.contains("TWAA01") && !text.contains("AA01000") && !text.contains(dir.toString()), text);
    }

    private void await(final BooleanSupplier done)
    {
        final long deadlineNs = System.nanoTime() + LIMIT_NS;
        while (!done.getAsBoolean())
        {
            if (isTrading)
            {
                trader.poll();
            }
            idle.idle();
            assertTrue(System.nanoTime() < deadlineNs, "timed out");
        }
    }
}
