// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.metrics;

import io.bourse.engine.telemetry.CounterSpec;
import io.bourse.engine.telemetry.CounterTable;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one scrape finds. Samples of one metric with the same labels become one: counters are added, and of gauges the
 * largest stays.
 */
public final class Samples
{
    private final Map<String, CounterSpec> specs = new TreeMap<>();
    private final Map<String, Map<Labels, Double>> values = new TreeMap<>();

    /**
     * Adds one sample.
     *
     * @param spec of the metric.
     * @param labels of the sample.
     * @param value in the unit of the counter.
     */
    public void add(final CounterSpec spec, final Labels labels, final double value)
    {
        specs.put(spec.metric(), spec);
        // Of a histogram most are counts of a bucket, without a unit.
        values.computeIfAbsent(spec.metric(), (metric) -> new TreeMap<>()).merge(labels,
            CounterSpec.Kind.HISTOGRAM == spec.kind() ? value : spec.unit().toBaseUnit(value),
            CounterSpec.Kind.GAUGE == spec.kind() ? Double::max : Double::sum);
    }

    /** What the exporter has found out itself. */
    void add(final String constant, final Labels labels, final double value)
    {
        add(CounterTable.INSTANCE.find(CounterTable.EXPORTER, constant), labels, value);
    }

    /**
     * The samples of one metric.
     *
     * @param metric name, without the ending that a format adds to counters.
     * @return values in base units by their labels; empty when the venue has none.
     * @throws IllegalArgumentException when the table of counters has no such metric.
     */
    public Map<Labels, Double> of(final String metric)
    {
        final Map<Labels, Double> found = values.get(metric);
        if (null == found && CounterTable.INSTANCE.rows().stream().noneMatch((row) -> metric.equals(row.metric())))
        {
            throw new IllegalArgumentException("there is no such metric, see docs/metrics.md: metric=" + metric);
        }
        return null == found ? Map.of() : Collections.unmodifiableMap(found);
    }

    /**
     * All of them, in the order of their names.
     *
     * @return for a writer of one of the formats of Prometheus.
     */
    public MetricSnapshots snapshots()
    {
        final MetricSnapshots.Builder all = MetricSnapshots.builder();
        values.forEach((metric, samples) ->
        {
            final CounterSpec spec = specs.get(metric);
            all.metricSnapshot(switch (spec.kind())
            {
                case COUNTER ->
                {
                    final CounterSnapshot.Builder counter = CounterSnapshot.builder().name(metric).help(spec.help());
                    samples.forEach((labels, value) -> counter.dataPoint(
                        CounterSnapshot.CounterDataPointSnapshot.builder().labels(labels).value(value).build()));
                    yield counter.build();
                }
                case GAUGE ->
                {
                    final GaugeSnapshot.Builder gauge = GaugeSnapshot.builder().name(metric).help(spec.help());
                    samples.forEach((labels, value) -> gauge.dataPoint(
                        GaugeSnapshot.GaugeDataPointSnapshot.builder().labels(labels).value(value).build()));
                    yield gauge.build();
                }
                case HISTOGRAM -> HistogramSamples.snapshot(spec, samples);
            });
        });
        return all.build();
    }
}
