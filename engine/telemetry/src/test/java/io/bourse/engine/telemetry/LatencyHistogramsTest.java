// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.engine.telemetry;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

class LatencyHistogramsTest
{
    private static final long BEGIN_NS = 1_700_000_000_000_000_000L;
    private static final int VALUES = 200_000;

    @TempDir
    private Path dir;

    /** Goes through all bounds for each time. */
    private static final class Oracle
    {
        private final long[] counts = new long[LatencyHistograms.BOUNDS + 1];
        private long sumNs;

        private void record(final long elapsedNs)
        {
            int bucket = 0;
            while (bucket < LatencyHistograms.BOUNDS && elapsedNs > 1_000 * Math.pow(2, bucket))
            {
                bucket++;
            }
            counts[bucket]++;
            sumNs += elapsedNs;
        }
    }

    @Test
    void shouldCountAsSomeoneWhoLooksAtEveryBound()
    {
        final long seed = Long.getLong("histograms.seed", System.nanoTime());
        final Random random = new Random(seed);
        final LatencyHistograms<RequestLatency> histograms = new LatencyHistograms<>(RequestLatency.class);
        final Oracle oracle = new Oracle();
        for (int i = 0; i < VALUES; i++)
        {
            // As many of each length in bits, up to 36 minutes.
            final long elapsedNs = random.nextLong(1L << random.nextInt(42));
            histograms.record(RequestLatency.ENGINE, BEGIN_NS, BEGIN_NS + elapsedNs);
            oracle.record(elapsedNs);
        }
        assertArrayEquals(oracle.counts, histograms.counts(RequestLatency.ENGINE), () -> "seed=" + seed);
        assertEquals(oracle.sumNs, histograms.sumNs(RequestLatency.ENGINE), () -> "seed=" + seed);
        assertEquals(0, Arrays.stream(histograms.counts(RequestLatency.ANSWER)).sum());
    }

    @Test
    void shouldPutATimeThatEqualsABoundBelowIt()
    {
        final long[] bounds = LatencyHistograms.bounds();
        assertEquals(LatencyHistograms.BOUNDS, bounds.length);
        assertEquals(List.of(1_000L, 2_000L, 1_048_576_000L),
            List.of(bounds[0], bounds[1], bounds[LatencyHistograms.BOUNDS - 1]));
        for (int i = 0; i < bounds.length; i++)
        {
            assertEquals(i, bucket(bounds[i]), "at the bound");
            assertEquals(i + 1, bucket(bounds[i] + 1), "above the bound");
        }
        assertEquals(0, bucket(0));
        assertEquals(LatencyHistograms.BOUNDS, bucket(Long.MAX_VALUE - BEGIN_NS));
    }

    @Test
    void shouldCountNoTimeOfAClockThatWasSetBackAndNothingWithoutBothStamps()
    {
        final LatencyHistograms<RequestLatency> histograms = new LatencyHistograms<>(RequestLatency.class);
        histograms.record(RequestLatency.ANSWER, BEGIN_NS, 0);
        histograms.record(RequestLatency.ANSWER, 0, BEGIN_NS);
        assertEquals(0, Arrays.stream(histograms.counts(RequestLatency.ANSWER)).sum());

        histograms.record(RequestLatency.ANSWER, BEGIN_NS, BEGIN_NS - 5);
        assertEquals(1, histograms.counts(RequestLatency.ANSWER)[0]);
        assertEquals(0, histograms.sumNs(RequestLatency.ANSWER));
    }

    @Test
    void shouldCountAllWaysOfARequestWhoseAnswerHasLeft()
    {
        final RequestLatencies latencies = new RequestLatencies();
        latencies.record(BEGIN_NS, BEGIN_NS + 1, BEGIN_NS + 10, 0);
        latencies.record(BEGIN_NS, BEGIN_NS + 100, BEGIN_NS + 1_500, BEGIN_NS + 11_500);
        final List<String> counted = new ArrayList<>();
        for (final RequestLatency latency : RequestLatency.values())
        {
            counted.add(latency + " " + Arrays.stream(latencies.histograms().counts(latency)).sum() + " " +
                latencies.histograms().sumNs(latency));
        }
        assertEquals(List.of("ANSWER 1 11500", "INGRESS 1 100", "ENGINE 1 1400", "EGRESS 1 10000"), counted);
    }

    @Test
    void shouldLieInTheFileOfTheComponentWithABoundForEachBucket() throws IOException
    {
        final Path counters = dir.resolve("counters");
        try (CountersFile file = CountersFile.create(counters, "fix", 0, 1);
            CountersFileReader reader = CountersFileReader.open(counters.resolve("fix.counters")))
        {
            final LatencyHistograms<RequestLatency> histograms = file.hold(() ->
                CountersFile.labelled("side=a", () -> new LatencyHistograms<>(RequestLatency.class)));
            histograms.record(RequestLatency.INGRESS, BEGIN_NS, BEGIN_NS + 1_000);
            histograms.record(RequestLatency.INGRESS, BEGIN_NS, BEGIN_NS + 1_500);
            histograms.record(RequestLatency.INGRESS, BEGIN_NS, BEGIN_NS + 1_501);
            histograms.record(RequestLatency.INGRESS, BEGIN_NS, BEGIN_NS + 2_000_000_000);
            final List<String> found = new ArrayList<>();
            final int[] all = {0};
            reader.counters().forEach((counterId, typeId, key, label) ->
            {
                all[0]++;
                final long value = reader.counters().getCounterValue(counterId);
                if (0 != value)
                {
                    found.add(
                        CounterTable.INSTANCE.find(typeId).constant() + " " + key.getStringAscii(0) + " " + value);
                }
            });
            assertEquals(List.of("INGRESS side=a,le=1000 1", "INGRESS side=a,le=2000 2", "INGRESS side=a,le=+Inf 1",
                "INGRESS side=a 2000004001"), found);
            assertEquals(RequestLatency.values().length * (LatencyHistograms.BOUNDS + 2), all[0]);
        }
    }

    private static int bucket(final long elapsedNs)
    {
        final LatencyHistograms<RequestLatency> histograms = new LatencyHistograms<>(RequestLatency.class);
        histograms.record(RequestLatency.ANSWER, BEGIN_NS, BEGIN_NS + elapsedNs);
        final long[] counts = histograms.counts(RequestLatency.ANSWER);
        int bucket = 0;
        while (0 == counts[bucket])
        {
            bucket++;
        }
        return bucket;
    }
}
