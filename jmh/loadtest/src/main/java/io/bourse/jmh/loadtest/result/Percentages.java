// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.result;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Distributions as they stand in a result.
 */
public final class Percentages
{
    private static final String[] PERCENTILES = {"50", "90", "99", "99.9", "99.99"};
    private static final long FIRST_BUCKET_NS = 1_000;
    /** Each bucket reaches a twelfth of an octave further than the one before. */
    private static final double GROWTH = Math.pow(2, 1.0 / 12);

    private Percentages()
    {
    }

    /**
     * A distribution.
     *
     * @param group it is shown with.
     * @param all everything.
     * @param removed the part that the floor explains.
     * @param log file of its log, or null.
     * @return with its clean part.
     */
    public static LatencyResult result(
        final String name, final String group, final Histogram all, final Histogram removed, final String log)
    {
        final Histogram clean = all.copy();
        clean.subtract(removed);
        return new LatencyResult(name, group, percentiles(all), percentiles(clean),
            (double)removed.getTotalCount() / all.getTotalCount(), buckets(all), log);
    }

    /**
     * A distribution without a verdict on the floor.
     *
     * @param group it is shown with.
     * @param all everything.
     * @param log file of its log, or null.
     * @return without a clean part.
     */
    public static LatencyResult unjudged(
        final String name, final String group, final Histogram all, final String log)
    {
        return new LatencyResult(name, group, percentiles(all), null, 0, buckets(all), log);
    }

    private static LatencyResult.Percentiles percentiles(final Histogram histogram)
    {
        final Map<String, Long> byPercentile = new LinkedHashMap<>();
        final long count = histogram.getTotalCount();
        for (final String percentile : PERCENTILES)
        {
            byPercentile.put(percentile, histogram.getValueAtPercentile(Double.parseDouble(percentile)));
        }
        byPercentile.put("100", count > 0 ? histogram.getMaxValue() : 0);
        return new LatencyResult.Percentiles(count, count > 0 ? histogram.getMinValue() : 0,
            Math.round(count > 0 ? histogram.getMean() : 0), count > 0 ? histogram.getMaxValue() : 0, byPercentile);
    }

    private static List<LatencyResult.Bucket> buckets(final Histogram histogram)
    {
        final List<LatencyResult.Bucket> buckets = new ArrayList<>();
        for (final HistogramIterationValue value : histogram.logarithmicBucketValues(FIRST_BUCKET_NS, GROWTH))
        {
            if (value.getCountAddedInThisIterationStep() > 0)
            {
                buckets.add(new LatencyResult.Bucket(value.getValueIteratedFrom(), value.getValueIteratedTo(),
                    value.getCountAddedInThisIterationStep()));
            }
        }
        return buckets;
    }
}
