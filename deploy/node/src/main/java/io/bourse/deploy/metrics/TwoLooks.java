// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.metrics;

import io.bourse.engine.telemetry.LatencyHistograms;
import io.prometheus.metrics.model.snapshots.Labels;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.DoubleStream;

/**
 * Two looks at a venue and the time between them. What a metric counts begins at 0 with each life of a component: an
 * increase across lives is the value of the later one.
 *
 * @param before the earlier look; null when there is one look so far.
 * @param now the later look.
 * @param elapsedNs between the two; 0 when there is one look so far.
 */
public record TwoLooks(VenueMetrics.Look before, VenueMetrics.Look now, long elapsedNs)
{
    private static final double NS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final double LAST_BOUND_S =
        LatencyHistograms.bounds()[LatencyHistograms.BOUNDS - 1] / NS_PER_SECOND;

    /** Whether rates can be said. */
    public boolean hasRates()
    {
        return null != before && elapsedNs > 0;
    }

    /**
     * Values of the later look.
     *
     * @param metric name, see {@link Samples#of}.
     * @return values in base units by their labels.
     */
    public Map<Labels, Double> values(final String metric)
    {
        return now.samples().of(metric);
    }

    private DoubleStream stream(final String metric)
    {
        return values(metric).values().stream().mapToDouble(Double::doubleValue);
    }

    /**
     * All values of the later look together.
     *
     * @param metric name.
     * @return sum in base units, 0 when there is none.
     */
    public double sum(final String metric)
    {
        return stream(metric).sum();
    }

    /**
     * The largest value of the later look.
     *
     * @param metric name.
     * @return value in base units; empty when there is none.
     */
    public OptionalDouble max(final String metric)
    {
        return stream(metric).max();
    }

    /**
     * The smallest value of the later look.
     *
     * @param metric name.
     * @return value in base units; empty when there is none.
     */
    public OptionalDouble min(final String metric)
    {
        return stream(metric).min();
    }

    /**
     * How much one sample has grown.
     *
     * @param metric name.
     * @param labels of the sample.
     * @return growth in base units; of one look all of it.
     */
    public double increase(final String metric, final Labels labels)
    {
        final double value = values(metric).getOrDefault(labels, 0.0);
        final double former = null == before ? value : before.samples().of(metric).getOrDefault(labels, 0.0);
        return value < former ? value : value - former;
    }

    /**
     * How much all samples have grown.
     *
     * @param metric name.
     * @return growth in base units; of one look all of it.
     */
    public double increase(final String metric)
    {
        return values(metric).keySet().stream().mapToDouble((labels) -> increase(metric, labels)).sum();
    }

    /**
     * How fast one sample grows.
     *
     * @param metric name.
     * @param labels of the sample.
     * @return base units for a second, 0 without rates.
     */
    public double perSecond(final String metric, final Labels labels)
    {
        return hasRates() ? increase(metric, labels) * NS_PER_SECOND / elapsedNs : 0;
    }

    /**
     * How fast all samples grow together.
     *
     * @param metric name.
     * @return base units for a second, 0 without rates.
     */
    public double perSecond(final String metric)
    {
        return hasRates() ? increase(metric) * NS_PER_SECOND / elapsedNs : 0;
    }

    /**
     * The rate of the sample that grows fastest: members of a cluster all do the same.
     *
     * @param metric name.
     * @return base units for a second, 0 without rates.
     */
    public double fastestPerSecond(final String metric)
    {
        return values(metric).keySet().stream().mapToDouble((labels) -> perSecond(metric, labels)).max().orElse(0);
    }

    /**
     * A quantile of the times that were counted between the looks. Within a bucket times are taken as evenly spread, as
     * Prometheus does.
     *
     * @param metric name of a histogram.
     * @param component whose times; null for all.
     * @param quantile from 0 to 1.
     * @return seconds; the last bound for what is above it; empty when nothing was counted.
     */
    public OptionalDouble quantile(final String metric, final String component, final double quantile)
    {
        final Map<Double, Double> buckets = new TreeMap<>();
        for (final Labels labels : values(metric).keySet())
        {
            final String bound = labels.get(LatencyHistograms.LE);
            if (null != bound && (null == component || component.equals(labels.get("component"))))
            {
                buckets.merge(LatencyHistograms.ABOVE.equals(bound) ? Double.POSITIVE_INFINITY :
                    Double.parseDouble(bound) / NS_PER_SECOND, increase(metric, labels), Double::sum);
            }
        }
        final double wanted = quantile * buckets.values().stream().mapToDouble(Double::doubleValue).sum();
        if (0 == wanted)
        {
            return OptionalDouble.empty();
        }
        double below = 0;
        double from = 0;
        for (final Map.Entry<Double, Double> bucket : buckets.entrySet())
        {
            if (below + bucket.getValue() >= wanted && bucket.getKey() < Double.POSITIVE_INFINITY)
            {
                return OptionalDouble.of(
                    from + (bucket.getKey() - from) * (wanted - below) / bucket.getValue());
            }
            below += bucket.getValue();
            from = Math.min(bucket.getKey(), LAST_BOUND_S);
        }
        return OptionalDouble.of(from);
    }
}
