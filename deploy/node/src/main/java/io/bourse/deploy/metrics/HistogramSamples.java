// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.metrics;

import io.bourse.engine.telemetry.CounterSpec;
import io.bourse.engine.telemetry.LatencyHistograms;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Label;
import io.prometheus.metrics.model.snapshots.Labels;

import java.util.Map;
import java.util.TreeMap;

/**
 * Puts the counters of histograms together again: the buckets, each by the bound that its label says, and the sum.
 */
final class HistogramSamples
{
    private final Map<Double, Long> buckets = new TreeMap<>();
    private double sum;

    private HistogramSamples()
    {
    }

    /**
     * All histograms of a metric.
     *
     * @param spec of the metric.
     * @param samples as they were counted, by their labels and that of the bucket.
     */
    static HistogramSnapshot snapshot(final CounterSpec spec, final Map<Labels, Double> samples)
    {
        final Map<Labels, HistogramSamples> histograms = new TreeMap<>();
        samples.forEach((labels, value) -> histograms.computeIfAbsent(withoutBound(labels),
            (others) -> new HistogramSamples()).add(spec, labels.get(LatencyHistograms.LE), value));
        // A component that starts makes one bucket after the other.
        histograms.values().removeIf((histogram) -> histogram.buckets.size() <= LatencyHistograms.BOUNDS);
        final HistogramSnapshot.Builder metric = HistogramSnapshot.builder().name(spec.metric()).help(spec.help());
        histograms.forEach((labels, histogram) -> metric.dataPoint(
            HistogramSnapshot.HistogramDataPointSnapshot.builder().labels(labels).sum(histogram.sum)
                .classicHistogramBuckets(ClassicHistogramBuckets.of(
                    histogram.buckets.keySet().stream().toList(), histogram.buckets.values().stream().toList()))
                .build()));
        return metric.build();
    }

    private static Labels withoutBound(final Labels labels)
    {
        final Labels.Builder others = Labels.builder();
        for (final Label label : labels)
        {
            if (!LatencyHistograms.LE.equals(label.getName()))
            {
                others.label(label.getName(), label.getValue());
            }
        }
        return others.build();
    }

    private void add(final CounterSpec spec, final String bound, final double value)
    {
        if (null == bound)
        {
            sum = spec.unit().toBaseUnit(value);
        }
        else
        {
            buckets.put(LatencyHistograms.ABOVE.equals(bound) ? Double.POSITIVE_INFINITY :
                spec.unit().toBaseUnit(Double.parseDouble(bound)), (long)value);
        }
    }
}
