// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.ThreadMXBean;
import io.bourse.deploy.config.ReferenceDataReader;
import io.bourse.deploy.config.VenueConfig;
import io.bourse.jmh.loadtest.plan.FlowPlan;
import io.bourse.jmh.loadtest.plan.GeneratorPlan;
import io.bourse.jmh.loadtest.plan.InstrumentPlan;
import io.bourse.jmh.loadtest.plan.SessionPlan;
import io.bourse.jmh.loadtest.plan.StageKind;
import io.bourse.jmh.loadtest.plan.StagePlan;
import io.bourse.jmh.loadtest.process.JavaProcess;
import io.bourse.jmh.loadtest.result.LatencyResult;
import io.bourse.jmh.loadtest.result.Second;
import io.bourse.jmh.loadtest.result.StageResult;
import io.bourse.jmh.loadtest.tally.StageTally;
import io.bourse.jmh.loadtest.tally.StageTotals;
import io.bourse.jmh.loadtest.venue.MeasuredVenue;
import io.bourse.jmh.loadtest.venue.VenuePlan;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.agrona.concurrent.NoOpIdleStrategy;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * Every kind of load against a real venue over TCP, at rates that any machine takes. Nothing is said about times.
 */
@Timeout(120)
@Tag("venue")
class GeneratorTest
{
    private static final int TWIME_SESSIONS = 6;
    private static final int FIX_SESSIONS = 2;
    private static final int PACKET = 4;
    private static final int DAY = 400;
    private static final double NS_PER_SECOND = 1e9;
    private static final int TRANSACTIONS = 1_000;
    private static final List<StagePlan> STAGES = List.of(
        new StagePlan("warm", StageKind.WARMUP, "warm", 0.3, 400, 0, 0, 0, 0, 0, 0),
        new StagePlan("closed", StageKind.CLOSED, "closed", 0.2, 0, 0, 0, 0, 0, 0, 0),
        new StagePlan("constant", StageKind.CONSTANT, "constant", 1.2, 500, 0, 0, 0, 0, 0, 0),
        new StagePlan("products", StageKind.PRODUCTS, "products", 0.5, 500, 0, 0, 0, 0, 0, 0),
        new StagePlan("saturate", StageKind.SATURATE, "saturate", 0.4, 0, 4, 0, 0, 0, 0, 0),
        new StagePlan("bursts", StageKind.BURSTS, "bursts", 0.5, 100, 0, 800, 0.25, 2, 0, 0),
        new StagePlan("packets", StageKind.MICROBURSTS, "packets", 0.5, 20, 0, 0, 0, 0, PACKET, 0),
        new StagePlan("day", StageKind.DAY, "day", 0, 0, 4, 0, 0, 0, 0, DAY),
        new StagePlan("paced-day", StageKind.DAY, "paced day", 0, 1_000, 0, 0, 0, 0, 0, DAY));

    /** Stages for two generators, and when they begin. */
    private static final Map<String, Long> SHARED =
        Map.of("constant", 300L, "packets", 1_700L, "day", 2_400L);

    /** More than its session may send in a second, and not four times as many. */
    private static final StagePlan HUNDRED =
        new StagePlan("hundred", StageKind.CONSTANT, "hundred", 1, 100, 0, 0, 0, 0, 0, 0);
    private static final SessionPlan LIMITED = new SessionPlan("FIX", "FXLIMITED", "BB01001", false);
    private static final SessionPlan CUT_OFF = new SessionPlan("FIX", "FXCUTOFF", "BB01002", false);
    private static final String LIMIT = "venue.fix.sessions.";
    private static final String MESSAGES = ".max-messages-per-second";

    @TempDir
    private static Path directory;
    private static MeasuredVenue venue;
    private static final List<SessionPlan> ALL = new ArrayList<>();

    @BeforeAll
    static void start() throws IOException
    {
        ALL.addAll(sessions("A"));
        ALL.addAll(sessions("B"));
        ALL.addAll(sessions("C"));
        ALL.addAll(sessions("D"));
        ALL.addAll(sessions("E"));
        ALL.addAll(sessions("F"));
        ALL.addAll(sessions("G"));
        ALL.addAll(sessions("H"));
        ALL.addAll(List.of(LIMITED, CUT_OFF));
        venue = MeasuredVenue.start(new VenuePlan(directory.resolve("venue").toString(), null,
            Map.of("venue.durability", "ram", "venue.engine.idle", "park",
                LIMIT + LIMITED.login() + MESSAGES, 40, LIMIT + CUT_OFF.login() + MESSAGES, 5), ALL, 0, 0, null, null));
    }

    @AfterAll
    static void stop()
    {
        if (null != venue)
        {
            venue.close();
        }
    }

    /** Every test has logins of its own: a venue wants a second between two connections of one. */
    private static List<SessionPlan> sessions(final String test)
    {
        final List<SessionPlan> sessions = new ArrayList<>();
        IntStream.range(0, TWIME_SESSIONS).forEach((i) ->
            sessions.add(new SessionPlan("TWIME", "TW" + test + i, "AA0100" + i, 0 == i)));
        IntStream.range(0, FIX_SESSIONS).forEach((i) ->
            sessions.add(new SessionPlan("FIX", "FX" + test + i, "BB0100" + i, 0 == i)));
        return sessions;
    }

    private static GeneratorPlan plan(final String test, final Path results) throws IOException
    {
        return plan(sessions(test), STAGES, results);
    }

    private static GeneratorPlan plan(
        final List<SessionPlan> sessions, final List<StagePlan> stages, final Path results) throws IOException
    {
        final List<InstrumentPlan> instruments = ReferenceDataReader.read(VenueConfig.EMBEDDED, 20261123).instruments()
            .stream().filter((spec) -> Set.of(1001, 1002, 1005, 1007).contains(spec.instrumentId()))
            .map(InstrumentPlan::of).toList();
        return new GeneratorPlan(venue.twime().getHostString(), venue.twime().getPort(), venue.fix().getHostString(),
            venue.fix().getPort(), sessions, 0, 20, 0, null,
            new FlowPlan(1, instruments, 0.45, 1 == sessions.size() ? 0 : 0.1, 0, 20, null), stages,
            results.toString(), 20_000, null, false, 0, 1);
    }

    /** All stages over the same sessions, as a run does it; then each of them is looked at. */
    @Test
    void shouldCarryOutEveryKindOfLoad(@TempDir final Path results) throws IOException
    {
        final Path file = results.resolve("plan.json");
        new ObjectMapper().writeValue(file.toFile(), plan("A", results));
        final String requests = STAGES.stream().map((stage) -> GeneratorPlan.RUN + stage.name() + '\n')
            .collect(Collectors.joining());
        final ByteArrayOutputStream said = new ByteArrayOutputStream();
        new Generator(file).run(new ByteArrayInputStream(requests.getBytes(StandardCharsets.UTF_8)),
            new PrintStream(said, true));
        final List<String> expected = new ArrayList<>(List.of(GeneratorPlan.READY));
        STAGES.forEach((stage) -> expected.add(GeneratorPlan.DONE + stage.name()));
        assertEquals(expected, said.toString(StandardCharsets.UTF_8).lines().toList());
        for (final StagePlan stage : STAGES)
        {
            check(stage, StageTotals.of(stage, tally(stage, results)), results);
        }
    }

    private static StageTally tally(final StagePlan stage, final Path results) throws IOException
    {
        return new ObjectMapper().readValue(results.resolve(stage.name() + ".json").toFile(), StageTally.class);
    }

    /** In step by the clock: whatever a machine does to one of them, both count from the same moment. */
    @Test
    void shouldCarryOutOneLoadTogetherWhenThereAreTwoGenerators(@TempDir final Path results) throws Exception
    {
        final List<StagePlan> stages = STAGES.stream().filter((stage) -> SHARED.containsKey(stage.name())).toList();
        final List<GeneratorPlan> parts = plan(sessions("E"), stages, results).split(2);
        final long beginNs = System.nanoTime();
        final String requests = stages.stream().map((stage) -> GeneratorPlan.RUN + stage.name() + " " +
            (beginNs + SHARED.get(stage.name()) * 1_000_000) + '\n').collect(Collectors.joining());
        final List<Path> directories = parts.stream().map((part) -> Path.of(part.directory())).toList();
        try (ExecutorService threads = Executors.newFixedThreadPool(parts.size()))
        {
            final List<Callable<String>> generators = new ArrayList<>();
            for (final GeneratorPlan part : parts)
            {
                final Path file = results.resolve("plan-" + part.generator() + ".json");
                new ObjectMapper().writeValue(file.toFile(), part);
                generators.add(() ->
                {
                    final ByteArrayOutputStream said = new ByteArrayOutputStream();
                    new Generator(file).run(new ByteArrayInputStream(requests.getBytes(StandardCharsets.UTF_8)),
                        new PrintStream(said, true));
                    return said.toString(StandardCharsets.UTF_8);
                });
            }
            for (final Future<String> said : threads.invokeAll(generators))
            {
                assertEquals(1 + stages.size(), said.get().lines().count(), said.get());
            }
        }
        for (final StagePlan stage : stages)
        {
            final List<StageTally> tallies =
                List.of(tally(stage, directories.get(0)), tally(stage, directories.get(1)));
            assertEquals(1, tallies.stream().map(StageTally::beginNs).distinct().count());
            assertTrue(tallies.stream().allMatch((tally) -> tally.accepted() > 0), stage.name());
            final StageResult result = StageTotals.of(stage, tallies, directories, results, List.of());
            check(stage, result, results);
            assertEquals(2, result.figures().get("generators"));
        }
        final StageTally paced = tally(stages.getFirst(), directories.get(1));
        assertEquals(300, paced.due(), "half of 1.2 s at 500/s; the clients are the other one's");
    }

    /** Two plans, as for two partitions: each has its own rate, and what one counts is none of the other's. */
    @Test
    void shouldCarryOutTheStagesOfTwoPlansOnOneThreadWhenItHasTwoPartitions(@TempDir final Path results)
        throws IOException
    {
        final List<StagePlan> first = STAGES.stream()
            .filter((stage) -> Set.of("constant", "saturate", "day").contains(stage.name())).toList();
        final List<GeneratorPlan> plans = List.of(plan(sessions("F"), first, results.resolve("first")),
            plan(sessions("G"), first.stream().map((stage) -> stage.withPerSecond(stage.perSecond() / 2)).toList(),
                results.resolve("second")));
        final List<Path> directories = plans.stream().map((plan) -> Path.of(plan.directory())).toList();
        final Path[] files = {results.resolve("first.json"), results.resolve("second.json")};
        for (int i = 0; i < files.length; i++)
        {
            new ObjectMapper().writeValue(files[i].toFile(), plans.get(i));
        }
        final String requests = first.stream().map((stage) -> GeneratorPlan.RUN + stage.name() + '\n')
            .collect(Collectors.joining());
        final ByteArrayOutputStream said = new ByteArrayOutputStream();
        new Generator(files).run(new ByteArrayInputStream(requests.getBytes(StandardCharsets.UTF_8)),
            new PrintStream(said, true));
        assertEquals(1 + first.size(), said.toString(StandardCharsets.UTF_8).lines().count(), said.toString());
        for (final StagePlan stage : first)
        {
            final List<StageTally> tallies =
                List.of(tally(stage, directories.get(0)), tally(stage, directories.get(1)));
            assertEquals(1, tallies.stream().map(StageTally::beginNs).distinct().count());
            final StageResult result =
                StageTotals.of(stage, tallies, directories, results, List.of("first", "second"));
            checkTimes(result, results);
            assertEquals(0, result.figures().get("unanswered"), stage.name());
            assertEquals(result.figures().get("transactions"),
                (double)(tallies.get(0).accepted() + tallies.get(1).accepted()));
            assertEquals(1, result.latencies().stream()
                .filter((latency) -> StageTally.FLOOR.equals(latency.group())).count());
        }
        final StagePlan constant = first.getFirst();
        assertEquals(List.of(624L, 324L), directories.stream().map((part) -> due(constant, part)).toList(),
            "1.2 s at 500/s and at 250/s, and at 20/s of the clients of each");
    }

    @Test
    void shouldTimeWhatSlowClientsSendToTheirLateReadingAndKeepItFromTheOthers(@TempDir final Path results)
        throws IOException
    {
        final StagePlan constant =
            STAGES.stream().filter((stage) -> "constant".equals(stage.name())).findFirst().orElseThrow();
        final Path file = results.resolve("plan.json");
        new ObjectMapper().writeValue(file.toFile(),
            plan(sessions("H"), List.of(constant), results).withClientPerSecond(100).withClientReadMs(400));
        new Generator(file).run(new ByteArrayInputStream((GeneratorPlan.RUN + constant.name() + '\n')
            .getBytes(StandardCharsets.UTF_8)), new PrintStream(OutputStream.nullOutputStream()));
        final StageResult result = StageTotals.of(constant, tally(constant, results));
        checkTimes(result, results);
        assertEquals(0, result.figures().get("unanswered"));
        assertEquals(1.2 * (500 + 100), result.figures().get("transactions") + result.figures().get("refused"));
        assertTrue(median(result, "client TWIME order") > 50_000_000, "read once in 400 ms: " + result);
        assertTrue(median(result, "TWIME order") < median(result, "client TWIME order"), result.toString());
    }

    private static long median(final StageResult result, final String name)
    {
        return result.latencies().stream().filter((latency) -> name.equals(latency.name())).findFirst().orElseThrow()
            .all().byPercentile().get("50");
    }

    private static long due(final StagePlan stage, final Path results)
    {
        try
        {
            return tally(stage, results).due();
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }

    private static void check(final StagePlan stage, final StageResult result, final Path results) throws IOException
    {
        final Map<String, Double> figures = result.figures();
        assertEquals(stage.kind().name(), result.kind());
        assertEquals(0, figures.get("unanswered"), stage.name());
        assertEquals(TWIME_SESSIONS + FIX_SESSIONS, figures.get("sessions"));
        assertEquals(2, figures.get("clientSessions"));
        assertEquals(figures.get("transactions"), figures.get("orders") + figures.get("cancels"));
        assertTrue(figures.get("orders") > 0, stage.name());
        assertEquals(figures.get("refused"), figures.entrySet().stream()
            .filter((entry) -> entry.getKey().startsWith("refused.")).mapToDouble(Map.Entry::getValue).sum());
        assertTrue(figures.keySet().stream().filter((name) -> name.startsWith("refused."))
            .allMatch("refused.TOO_LATE"::equals), figures.toString());
        final List<Second> seconds = result.timeline();
        assertEquals(figures.get("orders"), seconds.stream().mapToLong(Second::orders).sum());
        assertEquals(figures.get("cancels"), seconds.stream().mapToLong(Second::cancels).sum());
        assertEquals(figures.get("trades"), seconds.stream().mapToLong(Second::trades).sum());
        final double due = seconds.stream().mapToLong(Second::due).sum();
        assertEquals(due, figures.get("transactions") + figures.get("refused"), stage.name());
        checkTimes(result, results);
        switch (stage.kind())
        {
            case CONSTANT -> checkConstant(stage, result, due);
            case DAY -> assertTrue(due >= DAY);
            case BURSTS -> checkBursts(stage, figures);
            case MICROBURSTS -> checkPackets(stage, result);
            case PRODUCTS -> checkProducts(result);
            default ->
            {
                // Nothing that the others have not.
            }
        }
    }

    /** Every accepted transaction is timed once, and stands in the log. */
    private static void checkTimes(final StageResult result, final Path results) throws IOException
    {
        long timed = 0;
        for (final LatencyResult latency : result.latencies())
        {
            final long inBuckets = latency.histogram().stream().mapToLong(LatencyResult.Bucket::count).sum();
            assertEquals(latency.all().count(), inBuckets, latency.name());
            assertEquals(List.of("50", "90", "99", "99.9", "99.99", "100"),
                List.copyOf(latency.all().byPercentile().keySet()));
            if ("floor".equals(latency.group()))
            {
                checkFloor(result, latency, results);
                continue;
            }
            assertEquals(latency.all().count() * (1 - latency.removedShare()), latency.clean().count(), 0.01);
            if ("round trip".equals(latency.group()) || "clients".equals(latency.group()))
            {
                timed += latency.all().count();
                assertEquals(latency.all().count(), logged(results.resolve(latency.log())), latency.name());
            }
        }
        assertEquals(result.figures().get("transactions"), timed);
    }

    /** It covers the whole stage, moments without a gap too: by one generator; by the others as long as they took. */
    private static void checkFloor(final StageResult result, final LatencyResult floor, final Path results)
        throws IOException
    {
        assertNull(floor.clean());
        assertEquals(floor.all().count(), logged(results.resolve(floor.log())));
        final double moments = result.figures().get("durationNs") / Waits.STEP_NS;
        final double most = moments * result.figures().getOrDefault("generators", 1.0);
        // Intervals end within a step.
        assertEquals(Math.clamp(floor.all().count(), moments, most), floor.all().count(), moments / 100);
        assertEquals(0 == result.figures().get("floorGaps"), 0 == floor.all().maxNs());
    }

    private static long logged(final Path log) throws IOException
    {
        long logged = 0;
        try (HistogramLogReader reader = new HistogramLogReader(log.toFile()))
        {
            EncodableHistogram histogram = reader.nextIntervalHistogram();
            while (null != histogram)
            {
                logged += ((Histogram)histogram).getTotalCount();
                histogram = reader.nextIntervalHistogram();
            }
        }
        return logged;
    }

    private static void checkConstant(final StagePlan stage, final StageResult result, final double due)
    {
        assertTrue(due >= Math.round(stage.seconds() * stage.perSecond()));
        assertTrue(result.figures().get("durationNs") >= stage.seconds() * NS_PER_SECOND);
        assertEquals(Set.of("TWIME order", "TWIME cancel", "FIX order", "FIX cancel"), result.latencies().stream()
            .filter((latency) -> "round trip".equals(latency.group())).map(LatencyResult::name)
            .collect(Collectors.toSet()));
        assertTrue(result.latencies().stream().anyMatch((latency) -> "clients".equals(latency.group())));
        assertEquals(List.of("order", "cancel", "both"), result.latencies().stream()
            .filter((latency) -> "humps".equals(latency.group())).map(LatencyResult::name).toList());
        assertTrue(result.figures().get("trades") > 0, "aggressive orders find others");
    }

    private static void checkBursts(final StagePlan stage, final Map<String, Double> figures)
    {
        assertEquals(stage.burstPerSecond(), figures.get("burstPerSecond"));
        assertEquals(Math.max(figures.get("recoveryNs.1"), figures.get("recoveryNs.2")), figures.get("recoveryNs"));
        assertEquals(0, figures.get("burstUnanswered"));
        assertTrue(figures.get("burstAcceptedPerSecond") > 0);
        assertTrue(figures.get("backlogMost") > 0);
    }

    private static void checkPackets(final StagePlan stage, final StageResult result)
    {
        final List<LatencyResult> places = result.latencies().stream()
            .filter((latency) -> "place".equals(latency.group())).toList();
        assertEquals(List.of("place 1", "place 2", "place 3", "place 4"),
            places.stream().map(LatencyResult::name).toList());
        final long timed = places.stream().mapToLong((place) -> place.all().count()).sum();
        assertTrue(timed <= PACKET * Math.round(stage.seconds() * stage.perSecond()));
        assertTrue(timed > 0);
    }

    /** Members' transactions, each under the one product that it is in. */
    private static void checkProducts(final StageResult result)
    {
        final List<LatencyResult> products = result.latencies().stream()
            .filter((latency) -> "product".equals(latency.group())).toList();
        assertTrue(products.size() > 1 && products.stream().allMatch((one) -> one.name().endsWith(" product")),
            () -> products.stream().map(LatencyResult::name).toList().toString());
        assertEquals(result.latencies().stream().filter((latency) -> "round trip".equals(latency.group()))
            .mapToLong((latency) -> latency.all().count()).sum(),
            products.stream().mapToLong((product) -> product.all().count()).sum());
    }

    @Test
    void shouldAllocateNothingForATransaction(@TempDir final Path results) throws Exception
    {
        final ThreadMXBean threads = (ThreadMXBean)ManagementFactory.getThreadMXBean();
        final List<String> rounds = new ArrayList<>();
        boolean isNothing = false;
        try (Sessions sessions = new Sessions(plan("B", results)))
        {
            for (int i = 0; i < 6 && !isNothing; i++)
            {
                final Recording recording = sessions.recording();
                final Loop loop = new Loop(sessions.members(), sessions.clients(), 1, recording, 4, true,
                    NoOpIdleStrategy.INSTANCE);
                final long beginNs = Loop.soon();
                try (StageLog log = new StageLog(results, "round" + i, sessions.isUsed(), 0, beginNs))
                {
                    recording.begin(log, null, 0, beginNs);
                    final long before = threads.getCurrentThreadAllocatedBytes();
                    loop.saturate(beginNs, Long.MAX_VALUE, TRANSACTIONS);
                    Loop.run(loop);
                    final long allocated = threads.getCurrentThreadAllocatedBytes() - before;
                    recording.end(System.nanoTime(), 0);
                    assertEquals(TRANSACTIONS, recording.answered());
                    // The first rounds load classes.
                    isNothing = allocated < TRANSACTIONS;
                    rounds.add("allocated=" + allocated + " of transactions=" + TRANSACTIONS);
                }
            }
        }
        assertTrue(isNothing, rounds.toString());
    }

    @Test
    void shouldSendNothingBeforeItsBeginningWhenNothingIsScheduled(@TempDir final Path results) throws Exception
    {
        try (Sessions sessions = new Sessions(plan("D", results)))
        {
            final Recording recording = sessions.recording();
            final Loop loop = new Loop(sessions.members(), sessions.clients(), 1, recording, 4, true,
                NoOpIdleStrategy.INSTANCE);
            final long beginNs = System.nanoTime() + 20_000_000;
            try (StageLog log = new StageLog(results, "early", sessions.isUsed(), 0, beginNs))
            {
                recording.begin(log, null, 0, beginNs);
                loop.saturate(beginNs, 0, Long.MAX_VALUE);
                Loop.run(loop);
                assertEquals(0, loop.dueInAll(), "sent");
                loop.closed(beginNs + 20_000_000, 0);
                assertEquals(0, loop.dueInAll(), "sent");
            }
        }
    }

    private static List<String> said(final SessionPlan session, final Path results) throws IOException
    {
        final Path file = results.resolve("plan.json");
        new ObjectMapper().writeValue(file.toFile(), plan(List.of(session), List.of(HUNDRED), results));
        final ByteArrayOutputStream said = new ByteArrayOutputStream();
        try
        {
            new Generator(file).run(
                new ByteArrayInputStream((GeneratorPlan.RUN + HUNDRED.name() + '\n').getBytes(StandardCharsets.UTF_8)),
                new PrintStream(said, true));
        }
        catch (final IllegalStateException ex)
        {
            said.write(("threw " + ex.getMessage()).getBytes(StandardCharsets.UTF_8));
        }
        return said.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void shouldCountWhatTheVenueRefusesWhenASessionIsAboveItsLimit(@TempDir final Path results) throws IOException
    {
        assertEquals(List.of(GeneratorPlan.READY, GeneratorPlan.DONE + HUNDRED.name()), said(LIMITED, results));
        final Map<String, Double> figures = StageTotals.of(HUNDRED, tally(HUNDRED, results)).figures();
        assertEquals(0, figures.get("unanswered"));
        assertTrue(figures.get("refused.FLOOD") > 0, figures.toString());
        assertEquals(100, figures.get("transactions") + figures.get("refused"));
    }

    @Test
    void shouldSayWhyItCannotGoOnWhenTheVenueCutsASessionOff(@TempDir final Path results) throws IOException
    {
        final List<String> said = said(CUT_OFF, results);
        assertEquals(3, said.size(), said.toString());
        assertTrue(said.get(1).startsWith(JavaProcess.FAILED + "the venue ended the session: "), said.toString());
        assertTrue(said.get(1).contains("more than 20 messages in a second"), said.toString());
        assertTrue(said.get(2).startsWith("threw the venue ended the session: "), said.toString());
    }

    @Test
    void shouldSayWhatIsWrongWhenThePlanHasNoSuchStage(@TempDir final Path results) throws IOException
    {
        final Path file = results.resolve("plan.json");
        new ObjectMapper().writeValue(file.toFile(), plan("C", results));
        final Generator generator = new Generator(file);
        final ByteArrayInputStream request =
            new ByteArrayInputStream("RUN nothing\n".getBytes(StandardCharsets.UTF_8));
        assertTrue(assertThrows(IllegalArgumentException.class, () -> generator.run(request, System.err))
            .getMessage().contains("name=nothing"));
    }
}
