// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.deploy.node.ComponentKind;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.Map;

/**
 * Processes that die again and again or get no processor make alerts fire in a real Prometheus, and they clear when the
 * processes run as they should.
 */
@Tag("drill")
class ProcessAlertsTest extends AlertVenue
{
    @Test
    void shouldFireForProcessesThatDieOrStandStillAndClearWhenTheyRun() throws Exception
    {
        final Map<String, Object> options = options();
        final String config = config(options);
        final VenueProcess engine = start("engine", "--config", config);
        start("marketdata", "--config", config);
        start("gateway", "twime", "--config", config);
        final VenueProcess fix = start("gateway", "fix", "--config", config);
        start("metrics", "--config", config);
        watch(options);
        crowd(address(ComponentKind.TWIME));
        prometheus.awaitCleared();

        proveASlowConsumer(restarted(fix, config));
        try (AutoCloseable ignored = starve(engine, "1.2", "0.1"))
        {
            prometheus.awaitFiring("SlowCycles");
        }
        prometheus.awaitCleared("SlowCycles");
    }

    /** Twice, as a supervisor does it. */
    private VenueProcess restarted(final VenueProcess fix, final String config) throws IOException
    {
        prometheus.mayFire("ComponentStale", "ClientTimeouts");
        fix.kill();
        final VenueProcess next = start("gateway", "fix", "--config", config);
        next.kill();
        final VenueProcess last = start("gateway", "fix", "--config", config);
        prometheus.awaitFiring("ComponentRestarts");
        prometheus.awaitCleared();
        return last;
    }

    /** More orders come than the FIX gateway, which follows all of them, can read. */
    private void proveASlowConsumer(final VenueProcess fix) throws Exception
    {
        pulse(1_500);
        prometheus.mayFire("ComponentStale");
        try (AutoCloseable ignored = starve(fix, "5", "0.02"))
        {
            prometheus.awaitFiring("ConsumerLag");
        }
        pulse(0);
        prometheus.awaitCleared();
    }
}
