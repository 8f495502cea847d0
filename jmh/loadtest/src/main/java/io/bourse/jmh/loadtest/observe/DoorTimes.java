// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.observe;

import io.bourse.deploy.metrics.Samples;
import io.bourse.deploy.metrics.TwoLooks;
import io.bourse.deploy.metrics.VenueMetrics;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.telemetry.CounterSpec;
import io.bourse.engine.telemetry.CounterTable;
import io.bourse.engine.telemetry.CountersFileReader;
import io.bourse.engine.telemetry.LatencyHistograms;
import io.bourse.jmh.loadtest.result.StageResult;
import io.prometheus.metrics.model.snapshots.Labels;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * How long transactions take from the event stream (t6) to every door out of a venue: each line of its market data, and
 * the answers of its gateways. The venue counts them itself, in histograms that lie in its data directory.
 */
final class DoorTimes
{
    private static final String SIMBA = "bourse_simba_orders_send_seconds";
    private static final String FEED = "bourse_feed_send_seconds";
    private static final String ANSWER = "bourse_request_egress_seconds";
    private static final List<String> METRICS = List.of(SIMBA, FEED, ANSWER);
    private static final Map<String, Double> QUANTILES = Map.of(StageResult.DOOR_P50, 0.5, StageResult.DOOR_P99, 0.99);
    private static final String DOOR = "component";
    private static final double NS_PER_SECOND = 1e9;

    private DoorTimes()
    {
    }

    /**
     * Looks at what was counted so far.
     *
     * @param dataDirs of the venue, or of its partitions: those are added up.
     * @return histograms by door.
     * @throws IOException when a file of it cannot be read.
     */
    static Samples look(final List<Path> dataDirs) throws IOException
    {
        final Samples samples = new Samples();
        for (final Path dataDir : dataDirs)
        {
            look(dataDir, samples);
        }
        return samples;
    }

    private static void look(final Path dataDir, final Samples samples) throws IOException
    {
        for (final Path path : CountersFileReader.list(EngineDirectories.countersDir(dataDir)))
        {
            try (CountersFileReader file = CountersFileReader.open(path))
            {
                file.counters().forEach((counterId, typeId, key, label) ->
                {
                    final CounterSpec spec = CounterTable.INSTANCE.find(typeId);
                    if (null != spec && METRICS.contains(spec.metric()))
                    {
                        add(samples, spec, file.component(), labels(key.getStringAscii(0)),
                            file.counters().getCounterValue(counterId));
                    }
                });
            }
        }
    }

    private static Map<String, String> labels(final String key)
    {
        final Map<String, String> labels = new HashMap<>();
        for (final String label : key.split(","))
        {
            final int equals = label.indexOf('=');
            if (equals > 0)
            {
                labels.put(label.substring(0, equals), label.substring(equals + 1));
            }
        }
        return labels;
    }

    /** What has no bound is the sum of all times. */
    private static void add(
        final Samples samples,
        final CounterSpec spec,
        final String component,
        final Map<String, String> labels,
        final long count)
    {
        final String bound = labels.get(LatencyHistograms.LE);
        if (null != bound)
        {
            samples.add(spec, Labels.of(DOOR, door(spec.metric(), component, labels), LatencyHistograms.LE, bound),
                count);
        }
    }

    /** Lines have the names that receivers know them by. */
    private static String door(final String metric, final String component, final Map<String, String> labels)
    {
        final String feed = labels.get("feed");
        return switch (metric)
        {
            case ANSWER -> StageResult.ANSWER_OF + component;
            case SIMBA -> "simba.orders-log.incremental-" + labels.get("side");
            default -> ("pitch".equals(feed) ? "pitch.unit-" : "fast." + feed + ".incremental-") + labels.get("side");
        };
    }

    /**
     * What was counted between two looks.
     *
     * @param before earlier look.
     * @param after later look.
     * @return figures by name; of a door that nothing has left there are none.
     */
    static Map<String, Double> between(final Samples before, final Samples after)
    {
        final TwoLooks looks = new TwoLooks(look(before), look(after), 1);
        final Map<String, Double> figures = new TreeMap<>();
        for (final String metric : METRICS)
        {
            after.of(metric).keySet().stream().map((labels) -> labels.get(DOOR)).distinct().forEach((door) ->
                QUANTILES.forEach((name, quantile) ->
                {
                    final OptionalDouble seconds = looks.quantile(metric, door, quantile);
                    if (seconds.isPresent())
                    {
                        figures.put(name + door, seconds.getAsDouble() * NS_PER_SECOND);
                    }
                }));
        }
        return figures;
    }

    private static VenueMetrics.Look look(final Samples samples)
    {
        return new VenueMetrics.Look(samples, List.of(), List.of(), List.of());
    }
}
