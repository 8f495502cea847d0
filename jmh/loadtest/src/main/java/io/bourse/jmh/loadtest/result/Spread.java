// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.result;

import java.util.List;

/**
 * What several runs of a stage came to, of one figure.
 *
 * @param runs that have the figure.
 * @param lowest of them.
 * @param median of them; of an even number the mean of the two in the middle.
 * @param highest of them.
 */
public record Spread(int runs, double lowest, double median, double highest)
{
    /**
     * Of the values of the runs.
     *
     * @param values one for each run, at least one.
     * @return spread.
     */
    public static Spread of(final List<Double> values)
    {
        final double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        final int half = sorted.length / 2;
        return new Spread(sorted.length, sorted[0],
            0 == (sorted.length & 1) ? (sorted[half - 1] + sorted[half]) / 2 : sorted[half],
            sorted[sorted.length - 1]);
    }

    /**
     * Whether some run of the one may as well have been one of the other.
     *
     * @param other spread of the same figure.
     * @return false when every run of the one is above, or below, every run of the other.
     */
    public boolean overlaps(final Spread other)
    {
        return lowest <= other.highest && other.lowest <= highest;
    }
}
