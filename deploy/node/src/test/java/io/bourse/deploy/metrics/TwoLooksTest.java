// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.metrics;

import io.bourse.engine.telemetry.CounterTable;
import io.bourse.engine.telemetry.LatencyHistograms;
import io.prometheus.metrics.model.snapshots.Labels;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;

class TwoLooksTest
{
    private static final String METRIC = "bourse_request_answer_seconds";
    private static final double PRECISION = 1e-12;

    private final VenueMetrics.Look before = look();
    private final VenueMetrics.Look now = look();
    private final TwoLooks looks = new TwoLooks(before, now, TimeUnit.SECONDS.toNanos(1));

    private static VenueMetrics.Look look()
    {
        return new VenueMetrics.Look(new Samples(), new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    private static void count(
        final VenueMetrics.Look look, final String component, final String bound, final double count)
    {
        look.samples().add(CounterTable.INSTANCE.rows().stream().filter((row) -> METRIC.equals(row.metric()))
            .findFirst().orElseThrow(), Labels.of("component", component, LatencyHistograms.LE, bound), count);
    }

    private double quantile(final String component, final double quantile)
    {
        return looks.quantile(METRIC, component, quantile).orElseThrow();
    }

    @Test
    void shouldSpreadTimesEvenlyWithinABucket()
    {
        count(before, "twime", "1000", 100);
        count(now, "twime", "1000", 110);
        count(before, "twime", "4000", 5);
        count(now, "twime", "4000", 15);
        assertEquals(1e-6, quantile("twime", 0.5), PRECISION);
        assertEquals(0.5e-6, quantile("twime", 0.25), PRECISION);
        assertEquals(2.5e-6, quantile("twime", 0.75), PRECISION);
        assertEquals(4e-6, quantile("twime", 1), PRECISION);
    }

    @Test
    void shouldTakeTheLastBoundForWhatIsAboveIt()
    {
        count(now, "twime", LatencyHistograms.ABOVE, 3);
        assertEquals(1.048576, quantile("twime", 0.99), PRECISION);
    }

    @Test
    void shouldAddUpComponentsUnlessOneIsAskedFor()
    {
        count(now, "twime", "2000", 1);
        count(now, "fix", "8000", 1);
        assertEquals(2e-6, quantile("twime", 1), PRECISION);
        assertEquals(8e-6, quantile(null, 1), PRECISION);
    }

    @Test
    void shouldKnowNoTimeWhenNothingWasCounted()
    {
        count(before, "twime", "1000", 7);
        count(now, "twime", "1000", 7);
        assertEquals(OptionalDouble.empty(), looks.quantile(METRIC, "twime", 0.5));
    }
}
