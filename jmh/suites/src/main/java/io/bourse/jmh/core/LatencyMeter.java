// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.core;

import io.bourse.jmh.loadtest.ring.BareCore;
import io.bourse.jmh.loadtest.ring.CommandLaps;
import org.HdrHistogram.Histogram;

/**
 * Times of single commands, and beside them the hiccup floor: after every command the thread does nothing but look at
 * the clock for as long as the command took, and the time that this really takes is recorded. Whatever the host, the
 * scheduler or the collector do to one they do to the other, so what the floor shows is not the core's.
 */
final class LatencyMeter
{
    private static final long MAX_NS = 10_000_000_000L;
    private static final int DIGITS = 3;
    private static final double[] PERCENTILES = {50, 90, 99, 99.9, 99.99, 99.999};
    private static final long TARGET_NS = 20_000;

    private final Histogram commands = new Histogram(MAX_NS, DIGITS);
    private final Histogram floor = new Histogram(MAX_NS, DIGITS);

    void reset()
    {
        commands.reset();
        floor.reset();
    }

    void measureNext(final CommandLaps flow, final BareCore engine)
    {
        final long beginNs = System.nanoTime();
        flow.sendNext(engine);
        final long endNs = System.nanoTime();
        final long tookNs = endNs - beginNs;
        final long floorBeginNs = System.nanoTime();
        long nowNs = System.nanoTime();
        while (nowNs - floorBeginNs < tookNs)
        {
            nowNs = System.nanoTime();
        }
        commands.recordValue(Math.min(MAX_NS, tookNs));
        floor.recordValue(Math.min(MAX_NS, nowNs - floorBeginNs));
    }

    void print()
    {
        System.out.printf("%nsingle commands, ns      command      floor (%d each)%n", commands.getTotalCount());
        for (final double percentile : PERCENTILES)
        {
            System.out.printf("  p%-10s %16d %10d%n", Double.toString(percentile),
                commands.getValueAtPercentile(percentile), floor.getValueAtPercentile(percentile));
        }
        System.out.printf("  max         %16d %10d%n", commands.getMaxValue(), floor.getMaxValue());
        final long slow = commands.getCountBetweenValues(TARGET_NS, MAX_NS);
        final long slowFloor = floor.getCountBetweenValues(TARGET_NS, MAX_NS);
        System.out.printf("  over 20 us  %16d %10d%n", slow, slowFloor);
    }
}
