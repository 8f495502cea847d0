// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.deploy.metrics;

import io.bourse.engine.telemetry.CounterSpec;
import io.bourse.engine.telemetry.CounterTable;
import io.bourse.engine.telemetry.LatencyHistograms;
import io.prometheus.metrics.model.snapshots.Labels;
import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;

class HistogramSamplesTest
{
    private static final CounterSpec SPEC = CounterTable.INSTANCE.find("RequestLatency", "ENGINE");

    @Test
    void shouldLeaveOutAHistogramWhoseBucketsAreNotAllThere()
    {
        final Samples samples = new Samples();
        for (final long bound : LatencyHistograms.bounds())
        {
            samples.add(SPEC, Labels.of("component", "twime", LatencyHistograms.LE, Long.toString(bound)), 0);
        }
        assertEquals(0, samples.snapshots().stream().toList().getFirst().getDataPoints().size());
        samples.add(SPEC, Labels.of("component", "twime", LatencyHistograms.LE, LatencyHistograms.ABOVE), 0);
        assertEquals(1, samples.snapshots().stream().toList().getFirst().getDataPoints().size());
    }
}
