// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.marketdata.publisher.simba;

import io.bourse.engine.client.checkpoint.CheckpointState;
import io.bourse.engine.net.TcpRefusal;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.marketdata.market.PublicMarket;
import io.bourse.marketdata.market.PublicTransaction;
import io.bourse.marketdata.net.PacketHistory;
import io.bourse.marketdata.publisher.CheckpointedFeed;
import io.bourse.marketdata.service.ServiceCounters;
import io.bourse.marketdata.service.ServiceServer;
import io.bourse.marketdata.simba.SimbaSessionPackets;
import org.agrona.MutableDirectBuffer;

import java.net.InetSocketAddress;

/**
 * TCP historical replay of the order log (SIMBA B.7 item 4): sends packets of the incremental feed once more, as they
 * were sent. Polled by the duty cycle that fills the history, as a feed after the one that does; never blocks it.
 */
public final class SimbaReplayServer implements CheckpointedFeed
{
    private final CounterSet<ReplayCounter> counters = new CounterSet<>(ReplayCounter.class);
    final PacketHistory history;
    final SimbaSessionPackets packets;
    final int maxPackets;
    private final ServiceServer server;
    private long publishedCursor;

    /**
     * Binds.
     *
     * @param options of the server.
     * @param history of packets, filled by the incremental feed on the same thread; not closed here.
     * @throws IllegalArgumentException without a history.
     * @throws java.io.UncheckedIOException when the address is taken.
     */
    public SimbaReplayServer(final SimbaReplayOptions options, final PacketHistory history)
    {
        if (null == history)
        {
            throw new IllegalArgumentException("A replay server needs a history of packets: history=null");
        }
        this.history = history;
        maxPackets = options.maxPackets();
        packets = new SimbaSessionPackets(options.version());
        server = new ServiceServer(
            "simba-replay",
            ServiceServer.options()
                .maxConnections(options.maxConnections())
                .maxConnectionsPerAddress(options.maxConnectionsPerAddress())
                .maxConnectionsPerAddressPerDay(options.maxConnectionsPerAddressPerDay())
                .inactivityTimeoutNs(options.inactivityTimeoutNs())
                .lifetimeNs(options.lifetimeNs())
                .receiveBufferLength(4 * SimbaSessionPackets.MAX_LENGTH),
            options.bindAddress(),
            ServiceServer.POLL_INTERVAL_NS,
            (accepted) -> new ReplaySession(accepted, this),
            this::refuse,
            options.securityLog());
    }

    @Override
    public void onTransaction(final PublicTransaction transaction)
    {
        publishedCursor = transaction.cursor();
    }

    @Override
    public void goLive(final long nowNs)
    {
        // Clients are served from the first duty cycle that is live.
    }

    @Override
    public int doWork(final long nowNs, final boolean isIdle)
    {
        return server.poll(nowNs);
    }

    @Override
    public int standBy(final long nowNs)
    {
        return server.standBy(nowNs);
    }

    /** What a client asked for is lost with its connection. */
    @Override
    public boolean isAtRest()
    {
        return true;
    }

    @Override
    public void state(final CheckpointState state, final PublicMarket market)
    {
        publishedCursor = state.number(publishedCursor);
    }

    @Override
    public long publishedCursor()
    {
        return publishedCursor;
    }

    /**
     * One duty cycle.
     *
     * @param nowNs nanoseconds since the Unix epoch.
     * @return work done, 0 if there was nothing to do.
     */
    public int doWork(final long nowNs)
    {
        return server.poll(nowNs);
    }

    /**
     * Where it listens.
     *
     * @return with the real port.
     */
    public InetSocketAddress localAddress()
    {
        return server.localAddress();
    }

    /**
     * What became of its connections.
     *
     * @return counters.
     */
    public ServiceCounters connections()
    {
        return server.counters();
    }

    /**
     * What became of the requests.
     *
     * @return counters, readable from any thread.
     */
    public CounterSet<ReplayCounter> counters()
    {
        return counters;
    }

    @Override
    public void close()
    {
        server.close();
    }

    private int refuse(
        final TcpRefusal refusal,
        final String facts,
        final MutableDirectBuffer buffer,
        final int offset,
        final long nowNs)
    {
        final String reason = switch (refusal)
        {
            case TOO_MANY_CONNECTIONS, TOO_MANY_OUTSTANDING -> "The server has no connection left, come back later: ";
            case TOO_MANY_OF_ADDRESS, TOO_MANY_OUTSTANDING_OF_ADDRESS -> "Too many connections at once: ";
            case TOO_MANY_TODAY -> "Too many connections today: ";
            case UNKNOWN_SOURCE -> "No login may come from here: ";
            case STANDING_BY -> "Another server serves, this one stands by: ";
        };
        return packets.putLogout(buffer, offset, 1, nowNs, reason + facts);
    }
}
