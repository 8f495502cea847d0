// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.result;

import io.soabase.recordbuilder.core.RecordBuilder;

import java.util.List;
import java.util.Map;

/**
 * One stage of a load test: a load, and what it did to the venue. A stage that ran more than once has the medians of
 * its runs, see {@link Repetition}.
 *
 * @param name of the stage, unique in the test.
 * @param kind what kind of load it was, for instance CONSTANT.
 * @param title for readers.
 * @param condition everything a figure of it depends on, as one sentence.
 * @param figures every single number by name: counts, rates a second, shares (0 to 1), times in nanoseconds; units are
 *     in the names ({@code acceptedPerSecond}, {@code recoveryNs}, {@code publicFirstShare}).
 * @param timeline second by second.
 * @param latencies distributions of times.
 * @param feeds what was received of market data.
 * @param threads processor time of each thread of the venue for one transaction, nanoseconds.
 * @param paths of the requests of a packet, through the venue; empty when there are no packets.
 * @param runs by {@link FigurePath} what each run came to, in their order; empty when it ran once.
 */
@RecordBuilder
public record StageResult(
    String name,
    String kind,
    String title,
    String condition,
    Map<String, Double> figures,
    List<Second> timeline,
    List<LatencyResult> latencies,
    List<FeedResult> feeds,
    Map<String, Long> threads,
    List<QueuePath> paths,
    Map<String, List<Double>> runs) implements StageResultBuilder.With
{
    /** Figures, with a door behind it: median from the event stream to a line of market data, or to answers. */
    public static final String DOOR_P50 = "doorP50Ns.";
    /** Figures, with a door behind it: 99 % of the same. */
    public static final String DOOR_P99 = "doorP99Ns.";
    /** How the door of a gateway's answers begins. */
    public static final String ANSWER_OF = "answer.";
    /** Figure: transactions a second that the venue accepted. */
    public static final String ACCEPTED_PER_SECOND = "acceptedPerSecond";

    /** Figure: how many times what the stage carries that it is compared with, in the same round. */
    public static final String TIMES_OF_BASE = "timesOfBase";

    /** Files of a test that knew no repetition have no runs, and those of one that knew no paths none. */
    public StageResult
    {
        paths = null == paths ? List.of() : paths;
        runs = null == runs ? Map.of() : runs;
    }

    /**
     * A stage that ran once.
     *
     * @param name of the stage.
     * @param kind of load.
     * @param title for readers.
     * @param condition everything a figure of it depends on.
     * @param figures by name.
     * @param timeline second by second.
     * @param latencies distributions of times.
     * @param feeds what was received.
     * @param threads processor time by thread.
     */
    public StageResult(
        final String name,
        final String kind,
        final String title,
        final String condition,
        final Map<String, Double> figures,
        final List<Second> timeline,
        final List<LatencyResult> latencies,
        final List<FeedResult> feeds,
        final Map<String, Long> threads)
    {
        this(name, kind, title, condition, figures, timeline, latencies, feeds, threads, List.of(), Map.of());
    }

    /**
     * How far runs of the stage are apart.
     *
     * @param path of a figure, see {@link FigurePath}.
     * @return null when the stage ran once, or has no such figure.
     */
    public Spread spread(final String path)
    {
        final List<Double> values = runs.get(path);
        return null == values ? null : Spread.of(values);
    }
}
