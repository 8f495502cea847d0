// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.report;

import io.bourse.jmh.loadtest.result.Second;
import io.bourse.jmh.loadtest.result.StageResult;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** Seconds of a stage as points of a chart; a long stage is drawn in steps of several seconds. */
final class Timeline
{
    private static final int MOST_POINTS = 600;
    private static final double FULL = 0.95;

    private final List<Second> seconds;
    private final int step;

    Timeline(final StageResult stage)
    {
        this(full(stage));
    }

    Timeline(final List<Second> seconds)
    {
        this.seconds = seconds;
        step = Math.max(1, (seconds.size() + MOST_POINTS - 1) / MOST_POINTS);
    }

    /** Seconds without the rest in which the last answers came: what is in it is no rate. */
    static List<Second> full(final StageResult stage)
    {
        final List<Second> all = stage.timeline();
        final double endSecond = stage.figures().getOrDefault("durationNs", Double.MAX_VALUE) / Show.NS_PER_SECOND;
        return 1 < all.size() && FULL > endSecond - all.getLast().second() ? all.subList(0, all.size() - 1) : all;
    }

    /** What a chart must say of it. */
    String note()
    {
        return 1 == step ? "each point is a second" :
            "each point is " + step + " seconds: rates are their mean, times the worst of them";
    }

    /** Mean by the second. */
    List<List<Double>> rate(final ToLongFunction<Second> figure)
    {
        return points((some) -> some.mapToLong(figure).average().orElse(0), false);
    }

    /** Worst, in microseconds; seconds without a sample are left out. */
    List<List<Double>> worstUs(final ToLongFunction<Second> figure)
    {
        return points((some) -> some.mapToLong(figure).max().orElse(0) / Show.NS_PER_US, true);
    }

    private List<List<Double>> points(final ToDoubleFunction<Stream<Second>> figure, final boolean isAboveZero)
    {
        final List<List<Double>> points = new ArrayList<>();
        for (int i = 0; i < seconds.size(); i += step)
        {
            final double value =
                figure.applyAsDouble(seconds.subList(i, Math.min(seconds.size(), i + step)).stream());
            if (!isAboveZero || 0 < value)
            {
                points.add(List.of((double)seconds.get(i).second(), Math.rint(1e3 * value) / 1e3));
            }
        }
        return points;
    }
}
