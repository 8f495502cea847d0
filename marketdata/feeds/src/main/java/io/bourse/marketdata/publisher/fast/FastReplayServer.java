// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.fast;

import io.bourse.marketdata.net.PacketHistory;
import io.bourse.marketdata.service.ServiceCounters;
import io.bourse.marketdata.service.ServiceServer;
import org.agrona.CloseHelper;

import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * Historical replay of one feed over TCP (FAST C.3): one request on a connection, at most 1000 messages. Polled by the
 * publisher, so the history needs no lock.
 */
final class FastReplayServer implements AutoCloseable
{
    /** Most messages of a request. */
    static final int MAX_MESSAGES = 1000;

    /** Most connections of one address at once. */
    static final int MAX_CONNECTIONS_PER_ADDRESS = 8;

    /** How long a client may take from its logon to its request, and then to its logout. */
    static final long REQUEST_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(1);

    private static final long INACTIVITY_NS = TimeUnit.SECONDS.toNanos(5);

    private final ServiceServer server;

    FastReplayServer(final String feedName, final InetSocketAddress bindAddress, final PacketHistory history)
    {
        server = new ServiceServer(
            "fast-replay-" + feedName,
            ServiceServer.options()
                .maxConnectionsPerAddress(MAX_CONNECTIONS_PER_ADDRESS)
                .inactivityTimeoutNs(INACTIVITY_NS),
            bindAddress,
            ServiceServer.POLL_INTERVAL_NS,
            (accepted) -> new FastReplaySession(accepted, feedName, history),
            ServiceServer.Refusals.SILENT);
    }

    InetSocketAddress localAddress()
    {
        return server.localAddress();
    }

    ServiceCounters counters()
    {
        return server.counters();
    }

    int poll(final long nowNs)
    {
        return server.poll(nowNs);
    }

    @Override
    public void close()
    {
        CloseHelper.quietClose(server);
    }
}
