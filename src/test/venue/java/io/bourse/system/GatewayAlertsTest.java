// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A standby that takes over makes an alert fire in a real Prometheus, which clears when it takes orders.
 */
@Tag("drill")
class GatewayAlertsTest extends AlertVenue
{
    @Test
    void shouldFireWhileAnActivatedStandbyTakesNoOrders() throws Exception
    {
        final Map<String, Object> options = options();
        final String config = config(options);
        start("engine", "--config", config);
        start("marketdata", "--config", config);
        start("gateway", "twime", "--config", config);
        final Path standbyDir = dir.resolve("standby");
        dataDirs.add(standbyDir);
        final Map<String, Object> its = new LinkedHashMap<>(options);
        its.put("venue.data-dir", standbyDir.toString());
        its.put("venue.standby.enabled", true);
        its.put("venue.standby.activation-phase", "20 s");
        final VenueProcess standby = opened(VenueProcess.launch("gateway", "twime", "--config",
            VenueProcess.writeConfig(dir.resolve("standby.conf"), its).toString(), "--engine", dataDir.toString()));
        await(() -> standby.out().stream().anyMatch((line) -> line.startsWith("standby at ")));
        start("metrics", "--config", config, "--data", dataDir.toString(), "--data", standbyDir.toString());
        watch(options);
        prometheus.awaitCleared();

        // The former gateway ends.
        prometheus.mayFire("ComponentStale", "ComponentGone", "ClientTimeouts");
        command("gateway", "activate", "twime");
        standby.awaitReady();
        prometheus.awaitFiring("GatewayActivated");
        prometheus.await(() -> !prometheus.firing().contains("GatewayActivated"), () -> "the phase does not end");
    }
}
