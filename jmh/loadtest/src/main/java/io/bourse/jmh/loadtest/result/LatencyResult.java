// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.result;

import io.soabase.recordbuilder.core.RecordBuilder;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A distribution of times.
 *
 * @param name what was timed, for instance {@code TWIME order}; parts of one picture share {@code group}.
 * @param group of distributions that are shown together.
 * @param all everything that was timed.
 * @param clean the same without the intervals in which the floor was too high; null when it was not judged.
 * @param removedShare share of the samples that clean has not, from 0 to 1.
 * @param histogram counts in buckets that grow logarithmically, for the picture.
 * @param log file of the HdrHistogram log, relative to the report; null when there is none.
 */
@RecordBuilder
public record LatencyResult(
    String name,
    String group,
    Percentiles all,
    Percentiles clean,
    double removedShare,
    List<Bucket> histogram,
    String log) implements LatencyResultBuilder.With
{
    /**
     * The bucket with the most samples.
     *
     * @return empty when there is none.
     */
    public Optional<Bucket> commonest()
    {
        return histogram.stream().max(Comparator.comparingLong(Bucket::count));
    }

    /**
     * Percentiles of a distribution, nanoseconds.
     *
     * @param count of samples.
     * @param minNs least.
     * @param maxNs most.
     * @param byPercentile nanoseconds by percentile, for instance {@code 99.9}, in ascending order.
     */
    public record Percentiles(long count, long minNs, long meanNs, long maxNs, Map<String, Long> byPercentile)
    {
    }

    /**
     * A bucket of the histogram.
     *
     * @param fromNs least it takes.
     * @param toNs where the next one begins.
     * @param count of samples.
     */
    public record Bucket(long fromNs, long toNs, long count)
    {
        /**
         * The time that stands for it: buckets grow logarithmically.
         *
         * @return nanoseconds.
         */
        public double middleNs()
        {
            return Math.sqrt(Math.max(1.0, fromNs) * toNs);
        }
    }
}
