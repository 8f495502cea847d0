// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.observe;

import io.bourse.jmh.loadtest.result.LatencyResult;
import io.bourse.jmh.loadtest.result.LatencyResult.Bucket;
import io.bourse.jmh.loadtest.result.LatencyResult.Percentiles;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Histograms as results.
 */
final class Distributions
{
    private static final long FIRST_BUCKET_NS = 1_000;
    private static final double GROWTH = Math.pow(10, 0.05);
    private static final String[] PERCENTILES = {"50", "90", "99", "99.9", "99.99"};

    private Distributions()
    {
    }

    /** A distribution of which nobody judged the floor. */
    static LatencyResult unjudged(final String name, final String group, final Histogram histogram)
    {
        final Map<String, Long> percentiles = new LinkedHashMap<>();
        for (final String percentile : PERCENTILES)
        {
            percentiles.put(percentile, histogram.getValueAtPercentile(Double.parseDouble(percentile)));
        }
        return new LatencyResult(name, group, new Percentiles(histogram.getTotalCount(), histogram.getMinValue(),
            (long)histogram.getMean(), histogram.getMaxValue(), percentiles), null, 0, buckets(histogram), null);
    }

    private static List<Bucket> buckets(final Histogram histogram)
    {
        final List<Bucket> buckets = new ArrayList<>();
        long fromNs = 0;
        for (final HistogramIterationValue value : histogram.logarithmicBucketValues(FIRST_BUCKET_NS, GROWTH))
        {
            if (value.getCountAddedInThisIterationStep() > 0)
            {
                buckets.add(new Bucket(fromNs, value.getValueIteratedTo() + 1,
                    value.getCountAddedInThisIterationStep()));
            }
            fromNs = value.getValueIteratedTo() + 1;
        }
        return buckets;
    }
}
