// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.generator;

import io.bourse.jmh.loadtest.result.LatencyResult;
import io.bourse.jmh.loadtest.result.Percentages;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

import java.util.List;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class PercentagesTest
{
    private static final long US = 1_000;

    /** A thousand times of 1 to 1000 us, and ten of a second that a gap of the floor has touched. */
    private static LatencyResult result()
    {
        final Histogram all = Distributions.newHistogram();
        final Histogram removed = Distributions.newHistogram();
        for (int i = 1; i <= 1_000; i++)
        {
            all.recordValue(i * US);
        }
        for (int i = 0; i < 10; i++)
        {
            all.recordValue(1_000_000 * US);
            removed.recordValue(1_000_000 * US);
        }
        return Percentages.result("TWIME order", "round trip", all, removed, "log");
    }

    private static void assertNear(final long expected, final long actual)
    {
        assertEquals(expected, actual, expected / 500.0);
    }

    @Test
    void shouldLeaveOutWhatAGapHasTouchedWhenCleanIsAskedFor()
    {
        final LatencyResult result = result();
        assertEquals(1_010, result.all().count());
        assertEquals(1_000, result.clean().count());
        assertEquals(10.0 / 1_010, result.removedShare());
        assertNear(505 * US, result.all().byPercentile().get("50"));
        assertNear(1_000_000 * US, result.all().byPercentile().get("99.9"));
        assertNear(1_000_000 * US, result.all().byPercentile().get("100"));
        assertNear(500 * US, result.clean().byPercentile().get("50"));
        assertNear(990 * US, result.clean().byPercentile().get("99"));
        assertNear(1_000 * US, result.clean().byPercentile().get("99.99"));
        assertNear(1_000 * US, result.clean().maxNs());
        assertNear(US, result.clean().minNs());
    }

    @Test
    void shouldPutEveryTimeIntoABucketOfGrowingWidth()
    {
        final List<LatencyResult.Bucket> buckets = result().histogram();
        assertEquals(1_010, buckets.stream().mapToLong(LatencyResult.Bucket::count).sum());
        for (int i = 1; i < buckets.size(); i++)
        {
            assertTrue(buckets.get(i).fromNs() >= buckets.get(i - 1).toNs(), buckets.get(i).toString());
        }
        assertEquals(10, buckets.getLast().count());
        assertTrue(buckets.getLast().toNs() - buckets.getLast().fromNs() < buckets.getLast().fromNs() / 10);
    }

    @Test
    void shouldHaveNoTimesWhenAllAreRemoved()
    {
        final Histogram all = Distributions.newHistogram();
        all.recordValue(US);
        final LatencyResult result = Percentages.result("a", "b", all, all, null);
        assertEquals(0, result.clean().count());
        assertEquals(0, result.clean().byPercentile().get("99"));
        assertEquals(1, result.removedShare());
    }
}
