// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

import io.bourse.jmh.loadtest.result.LatencyResult;
import io.bourse.jmh.loadtest.result.LoadTestResult;
import io.bourse.jmh.loadtest.result.StageResult;
import io.bourse.jmh.loadtest.tally.StageTally;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Sections of the page, in their order; those about which a test has nothing to say are left out. */
enum Section
{
    TESTED("tested", "What was tested", (result) -> true,
        (sheet) -> new FrontSections(sheet).tested()),
    HEADLINE("headline", "Headline figures", (result) -> !FrontSections.headline(result).isEmpty(),
        (sheet) -> new FrontSections(sheet).headline()),
    LOAD("load", "The load over time", anyStage(Section::hasTimeline),
        (sheet) -> new FrontSections(sheet).load()),
    CONDITIONS("conditions", "Conditions", (result) -> true,
        (sheet) -> new FrontSections(sheet).conditions()),
    MISSED("missed", "What was missed", (result) -> true,
        (sheet) -> new OverviewSections(sheet).missed()),
    PUBLISHED("published", "Beside what was published", (result) -> true,
        (sheet) -> new OverviewSections(sheet).published()),
    PEAK("peak", "A test's most against production", (result) -> !PeakRow.all(result).isEmpty(),
        (sheet) -> new OverviewSections(sheet).peak()),
    STAGES("stages", "Stages", (result) -> !result.stages().isEmpty(),
        (sheet) -> new OverviewSections(sheet).stages()),
    RUNS("runs", "Spread of the runs", anyStage((stage) -> !stage.runs().isEmpty()),
        (sheet) -> new RunSections(sheet).runs()),
    THROUGHPUT("throughput", "Throughput over time", anyStage(Section::hasTimeline),
        (sheet) -> new LoadSections(sheet).throughput()),
    ROUND_TRIPS("round-trips", "Round trips by rate", anyStage(Section::hasTimes),
        (sheet) -> new LatencySections(sheet).roundTrips()),
    CURVES("percentiles", "Percentile curves", anyStage(Section::hasTimes),
        (sheet) -> new LatencySections(sheet).curves()),
    CLIENTS("clients", "Clients beside the load", (result) -> !ClientSections.stages(result).isEmpty(),
        (sheet) -> new ClientSections(sheet).clients()),
    HUMPS("humps", "Orders and cancels: two humps", anyStage((stage) -> isTimed(stage, StageTally.HUMPS)),
        (sheet) -> new LatencySections(sheet).humps()),
    PLACES("places", "Latency by place in the burst", anyStage((stage) -> isTimed(stage, StageTally.PLACE)),
        (sheet) -> new LoadSections(sheet).places()),
    PRODUCTS("products", "Response times by product", anyStage((stage) -> isTimed(stage, StageTally.PRODUCT)),
        (sheet) -> new ProductSections(sheet).products()),
    PARTS("parts", "Partitions and markets", anyStage((stage) -> isTimed(stage, StageTally.PART)),
        (sheet) -> new PartSections(sheet).parts()),
    PUBLIC_FIRST("public-first", "Public before private", anyStage(Section::hasPublicFirst),
        (sheet) -> new LatencySections(sheet).publicFirst()),
    FEEDS("feeds", "Market data", anyStage((stage) -> !stage.feeds().isEmpty()),
        (sheet) -> new SystemSections(sheet).feeds()),
    BURSTS("bursts", "Bursts and recovery", anyStage((stage) -> "BURSTS".equals(stage.kind())),
        (sheet) -> new LoadSections(sheet).bursts()),
    THREADS("threads", "Processor time by thread", anyStage((stage) -> !stage.threads().isEmpty()),
        (sheet) -> new SystemSections(sheet).threads()),
    MEMORY("memory", "Memory and idleness", anyStage(Section::hasMemory),
        (sheet) -> new SystemSections(sheet).memory()),
    CLEARING("clearing", "Clearing and reports", (result) -> !result.clearing().isEmpty(),
        (sheet) -> new SystemSections(sheet).clearing()),
    REPLAYS("replays", "Replays", (result) -> !result.replays().isEmpty(),
        (sheet) -> new SystemSections(sheet).replays()),
    FLOOR("floor", "The floor of the machine", anyStage((stage) -> !stage.timeline().isEmpty()),
        (sheet) -> new SystemSections(sheet).floor()),
    TROUBLES("troubles", "What went wrong", (result) -> true,
        (sheet) -> new SystemSections(sheet).troubles()),
    FIGURES("figures", "All figures", (result) -> !result.stages().isEmpty(),
        (sheet) -> new SystemSections(sheet).figures()),
    METHOD("method", "How to read it", (result) -> true,
        (sheet) -> new SystemSections(sheet).method());

    /** Groups that the section of round trips has not. */
    static final Set<String> SHOWN_ELSEWHERE =
        Set.of(StageTally.PLACE, StageTally.PRODUCT, StageTally.PART, StageTally.HUMPS);
    private static final Set<String> MEMORY_FIGURES = Set.of("idleCoreShare", "rssBytes", "heapAfterBytes");

    private final String id;
    private final String title;
    private final Predicate<LoadTestResult> isThere;
    private final Writer writer;

    /** Writes a section. */
    @FunctionalInterface
    private interface Writer
    {
        void write(Sheet sheet) throws IOException;
    }

    Section(final String id, final String title, final Predicate<LoadTestResult> isThere, final Writer writer)
    {
        this.id = id;
        this.title = title;
        this.isThere = isThere;
        this.writer = writer;
    }

    /** Those that the page of a test has. */
    static List<Section> of(final LoadTestResult result)
    {
        return Stream.of(values()).filter((section) -> section.isIn(result)).toList();
    }

    /** Whether there is something to say. */
    boolean isIn(final LoadTestResult result)
    {
        return isThere.test(result);
    }

    /** Whether it is on the first page. */
    boolean isFront()
    {
        return ordinal() <= CONDITIONS.ordinal();
    }

    void write(final Sheet sheet) throws IOException
    {
        writer.write(sheet);
    }

    String id()
    {
        return id;
    }

    String title()
    {
        return title;
    }

    private static Predicate<LoadTestResult> anyStage(final Predicate<StageResult> has)
    {
        return (result) -> result.stages().stream().anyMatch(has);
    }

    /** Whether a stage has a course that can be drawn. */
    static boolean hasTimeline(final StageResult stage)
    {
        return 1 < Timeline.full(stage).size() && !"WARMUP".equals(stage.kind());
    }

    private static boolean hasTimes(final StageResult stage)
    {
        return stage.latencies().stream().map(LatencyResult::group).anyMatch(
            (group) -> !SHOWN_ELSEWHERE.contains(group) && !StageTally.FLOOR.equals(group));
    }

    private static boolean isTimed(final StageResult stage, final String group)
    {
        return stage.latencies().stream().anyMatch((latency) -> group.equals(latency.group()));
    }

    /** Whether it is known when its answers came beside their market data. */
    static boolean hasPublicFirst(final StageResult stage)
    {
        return stage.figures().containsKey("publicFirstShare");
    }

    /** Whether it is known what the venue had and used. */
    static boolean hasMemory(final StageResult stage)
    {
        return stage.figures().keySet().stream().anyMatch(MEMORY_FIGURES::contains);
    }
}
