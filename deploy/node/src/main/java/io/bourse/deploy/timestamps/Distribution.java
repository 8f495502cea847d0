// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.timestamps;

import java.util.Arrays;

/**
 * Distribution of times, exact: each percentile is one of the times.
 *
 * @param count of times.
 * @param meanNs their average, without a fraction.
 * @param minNs shortest.
 * @param medianNs half are not longer.
 * @param p90Ns 90 % are not longer.
 * @param p99Ns 99 % are not longer.
 * @param p999Ns 99.9 % are not longer.
 * @param maxNs longest.
 */
public record Distribution(
    long count, long meanNs, long minNs, long medianNs, long p90Ns, long p99Ns, long p999Ns, long maxNs)
{
    private static final int PER_MILLE = 1_000;

    /**
     * Of some times.
     *
     * @param timesNs at least one, in any order.
     * @return their distribution.
     */
    public static Distribution of(final long[] timesNs)
    {
        final long[] sorted = timesNs.clone();
        Arrays.sort(sorted);
        return new Distribution(sorted.length, Arrays.stream(sorted).sum() / sorted.length, sorted[0], at(sorted, 500),
            at(sorted, 900), at(sorted, 990), at(sorted, 999), sorted[sorted.length - 1]);
    }

    /** The smallest time that so many per mille of all times do not exceed. */
    private static long at(final long[] sorted, final int perMille)
    {
        return sorted[(int)(((long)sorted.length * perMille + PER_MILLE - 1) / PER_MILLE) - 1];
    }
}
