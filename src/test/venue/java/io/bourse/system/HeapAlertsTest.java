// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.system;

import io.bourse.gateway.sbe.twime.TimeInForceEnum;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Orders and connections for which the heap of a venue is too small make alerts fire in a real Prometheus, and they
 * clear when it is started with a larger one.
 */
@Tag("drill")
class HeapAlertsTest extends AlertVenue
{
    private static final double FULL = 0.88;
    private static final int ORDERS = 400;
    private static final int CONNECTIONS = 300;

    /** Where connections begin and end at once; null when there is no burden. */
    private InetSocketAddress twime;

    @Test
    void shouldFireForAHeapThatIsTooSmallAndClearWithALargerOne() throws IOException
    {
        final Map<String, Object> options = options();
        final String config = config(options);
        final List<String> small = new ArrayList<>(VenueProcess.startOptions());
        small.add("-Xmx84m");
        final VenueProcess venue = opened(VenueProcess.launch(small, "start", "--config", config));
        venue.awaitReady();
        start("metrics", "--config", config);
        watch(options);
        final InetSocketAddress address = VenueProcess.address(VenueProcess.descriptor(dataDir).twime());
        crowd(address);
        twime = address;
        prometheus.mayFire("PublicBeforePrivateMissed", "SessionsDropped", "ConnectionsRefused", "CapacityNear",
            // It needs heap for a second core.
            "PurgeFailed");
        prometheus.awaitFiring("HeapFull", "GarbageCollection");
        twime = null;
        leave();
        prometheus.mayFire("ComponentGone", "ComponentRestarts", "VenueNotRunning", "FeedSilent",
            "SnapshotCycleStopped", "SnapshotOld");
        venue.stop();
        start("start", "--config", config);
        prometheus.awaitCleared("GarbageCollection");
    }

    /** While the heap has space orders that stay, and connections all the time. */
    @Override
    int poll()
    {
        if (null != twime)
        {
            final double used = prometheus.value(
                "max(min_over_time(bourse_process_heap_used_bytes[5s]) / bourse_process_heap_limit_bytes)");
            pulse(used < FULL ? ORDERS : 0, TimeInForceEnum.Day);
            for (int i = 0; i < CONNECTIONS; i++)
            {
                connectAndReset();
            }
        }
        return super.poll();
    }

    private void connectAndReset()
    {
        try (Socket socket = new Socket())
        {
            socket.setSoLinger(true, 0);
            socket.connect(twime);
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException(ex);
        }
    }
}
