// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.top;

import io.bourse.deploy.metrics.VenueMetrics;
import io.prometheus.metrics.model.snapshots.Labels;

import java.util.Map;
import java.util.OptionalDouble;
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

    /** Whether rates can be said. */
    boolean hasRates()
    {
        return null != before && elapsedNs > 0;
    }

    /** Values of the later look by their labels. */
    Map<Labels, Double> values(final String metric)
    {
        return now.samples().of(metric);
    }

    private DoubleStream stream(final String metric)
    {
        return values(metric).values().stream().mapToDouble(Double::doubleValue);
    }

    double sum(final String metric)
    {
        return stream(metric).sum();
    }

    OptionalDouble max(final String metric)
    {
        return stream(metric).max();
    }

    OptionalDouble min(final String metric)
    {
        return stream(metric).min();
    }

    /** How much one sample has grown. */
    double increase(final String metric, final Labels labels)
    {
        final double value = values(metric).getOrDefault(labels, 0.0);
        final double former = null == before ? value : before.samples().of(metric).getOrDefault(labels, 0.0);
        return value < former ? value : value - former;
    }

    double increase(final String metric)
    {
        return values(metric).keySet().stream().mapToDouble((labels) -> increase(metric, labels)).sum();
    }

    double perSecond(final String metric, final Labels labels)
    {
        return hasRates() ? increase(metric, labels) * NS_PER_SECOND / elapsedNs : 0;
    }

    double perSecond(final String metric)
    {
        return hasRates() ? increase(metric) * NS_PER_SECOND / elapsedNs : 0;
    }

    /** The rate of the node that is fastest: members of a cluster all do the same. */
    double fastestPerSecond(final String metric)
    {
        return values(metric).keySet().stream().mapToDouble((labels) -> perSecond(metric, labels)).max().orElse(0);
    }
}
