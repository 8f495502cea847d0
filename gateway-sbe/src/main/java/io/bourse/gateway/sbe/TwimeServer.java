// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.net.AcceptedSocket;
import io.bourse.engine.net.TcpRefusal;
import io.bourse.engine.net.TcpServer;
import io.bourse.engine.net.TcpSource;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.gateway.sbe.twime.TerminationCodeEnum;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.UnresolvedAddressException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The sockets of the gateway: its ports are bound from the beginning and accept when {@link #startAccepting()} says so.
 */
final class TwimeServer extends TcpServer<TwimeConnection>
{
    private static final long TIMER_RESOLUTION_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Consumer<SelectionKey> keyHandler = this::onKey;
    private final SbeGatewayOptions options;
    private final LoginTable logins;
    private final SessionAdapter sessionAdapter;
    private final SessionTimers timers;
    private final CounterSet<GatewayCounter> counters;
    private final RequestStamps stamps;
    private long nowNs;
    private long lastTimersNs;

    TwimeServer(
        final SbeGatewayOptions options,
        final LoginTable logins,
        final SessionAdapter sessionAdapter,
        final SessionTimers timers,
        final CounterSet<GatewayCounter> counters,
        final RequestStamps stamps)
    {
        super(options.server());
        this.options = options;
        this.logins = logins;
        this.sessionAdapter = sessionAdapter;
        this.timers = timers;
        this.counters = counters;
        this.stamps = stamps;
        lastTimersNs = options.nanoClock().nanoTime();
        try
        {
            listen(options.bindAddress(), GatewayPort.TRADING, false);
            if (null != options.recoveryAddress())
            {
                listen(options.recoveryAddress(), GatewayPort.RECOVERY, false);
            }
            if (null != options.server().tls())
            {
                listen(options.server().tls().address(), GatewayPort.TRADING, true);
            }
        }
        catch (final RuntimeException ex)
        {
            closeAll();
            throw ex;
        }
    }

    private void listen(final InetSocketAddress address, final GatewayPort port, final boolean isTls)
    {
        try
        {
            if (isTls)
            {
                bindTls(port);
            }
            else
            {
                bind(address, port);
            }
        }
        catch (final IOException ex)
        {
            throw new UncheckedIOException("the TWIME gateway cannot listen, choose another address: " +
                "bindAddress=" + address, ex);
        }
        catch (final UnresolvedAddressException ex)
        {
            throw new IllegalArgumentException("the TWIME gateway cannot listen on this address: " +
                "bindAddress=" + address, ex);
        }
    }

    /** Accepts, reads, and writes to clients that have space again. */
    int poll(final long timeNs)
    {
        nowNs = timeNs;
        int workCount = sessionAdapter.onHeld(timeNs) + select(keyHandler, timeNs);
        if (mayBeReadDue())
        {
            // A handshake that goes on has output, and brings no bytes. What is left of a turn is work.
            for (int i = 0; i < size(); i++)
            {
                final TwimeConnection connection = connection(i);
                if (connection.isReadDue())
                {
                    final long receivedBytes = connection.receivedBytes();
                    final boolean isLeft = connection.input().length() > 0;
                    read(connection);
                    workCount +=
                        !isLeft && connection.receivedBytes() == receivedBytes && connection.isReadDue() ? 0 : 1;
                }
            }
        }
        return workCount;
    }

    /**
     * Applies what time brings, sends what is to be sent, and forgets closed connections.
     *
     * @param timeNs of the nano clock.
     * @param isTouched whether anything was done in this duty cycle: else no connection has anything to send, and they
     *     are not all looked at.
     * @return work done.
     */
    int onTimeAndFlush(final long timeNs, final boolean isTouched)
    {
        final boolean isTimerDue = timeNs - lastTimersNs >= TIMER_RESOLUTION_NS;
        if (!isTimerDue && !isTouched)
        {
            return 0;
        }
        lastTimersNs = isTimerDue ? timeNs : lastTimersNs;
        int workCount = 0;
        for (int i = size() - 1; i >= 0; i--)
        {
            final TwimeConnection connection = connection(i);
            if (isTimerDue)
            {
                workCount += timers.onTime(connection, timeNs);
            }
            workCount += connection.write(timeNs);
            endTurn(i, connection);
        }
        return workCount;
    }

    /** Says Terminate(ServerShutdown) to every session, as far as it can be said at once, and closes all. */
    void close(final long timeNs)
    {
        for (int i = size() - 1; i >= 0; i--)
        {
            final TwimeConnection connection = connection(i);
            connection.terminate(TerminationCodeEnum.ServerShutdown);
            connection.write(timeNs);
            connection.drain();
        }
        closeAll();
        counters.set(GatewayCounter.CONNECTIONS_OPEN, 0);
    }

    /** Whether a login that is not blocked may come from an address. Before the first is defined any may. */
    @Override
    protected TcpSource sourceOf(final InetAddress address)
    {
        TcpSource source = 0 == logins.size() ? TcpSource.OPEN : TcpSource.UNKNOWN;
        for (int i = 0; i < logins.size() && TcpSource.MEMBER != source; i++)
        {
            final TcpSource ofLogin = options.access().sourceOf(logins.at(i).name(), address);
            source = TcpSource.UNKNOWN == ofLogin ? source : ofLogin;
        }
        return source;
    }

    @Override
    protected TwimeConnection newConnection(final AcceptedSocket accepted)
    {
        return new TwimeConnection(accepted, counters, stamps, options.maxSessionMessagesPerSecond());
    }

    @Override
    protected void onAccepted()
    {
        counters.increment(GatewayCounter.CONNECTIONS_ACCEPTED);
    }

    @Override
    protected void onRefused(final TcpRefusal refusal)
    {
        counters.increment(GatewayCounter.CONNECTIONS_REFUSED);
        if (TcpRefusal.TOO_MANY_OUTSTANDING == refusal || TcpRefusal.TOO_MANY_OUTSTANDING_OF_ADDRESS == refusal)
        {
            counters.increment(GatewayCounter.OUTSTANDING_REFUSED);
        }
        if (TcpRefusal.UNKNOWN_SOURCE == refusal)
        {
            counters.increment(GatewayCounter.UNKNOWN_SOURCES);
        }
    }

    @Override
    protected void onCount()
    {
        counters.set(GatewayCounter.CONNECTIONS_OPEN, openCount());
        counters.set(GatewayCounter.OUTSTANDING_LOGINS, outstandingCount());
    }

    @Override
    protected void onHandshake()
    {
        counters.increment(GatewayCounter.TLS_HANDSHAKES);
    }

    @Override
    protected void onTlsFailure()
    {
        counters.increment(GatewayCounter.TLS_FAILURES);
    }

    private void onKey(final SelectionKey key)
    {
        final TwimeConnection connection = readable(key);
        if (null != connection)
        {
            read(connection);
        }
    }

    private void read(final TwimeConnection connection)
    {
        sessionAdapter.onReadable(connection, options.epochClock().nanoTime(), nowNs);
    }
}
