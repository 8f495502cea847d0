// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import static org.junit.jupiter.api.Assertions.assertEquals;

/**
 * Runs of clearing that wait, are slow, or leave something out make alerts fire in a real Prometheus.
 */
@Tag("drill")
class ClearingAlertsTest extends AlertVenue
{
    @Test
    void shouldFireWhileARunIsLateAndClearBehindIt() throws IOException
    {
        final Map<String, Object> options = options();
        options.put("venue.clearing.approvals", "all");
        final String config = config(options);
        start("start", "--config", config);
        start("metrics", "--config", config);
        watch(options);
        prometheus.mayFire("ClearingHoldsTrading", "ClearingUnreported");
        finish(intraday());
        prometheus.await(() -> prometheus.samples("count_over_time(bourse_clearing_step_seconds[5m]) > 10") > 0,
            () -> "the steps of the first run are not seen");
        prometheus.awaitCleared();

        prometheus.mayFire("ClearingUnreported");
        final VenueProcess late = intraday();
        prometheus.awaitFiring("ClearingHoldsTrading", "ClearingHaltLong");
        finish(late);
        prometheus.awaitFiring("ClearingStepSlow");
        finish(intraday("--waves", "w1"));
        prometheus.awaitFiring("ClearingUnreported");
        command("clearing", "report", "--as", "anna");
        prometheus.awaitCleared();
    }

    private VenueProcess intraday(final String... options) throws IOException
    {
        final List<String> command = new ArrayList<>(List.of("clearing", "intraday", "--wait", "PT120S", "--as",
            "anna", "--data", dataDir.toString()));
        command.addAll(Arrays.asList(options));
        return opened(VenueProcess.launch(command.toArray(String[]::new)));
    }

    /** Another person approves what is asked for. */
    private void finish(final VenueProcess run)
    {
        for (final String step : List.of("prices", "publish"))
        {
            prometheus.await(() -> 0 == VenueProcess.execute("clearing", "approve", "--step", step, "--as", "boris",
                "--data", dataDir.toString()).exitCode(), run::describe);
        }
        final VenueProcess.Result result = run.awaitExit();
        assertEquals(0, result.exitCode(), result::toString);
    }
}
