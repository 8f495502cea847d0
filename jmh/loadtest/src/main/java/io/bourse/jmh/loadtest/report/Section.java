// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

import io.bourse.jmh.loadtest.result.LatencyResult;
import io.bourse.jmh.loadtest.result.LoadTestResult;
import io.bourse.jmh.loadtest.result.StageResult;
import io.bourse.jmh.loadtest.tally.StageTally;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Sections of the page, in their order; those about which a test has nothing to say are left out. */
enum Section
{
    MISSED("missed", "What was missed", (result) -> true),
    CONDITIONS("conditions", "Conditions", (result) -> true),
    PUBLISHED("published", "Beside what was published", (result) -> true),
    PEAK("peak", "A test's most against production", (result) -> !PeakRow.all(result).isEmpty()),
    STAGES("stages", "Stages", (result) -> !result.stages().isEmpty()),
    RUNS("runs", "Spread of the runs", anyStage((stage) -> !stage.runs().isEmpty())),
    THROUGHPUT("throughput", "Throughput over time", anyStage(Section::hasTimeline)),
    ROUND_TRIPS("round-trips", "Round trips by rate", anyStage(Section::hasTimes)),
    CURVES("percentiles", "Percentile curves", anyStage(Section::hasTimes)),
    HUMPS("humps", "Orders and cancels: two humps", anyStage((stage) -> isTimed(stage, Section.GROUP_OF_HUMPS))),
    PLACES("places", "Latency by place in the burst", anyStage((stage) -> isTimed(stage, StageTally.PLACE))),
    PUBLIC_FIRST("public-first", "Public before private", anyStage(Section::hasPublicFirst)),
    FEEDS("feeds", "Market data", anyStage((stage) -> !stage.feeds().isEmpty())),
    BURSTS("bursts", "Bursts and recovery", anyStage((stage) -> "BURSTS".equals(stage.kind()))),
    THREADS("threads", "Processor time by thread", anyStage((stage) -> !stage.threads().isEmpty())),
    MEMORY("memory", "Memory and idleness", anyStage(Section::hasMemory)),
    CLEARING("clearing", "Clearing and reports", (result) -> !result.clearing().isEmpty()),
    REPLAYS("replays", "Replays", (result) -> !result.replays().isEmpty()),
    FLOOR("floor", "The floor of the machine", anyStage((stage) -> !stage.timeline().isEmpty())),
    TROUBLES("troubles", "What went wrong", (result) -> true),
    FIGURES("figures", "All figures", (result) -> !result.stages().isEmpty()),
    METHOD("method", "How to read it", (result) -> true);

    /** Group of the times of orders and of cancels, whatever a session speaks. */
    static final String GROUP_OF_HUMPS = "humps";
    /** Groups that the section of round trips has not. */
    static final Set<String> SHOWN_ELSEWHERE = Set.of(StageTally.PLACE, GROUP_OF_HUMPS);
    private static final Set<String> MEMORY_FIGURES = Set.of("idleCoreShare", "rssBytes", "heapAfterBytes");

    private final String id;
    private final String title;
    private final Predicate<LoadTestResult> isThere;

    Section(final String id, final String title, final Predicate<LoadTestResult> isThere)
    {
        this.id = id;
        this.title = title;
        this.isThere = isThere;
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
