// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.jmh.loadtest.observe;

import io.bourse.deploy.metrics.Samples;
import io.bourse.engine.host.storage.EngineDirectories;
import io.bourse.engine.telemetry.CountersFile;
import io.bourse.engine.telemetry.LatencyHistograms;
import io.bourse.engine.telemetry.RequestLatency;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertEquals;

final class DoorTimesTest
{
    @TempDir
    private Path dataDir;

    @AfterEach
    void removeWhatIsInSharedMemory()
    {
        EngineDirectories.deleteShared(dataDir);
    }

    @Test
    void shouldCountWhatHasLeftBetweenTwoLooks() throws Exception
    {
        try (CountersFile file = CountersFile.create(EngineDirectories.countersDir(dataDir), "twime", 0, 1))
        {
            final LatencyHistograms<RequestLatency> times =
                file.hold(() -> new LatencyHistograms<>(RequestLatency.class));
            times.record(RequestLatency.EGRESS, 1, 1_000_001);
            final Samples before = DoorTimes.look(List.of(dataDir));
            assertEquals(Map.of(), DoorTimes.between(before, DoorTimes.look(List.of(dataDir))));

            // Ten in the bucket from 8 to 16 us, of another way none.
            for (int i = 0; i < 10; i++)
            {
                times.record(RequestLatency.EGRESS, 1, 12_001);
                times.record(RequestLatency.ANSWER, 1, 90_001);
            }
            assertEquals(Map.of("doorP50Ns.answer.twime", 12_000.0, "doorP99Ns.answer.twime", 15_920.0),
                rounded(DoorTimes.between(before, DoorTimes.look(List.of(dataDir)))));
        }
    }

    private static Map<String, Double> rounded(final Map<String, Double> figures)
    {
        figures.replaceAll((name, ns) -> Math.rint(ns));
        return figures;
    }
}
