// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.config.VenueConfig;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/**
 * A short drill of each host: real processes, each with a component of its own, are killed under load.
 */
@Tag("drill")
class DrillTest
{
    private static final int KILLS = Integer.getInteger("bourse.kills", 6);
    private static final String DEATHS = "deaths     {";

    private final long seed = Long.getLong("bourse.seed", System.nanoTime());

    @TempDir
    private Path dir;

    @ParameterizedTest
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    @ValueSource(strings = {VenueConfig.Host.SOLO, VenueConfig.Host.CLUSTER})
    void shouldLoseAndDoubleNothingWhenProcessesAreKilledUnderLoad(final String host) throws IOException
    {
        // One of them may have taken two at once.
        assertClean(KILLS, KILLS, "--host", host);
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    void shouldLoseAndDoubleNothingWhenLeaderAndGatewaysAreKilledTogether() throws IOException
    {
        assertClean(KILLS / 2, KILLS / 2 * 3, "--host", VenueConfig.Host.CLUSTER, "--together");
    }

    private void assertClean(final int kills, final int leastDeaths, final String... options) throws IOException
    {
        final List<String> command = new ArrayList<>(List.of("drill", "--kills=" + kills, "--seed=" + seed, "--out",
            dir.resolve("drill").toString()));
        command.addAll(List.of(options));
        try (VenueProcess drill = VenueProcess.launch(command.toArray(String[]::new)))
        {
            final VenueProcess.Result result = drill.awaitExit(TimeUnit.MINUTES.toSeconds(9));

            System.out.println(result.out());
            assertEquals(0, result.exitCode(), result::toString);
            final List<String> lines = result.out().lines().toList();
            assertEquals("CLEAN", lines.getLast(), result::toString);
            assertEquals(List.of(), lines.stream().filter(line -> line.startsWith("FAILED")).toList());
            assertTrue(deaths(lines) >= leastDeaths, result::toString);
        }
    }

    private static int deaths(final List<String> lines)
    {
        final String line = lines.stream().filter(each -> each.startsWith(DEATHS)).findFirst().orElseThrow();
        return Arrays.stream(line.substring(DEATHS.length(), line.length() - 1).split(", "))
            .mapToInt(each -> Integer.parseInt(each.substring(each.indexOf('=') + 1))).sum();
    }
}
