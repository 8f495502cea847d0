// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.config.VenueConfig;
import io.bourse.deploy.drill.Drill;
import io.bourse.deploy.drill.DrillOptions;
import io.bourse.deploy.drill.DrillReport;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A short drill of each host: real processes, each with a room of its own, are killed under load.
 */
class DrillTest
{
    private static final int KILLS = Integer.getInteger("bourse.kills", 6);

    private final long seed = Long.getLong("bourse.seed", System.nanoTime());

    @TempDir
    private Path dir;

    @ParameterizedTest
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    @ValueSource(strings = {VenueConfig.Host.SOLO, VenueConfig.Host.CLUSTER})
    void shouldLoseAndDoubleNothingWhenProcessesAreKilledUnderLoad(final String host) throws IOException
    {
        System.out.println("DrillTest host=" + host + " seed=" + seed);

        final DrillReport report = Drill.run(new DrillOptions(KILLS, seed, host, dir), System.out);

        report.print(System.out);
        assertEquals(List.of(), report.checks().stream().flatMap(check -> check.findings().stream()).toList(),
            () -> "host=" + host + " seed=" + seed);
        assertTrue(report.isClean());
        assertTrue(report.deaths().values().stream().mapToInt(Integer::intValue).sum() >= KILLS);
    }
}
