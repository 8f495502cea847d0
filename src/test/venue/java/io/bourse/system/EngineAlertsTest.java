// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.node.ComponentKind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * A matcher that is slow and market data that is behind make alerts fire in a real Prometheus, and they clear when both
 * keep up again.
 */
@Tag("drill")
class EngineAlertsTest extends AlertVenue
{
    private static final Path CORE = Path.of("engine/core/src/main/java/io/bourse/engine/core/MatchingEngine.java");
    private static final String EXECUTES = "    private RejectReason execute(final CommandEnvelope command)\n    {\n";
    private static final String SLOWLY = """
                    if (new java.io.File("%s").exists())
                    {
                        java.util.concurrent.locks.LockSupport.parkNanos(20_000_000L);
                    }
            """;

    @Test
    void shouldFireWhileMatcherOrMarketDataAreSlowAndClearWhenTheyKeepUp() throws IOException
    {
        final Path slow = dir.resolve("slow");
        final Map<String, Object> options = options();
        final String config = config(options);
        opened(VenueProcess.launch(PoisonedClasses.options(dir.resolve("core"), Map.of("MatchingEngine.java",
            PoisonedClasses.replaced(CORE, EXECUTES, EXECUTES + SLOWLY.formatted(slow)))),
            "engine", "--config", config)).awaitReady();
        start("gateway", "twime", "--config", config);
        final VenueProcess marketData = start("marketdata", "--config", config);
        start("metrics", "--config", config);
        watch(options);
        crowd(address(ComponentKind.TWIME));
        pulse(1);
        prometheus.awaitCleared("MatcherSlow");

        Files.createFile(slow);
        prometheus.awaitFiring("MatcherSlow");
        Files.delete(slow);
        prometheus.awaitCleared("MatcherSlow");
        pulse(0);

        prometheus.mayFire("ComponentStale", "ClientTimeouts", "FeedSilent", "SnapshotCycleStopped",
            "PublicBeforePrivateMissed", "ConsumerLag");
        marketData.kill();
        flood("bourse_publication_lag_bytes > " + MIB);
        prometheus.awaitFiring("PublicationLag");
        start("marketdata", "--config", config);
        prometheus.awaitCleared();
    }
}
