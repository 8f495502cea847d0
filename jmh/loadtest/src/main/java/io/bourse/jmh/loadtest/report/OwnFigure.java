// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

import io.bourse.jmh.loadtest.result.ClearingTime;
import io.bourse.jmh.loadtest.result.FeedResult;
import io.bourse.jmh.loadtest.result.FigurePath;
import io.bourse.jmh.loadtest.result.LatencyResult;
import io.bourse.jmh.loadtest.result.LoadTestResult;
import io.bourse.jmh.loadtest.result.Spread;
import io.bourse.jmh.loadtest.result.StageResult;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * A figure of ours.
 *
 * @param value in the unit in which its dimension is kept.
 * @param where stage or part of the test.
 * @param condition everything it depends on.
 * @param isAskedFor whether it is a rate that the stage was to keep, not the most that it can.
 * @param samples of a time; null when it is none of a distribution.
 * @param spread of the runs; null when the stage ran once.
 */
record OwnFigure(
    double value,
    FigureKind kind,
    String where,
    String condition,
    boolean isAskedFor,
    Samples samples,
    Spread spread)
{
    /**
     * Samples of a time.
     *
     * @param count of them.
     * @param removedShare share of all that preemption explains and that are not among them; 0 when all are.
     * @param isEnough whether the time can be judged: a percentile with fewer than ten samples above it is one of them,
     *     by chance.
     */
    record Samples(long count, double removedShare, boolean isEnough)
    {
        /** For readers. */
        String text()
        {
            return Show.count(count) + (0 == removedShare ? "" : ", " + Show.percent(removedShare) + " removed");
        }
    }

    private static final String CLEARING = "clearing/";
    private static final String FEEDS = "feeds";
    private static final String CLEAN = "clean";
    private static final String CONSTANT = "CONSTANT";
    private static final BigDecimal WHOLE = BigDecimal.valueOf(100);
    private static final BigDecimal LEAST_ABOVE = BigDecimal.valueOf(10);

    /**
     * Finds what a row of a published table asks for.
     *
     * @param result of the test.
     * @param path {@code STAGE/FIGURE}, {@code STAGE/LATENCY/PERCENTILE}, the same with {@code /clean},
     *     {@code STAGE/feeds/LINE/FIGURE} or {@code clearing/STEP}; null for nothing.
     * @return empty when it was not measured.
     */
    static Optional<OwnFigure> find(final LoadTestResult result, final String path)
    {
        if (null == path)
        {
            return Optional.empty();
        }
        if (path.startsWith(CLEARING))
        {
            return result.clearing().stream()
                .filter((time) -> path.substring(CLEARING.length()).equals(time.step())).findFirst()
                .map(OwnFigure::of);
        }
        final int slash = path.indexOf('/');
        return 0 > slash ? Optional.empty() : result.stages().stream()
            .filter((stage) -> path.substring(0, slash).equals(stage.name())).findFirst()
            .flatMap((stage) -> of(stage, path.substring(slash + 1)));
    }

    /** The same with the value of another run. */
    OwnFigure of(final double other)
    {
        return new OwnFigure(other, kind, where, condition, isAskedFor, samples, spread);
    }

    private static OwnFigure of(final ClearingTime time)
    {
        return new OwnFigure(time.seconds() * Show.NS_PER_SECOND, FigureKind.DURATION, "clearing",
            time.condition(), false, null, null);
    }

    private static Optional<OwnFigure> of(final StageResult stage, final String figure)
    {
        final Double value = stage.figures().get(figure);
        if (null != value)
        {
            return Optional.of(new OwnFigure(value, FigureKind.of(figure), stage.name(), stage.condition(),
                CONSTANT.equals(stage.kind()) && figure.startsWith(StageResult.ACCEPTED_PER_SECOND), null,
                stage.spread(figure)));
        }
        final String[] parts = figure.split("/");
        if (3 == parts.length && FEEDS.equals(parts[0]))
        {
            return stage.feeds().stream().filter((feed) -> parts[1].equals(feed.name())).findFirst()
                .flatMap((feed) -> of(stage, feed, parts[2]));
        }
        return 2 > parts.length ? Optional.empty() : stage.latencies().stream()
            .filter((latency) -> parts[0].equals(latency.name())).findFirst()
            .flatMap((latency) -> of(stage, latency, parts[1], 3 == parts.length && CLEAN.equals(parts[2])));
    }

    private static Optional<OwnFigure> of(final StageResult stage, final FeedResult feed, final String figure)
    {
        final Long value = switch (figure)
        {
            case "packets" -> feed.packets();
            case "messages" -> feed.messages();
            case "bytes" -> feed.bytes();
            case "lost" -> feed.lost();
            case "bitsPerSecond" -> feed.bitsPerSecond();
            case "peakBitsPerSecond1s" -> feed.peakBitsPerSecond1s();
            case "peakBitsPerSecond1ms" -> feed.peakBitsPerSecond1ms();
            default -> null;
        };
        final FigureKind kind =
            "bytes".equals(figure) ? new FigureKind(Dimension.BYTES, 0) : FigureKind.of(figure);
        return Optional.ofNullable(value)
            .map((found) -> new OwnFigure(found, kind, stage.name(), stage.condition(), false, null,
                stage.spread(FigurePath.feed(feed.name(), figure))));
    }

    private static Optional<OwnFigure> of(
        final StageResult stage, final LatencyResult latency, final String percentile, final boolean isClean)
    {
        final LatencyResult.Percentiles times = isClean ? latency.clean() : latency.all();
        // When the floor has touched every sample there is nothing left to judge.
        if (null == times || 0 == times.count())
        {
            return Optional.empty();
        }
        final Long value = switch (percentile)
        {
            case "min" -> times.minNs();
            case "mean" -> times.meanNs();
            case "max" -> times.maxNs();
            default -> times.byPercentile().get(percentile);
        };
        final Samples samples = new Samples(times.count(), isClean ? latency.removedShare() : 0,
            !times.byPercentile().containsKey(percentile) || isEnough(times.count(), percentile));
        return Optional.ofNullable(value).map((found) -> new OwnFigure(found, FigureKind.DURATION, stage.name(),
            stage.condition(), false, samples, stage.spread(FigurePath.latency(latency.name(), percentile, isClean))));
    }

    /** Whether ten samples are above it. In decimal: 99.99 has no binary fraction, and ten samples are ten. */
    static boolean isEnough(final long count, final String percentile)
    {
        final BigDecimal above = WHOLE.subtract(new BigDecimal(percentile)).multiply(BigDecimal.valueOf(count));
        return 0 <= above.compareTo(LEAST_ABOVE.multiply(WHOLE));
    }
}
