// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FeedHistogramTest
{
    @Test
    void shouldSayNothingWhenNothingWasRecorded()
    {
        final FeedHistogram histogram = new FeedHistogram();
        assertEquals(
            List.of(0L, 0L, 0L), List.of(histogram.count(), histogram.percentileNs(50), histogram.maxNs()));
    }

    @Test
    void shouldBeRightToOneBucketWhateverIsRecorded()
    {
        final long seed = System.nanoTime();
        System.out.println("FeedHistogramTest seed=" + seed);
        final Random random = new Random(seed);
        final FeedHistogram histogram = new FeedHistogram();
        final long[] values = new long[10_000];
        for (int i = 0; i < values.length; i++)
        {
            values[i] = random.nextLong(1L << random.nextInt(1, 40));
            histogram.record(values[i]);
        }
        Arrays.sort(values);
        assertEquals(values.length, histogram.count());
        assertEquals(values[values.length - 1], histogram.maxNs());
        for (final double percentile : new double[]{0.01, 1, 50, 90, 99, 99.9, 100})
        {
            final long exact = values[(int)Math.ceil(values.length * percentile / 100) - 1];
            final long actual = histogram.percentileNs(percentile);
            assertTrue(
                actual >= exact && actual <= exact + exact / 32,
                "seed=" + seed + " percentile=" + percentile + " exact=" + exact + " actual=" + actual);
        }
    }

    @Test
    void shouldTakeWhatIsOutOfRangeAsTheNearest()
    {
        final FeedHistogram histogram = new FeedHistogram();
        histogram.record(-5);
        histogram.record(Long.MAX_VALUE);
        assertEquals(0, histogram.percentileNs(50));
        assertEquals(2, histogram.count());
        assertEquals((1L << 40) - 1, histogram.percentileNs(100));
    }
}
