// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.result;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * Several runs of one stage as one result. Every figure and every percentile is the median of the runs; what must not
 * happen at all, and what must be so for every transaction, is that of the worst run. What cannot be a median, a
 * timeline, a distribution's buckets, the processor time of threads, is that of one run: the middle one by what the
 * stage is for.
 */
public final class Repetition
{
    private static final Set<String> WORST = Set.of("unanswered", "burstUnanswered", "notRecovered");
    private static final Set<String> LEAST = Set.of("publicFirstShare");
    private static final Set<String> FULL = Set.of("SATURATE", "RING");
    private static final String REFUSED = "refused.";
    private static final String LOST = "lost";
    private static final String MEDIAN = "50";

    private final List<StageResult> stages;
    private final StageResult middle;
    private final Map<String, List<Double>> runs = new LinkedHashMap<>();

    private Repetition(final List<StageResult> stages)
    {
        this.stages = stages;
        middle = stages.stream().sorted(Comparator.comparingDouble(Repetition::chief)).toList()
            .get((stages.size() - 1) / 2);
    }

    /**
     * Puts runs together.
     *
     * @param name of the stage.
     * @param stages what each run found, in their order; at least one.
     * @return the one run under that name, or the medians of all.
     */
    public static StageResult merge(final String name, final List<StageResult> stages)
    {
        return (1 == stages.size() ? stages.getFirst() : new Repetition(stages).merge()).withName(name);
    }

    /** What a stage is for: a rate, a time, or what is used when nothing is done. */
    private static double chief(final StageResult stage)
    {
        final Map<String, Double> figures = stage.figures();
        if (!FULL.contains(stage.kind()) && !stage.latencies().isEmpty())
        {
            return stage.latencies().getFirst().all().byPercentile().getOrDefault(MEDIAN, 0L);
        }
        return figures.getOrDefault("acceptedPerSecond", figures.getOrDefault("idleCoreShare", 0.0));
    }

    private StageResult merge()
    {
        final Map<String, Double> figures = new LinkedHashMap<>();
        final Set<String> names = new LinkedHashSet<>(middle.figures().keySet());
        stages.forEach((stage) -> names.addAll(stage.figures().keySet()));
        for (final String name : names)
        {
            // A reason for which a run was refused nothing is not among its figures.
            final double otherwise = name.startsWith(REFUSED) ? 0 : Double.NaN;
            final Spread spread = note(name, (stage) -> stage.figures().getOrDefault(name, otherwise));
            figures.put(name, WORST.contains(name) ? spread.highest() : LEAST.contains(name) ? spread.lowest() :
                spread.median());
        }
        final List<LatencyResult> latencies = middle.latencies().stream().map(this::latency).toList();
        final List<FeedResult> feeds = middle.feeds().stream().map(this::feed).toList();
        middle.threads().keySet().forEach((name) -> note(FigurePath.thread(name),
            (stage) -> stage.threads().containsKey(name) ? stage.threads().get(name) : Double.NaN));
        return middle.withFigures(figures).withLatencies(latencies).withFeeds(feeds).withRuns(runs).withCondition(
            middle.condition() + "; medians of " + stages.size() + " runs, each with a venue of its own; what is " +
            "drawn by the second or by the sample is of one of them");
    }

    /** Keeps what each run came to, of those that have it. */
    private Spread note(final String path, final ToDoubleFunction<StageResult> of)
    {
        final List<Double> values =
            stages.stream().mapToDouble(of).filter((value) -> !Double.isNaN(value)).boxed().toList();
        runs.put(path, values);
        return Spread.of(values);
    }

    private LatencyResult latency(final LatencyResult ofMiddle)
    {
        final List<LatencyResult> all = new ArrayList<>();
        for (final StageResult stage : stages)
        {
            stage.latencies().stream().filter((one) -> one.name().equals(ofMiddle.name()) &&
                one.group().equals(ofMiddle.group())).forEach(all::add);
        }
        final List<LatencyResult.Percentiles> clean =
            all.stream().map(LatencyResult::clean).filter((one) -> null != one && 0 < one.count()).toList();
        return ofMiddle
            .withAll(percentiles(ofMiddle.name(), all.stream().map(LatencyResult::all).toList(), false))
            .withClean(clean.isEmpty() ? ofMiddle.clean() : percentiles(ofMiddle.name(), clean, true))
            .withRemovedShare(Spread.of(all.stream().map(LatencyResult::removedShare).toList()).median());
    }

    private LatencyResult.Percentiles percentiles(
        final String name, final List<LatencyResult.Percentiles> all, final boolean isClean)
    {
        final Map<String, Long> byPercentile = new LinkedHashMap<>();
        for (final String percentile : all.getFirst().byPercentile().keySet())
        {
            byPercentile.put(percentile, Math.round(note(name, percentile, isClean,
                all.stream().map((one) -> (double)one.byPercentile().get(percentile)).toList())));
        }
        return new LatencyResult.Percentiles(
            // Each run has its own percentiles: they are worth what the fewest samples are.
            all.stream().mapToLong(LatencyResult.Percentiles::count).min().orElseThrow(),
            Math.round(note(name, "min", isClean, all.stream().map((one) -> (double)one.minNs()).toList())),
            Math.round(note(name, "mean", isClean, all.stream().map((one) -> (double)one.meanNs()).toList())),
            Math.round(note(name, "max", isClean, all.stream().map((one) -> (double)one.maxNs()).toList())),
            byPercentile);
    }

    private double note(
        final String name, final String percentile, final boolean isClean, final List<Double> values)
    {
        runs.put(FigurePath.latency(name, percentile, isClean), values);
        return Spread.of(values).median();
    }

    private FeedResult feed(final FeedResult ofMiddle)
    {
        final List<FeedResult> all = stages.stream().flatMap((stage) -> stage.feeds().stream())
            .filter((one) -> one.name().equals(ofMiddle.name())).toList();
        return new FeedResult(ofMiddle.name(),
            median(all, "packets", FeedResult::packets),
            median(all, "messages", FeedResult::messages),
            median(all, "bytes", FeedResult::bytes),
            Math.round(feed(all, LOST, FeedResult::lost).highest()),
            median(all, "bitsPerSecond", FeedResult::bitsPerSecond),
            median(all, "peakBitsPerSecond1s", FeedResult::peakBitsPerSecond1s),
            median(all, "peakBitsPerSecond1ms", FeedResult::peakBitsPerSecond1ms),
            ofMiddle.bitsBySecond());
    }

    private long median(final List<FeedResult> all, final String figure, final ToDoubleFunction<FeedResult> of)
    {
        return Math.round(feed(all, figure, of).median());
    }

    private Spread feed(final List<FeedResult> all, final String figure, final ToDoubleFunction<FeedResult> of)
    {
        final List<Double> values = all.stream().mapToDouble(of).boxed().toList();
        runs.put(FigurePath.feed(all.getFirst().name(), figure), values);
        return Spread.of(values);
    }
}
