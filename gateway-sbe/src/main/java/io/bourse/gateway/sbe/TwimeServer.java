// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.sbe;

import io.bourse.engine.net.AcceptedSocket;
import io.bourse.engine.net.TcpRefusal;
import io.bourse.engine.net.TcpServer;
import io.bourse.engine.net.TcpSource;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.SessionCounter;
import io.bourse.gateway.sbe.twime.TerminationCodeEnum;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.X509Certificate;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The sockets of the gateway: its ports are bound from the beginning and accept when {@link #startAccepting()} says so.
 */
final class TwimeServer extends TcpServer<TwimeConnection>
{
    private static final long TIMER_RESOLUTION_NS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long CERTIFICATES_NS = TimeUnit.SECONDS.toNanos(1);

    private final Consumer<SelectionKey> keyHandler = this::onKey;
    private final SbeGatewayOptions options;
    private final SessionAdapter sessionAdapter;
    private final SessionAdmission admission;
    private final SessionTimers timers;
    private final CounterSet<GatewayCounter> counters;
    private final RequestStamps stamps;
    private long nowNs;
    private long lastTimersNs;
    private final CounterSet<SessionCounter> sessionCounters =
        new CounterSet<>(SessionCounter.class, GatewayPort.SESSION_CLASSES);
    private long lastCertificatesNs;

    TwimeServer(
        final SbeGatewayOptions options,
        final SessionAdapter sessionAdapter,
        final SessionAdmission admission,
        final SessionTimers timers,
        final CounterSet<GatewayCounter> counters,
        final RequestStamps stamps)
    {
        super(options.server());
        this.options = options;
        this.sessionAdapter = sessionAdapter;
        this.admission = admission;
        this.timers = timers;
        this.counters = counters;
        this.stamps = stamps;
        lastTimersNs = options.nanoClock().nanoTime();
        lastCertificatesNs = lastTimersNs;
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
        if (null != options.server().tls() && timeNs - lastCertificatesNs >= CERTIFICATES_NS)
        {
            lastCertificatesNs = timeNs;
            endRevoked();
        }
        int workCount = 0;
        for (int i = size() - 1; i >= 0; i--)
        {
            final TwimeConnection connection = connection(i);
            if (isTimerDue)
            {
                workCount += timers.onTime(connection, timeNs);
            }
            if (connection.isTurnDue())
            {
                workCount += connection.write(timeNs);
                endTurn(i, connection);
            }
        }
        return workCount;
    }

    /** Certificates may expire, and be revoked, while their sessions live. */
    private void endRevoked()
    {
        refreshRevocations();
        for (int i = 0; i < size(); i++)
        {
            final TwimeConnection connection = connection(i);
            if (connection.isOpen() && !isCertificateUsable(connection))
            {
                admission.end(connection, "the certificate has expired or is revoked");
            }
        }
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

    @Override
    protected TcpSource sourceOf(final InetAddress address)
    {
        return admission.sourceOf(address);
    }

    @Override
    protected TwimeConnection newConnection(final AcceptedSocket accepted)
    {
        return new TwimeConnection(
            accepted, counters, sessionCounters, stamps, options.maxSessionMessagesPerSecond(), options.securityLog());
    }

    @Override
    protected void onAccepted()
    {
        counters.increment(GatewayCounter.CONNECTIONS_ACCEPTED);
    }

    @Override
    protected void onRefused(final TcpRefusal refusal, final InetAddress source)
    {
        counters.increment(GatewayCounter.CONNECTIONS_REFUSED);
        if (null != refusal)
        {
            admission.onConnectionRefused(source, refusal.reason());
        }
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
    protected void onHandshake(final InetAddress source, final X509Certificate certificate)
    {
        admission.onHandshake(source, certificate);
        counters.increment(GatewayCounter.TLS_HANDSHAKES);
    }

    @Override
    protected void onTlsFailure(final InetAddress source, final String reason)
    {
        admission.onTlsFailure(source, reason);
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
