// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.tally;

import io.bourse.jmh.loadtest.result.Second;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

/** Seconds of a stage, of one generator or of several that began together. */
final class MergedSeconds
{
    private static final long LEAST_NS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final double NS_PER_SECOND = 1e9;

    private final Map<Integer, List<StageTally.Part>> bySecond = new TreeMap<>();
    private final List<StageTally> tallies;

    MergedSeconds(final List<StageTally> tallies)
    {
        this.tallies = tallies;
        tallies.forEach((tally) -> tally.seconds().forEach((part) ->
            bySecond.computeIfAbsent(part.second().second(), (second) -> new ArrayList<>()).add(part)));
    }

    /**
     * What was most in a second, as a rate; a rest is none. Of several generators the rates in seconds
     * of the same number are added up. A generator whose interval ended late may have two of one number: they are one
     * after the other, so they have one rate. Where a generator has but a rest, the others' rates are the second's:
     * that is less than it was, never more.
     */
    double peakPerSecond(final ToLongFunction<Second> figure)
    {
        if (1 == tallies.size())
        {
            return fullest(tallies.getFirst().seconds().stream().map((part) -> Stretch.of(part, figure))
                .filter(Stretch::isRate).map(Stretch::perSecond).toList());
        }
        final Map<Integer, Double> perSecond = new TreeMap<>();
        tallies.forEach((tally) -> stretches(tally, figure).forEach((second, stretch) ->
        {
            if (stretch.isRate())
            {
                perSecond.merge(second, stretch.perSecond(), Double::sum);
            }
        }));
        return fullest(perSecond.values());
    }

    private static double fullest(final Collection<Double> perSecond)
    {
        return perSecond.stream().mapToDouble(Double::doubleValue).max().orElse(0);
    }

    private static Map<Integer, Stretch> stretches(
        final StageTally tally, final ToLongFunction<Second> figure)
    {
        final Map<Integer, Stretch> stretches = new TreeMap<>();
        tally.seconds().forEach((part) ->
            stretches.merge(part.second().second(), Stretch.of(part, figure), Stretch::and));
        return stretches;
    }

    /** What a generator's sessions did without a break. */
    private record Stretch(long count, long lengthNs)
    {
        static Stretch of(final StageTally.Part part, final ToLongFunction<Second> figure)
        {
            return new Stretch(figure.applyAsLong(part.second()), part.lengthNs());
        }

        Stretch and(final Stretch next)
        {
            return new Stretch(count + next.count, lengthNs + next.lengthNs);
        }

        boolean isRate()
        {
            return LEAST_NS <= lengthNs;
        }

        double perSecond()
        {
            return count * NS_PER_SECOND / lengthNs;
        }
    }

    /** What all generators did, second by second, with times of the logs of all of them. */
    List<Second> merged(final MergedLogs logs)
    {
        return bySecond.entrySet().stream().map((entry) -> merged(entry.getKey(),
            entry.getValue().stream().map(StageTally.Part::second).toList(), logs.of(entry.getKey()))).toList();
    }

    private static Second merged(final int number, final List<Second> parts, final MergedLogs.Times times)
    {
        return new Second(number,
            parts.stream().mapToLong(Second::due).sum(),
            parts.stream().mapToLong(Second::accepted).sum(),
            parts.stream().mapToLong(Second::orders).sum(),
            parts.stream().mapToLong(Second::cancels).sum(),
            parts.stream().mapToLong(Second::trades).sum(),
            parts.stream().mapToLong(Second::refused).sum(),
            times.p50Ns(), times.p99Ns(), times.maxNs(),
            parts.stream().mapToLong(Second::floorMaxNs).max().orElse(0));
    }
}
