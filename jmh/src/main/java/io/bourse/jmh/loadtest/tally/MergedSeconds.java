// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.tally;

import io.bourse.jmh.loadtest.result.Second;
import org.HdrHistogram.Histogram;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Seconds of a stage, of one generator or of several that began together. */
final class MergedSeconds
{
    private static final long LEAST_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final double NS_PER_SECOND = 1e9;

    private final Map<Integer, List<StageTally.Part>> bySecond = new TreeMap<>();

    MergedSeconds(final List<StageTally> tallies)
    {
        tallies.forEach((tally) -> tally.seconds().forEach((part) ->
            bySecond.computeIfAbsent(part.second().second(), (second) -> new ArrayList<>()).add(part)));
    }

    /** Accepted transactions a second in the fullest second; a rest is none. */
    double peakPerSecond()
    {
        return bySecond.values().stream()
            .filter((parts) -> parts.stream().allMatch((part) -> LEAST_NS <= part.lengthNs()))
            .mapToDouble((parts) -> parts.stream().mapToDouble(
                (part) -> part.second().accepted() * NS_PER_SECOND / part.lengthNs()).sum())
            .max().orElse(0);
    }

    /** What all generators did, second by second, with times of the logs of all of them. */
    List<Second> merged(final MergedLogs logs)
    {
        return bySecond.entrySet().stream().map((entry) -> merged(entry.getKey(),
            entry.getValue().stream().map(StageTally.Part::second).toList(), logs.of(entry.getKey()))).toList();
    }

    private static Second merged(final int number, final List<Second> parts, final Histogram times)
    {
        return new Second(number,
            parts.stream().mapToLong(Second::due).sum(),
            parts.stream().mapToLong(Second::accepted).sum(),
            parts.stream().mapToLong(Second::orders).sum(),
            parts.stream().mapToLong(Second::cancels).sum(),
            parts.stream().mapToLong(Second::trades).sum(),
            parts.stream().mapToLong(Second::refused).sum(),
            times.getValueAtPercentile(50), times.getValueAtPercentile(99), times.getMaxValue(),
            parts.stream().mapToLong(Second::floorMaxNs).max().orElse(0));
    }
}
