// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import io.bourse.engine.net.AcceptedSocket;
import io.bourse.engine.net.TcpCloseReason;
import io.bourse.engine.net.TcpRefusal;
import io.bourse.engine.net.TcpServer;
import io.bourse.engine.net.TcpServerOptions;
import io.bourse.engine.net.TcpSource;
import io.bourse.engine.telemetry.AnswerRecorder;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.SecurityEvent;
import io.bourse.engine.telemetry.SecuritySink;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.security.cert.X509Certificate;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.agrona.CloseHelper;

/**
 * The sockets of the gateway, and what time brings to their sessions.
 */
final class FixServer extends TcpServer<FixConnection>
{
    private static final long SESSION_TIMER_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long CERTIFICATES_NS = TimeUnit.SECONDS.toNanos(1);
    private static final long LOGOUT_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long GAP_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(30);

    private final Consumer<SelectionKey> keyHandler = this::onKey;
    private final SessionAdapter adapter;
    private final FixSessions sessions;
    private final ResendServer resends;
    private final Closing closing;
    private final CounterSet<FixCounter> counters;
    private final AnswerRecorder recorder;
    private final int maxMessageLength;
    private final boolean hasTls;
    private final SecuritySink log;
    private long nowNs;
    private long lastTimerNs;
    private long lastCertificatesNs;

    FixServer(
        final TcpServerOptions options,
        final SessionAdapter adapter,
        final FixSessions sessions,
        final ResendServer resends,
        final Closing closing,
        final CounterSet<FixCounter> counters,
        final AnswerRecorder recorder,
        final SecuritySink log)
    {
        super(options);
        this.log = log;
        this.adapter = adapter;
        this.sessions = sessions;
        this.resends = resends;
        this.closing = closing;
        this.counters = counters;
        this.recorder = recorder;
        maxMessageLength = options.receiveBufferLength();
        hasTls = null != options.tls();
    }

    void listen(final InetSocketAddress address) throws IOException
    {
        bind(address, null);
        bindTls(null);
        startAccepting();
    }

    /** Accepts and reads. */
    int poll(final long pollNs)
    {
        nowNs = pollNs;
        int workCount = select(keyHandler, pollNs);
        for (int i = 0; mayBeReadDue() && i < size(); i++)
        {
            final FixConnection connection = connection(i);
            workCount += connection.isReadDue() && read(connection) > 0 ? 1 : 0;
        }
        return workCount;
    }

    /** Applies what time brings, goes on with what was asked for again, writes, and forgets closed connections. */
    int onTimeAndFlush(final long flushNs)
    {
        nowNs = flushNs;
        final boolean isTimerDue = nowNs - lastTimerNs >= SESSION_TIMER_NS;
        lastTimerNs = isTimerDue ? nowNs : lastTimerNs;
        if (hasTls && nowNs - lastCertificatesNs >= CERTIFICATES_NS)
        {
            lastCertificatesNs = nowNs;
            endRevoked();
        }
        int workCount = 0;
        for (int i = size() - 1; i >= 0; i--)
        {
            final FixConnection connection = connection(i);
            switch (connection.state())
            {
                case CONNECTED, CHECKING -> workCount += onWithoutLogon(connection);
                case ACTIVE -> workCount += onActive(connection, isTimerDue);
                default ->
                {
                    // Closing goes on below.
                }
            }
            workCount += connection.write(nowNs) > 0 ? 1 : 0;
            endOverdue(connection);
            connection.updatePause();
            endTurn(i, connection);
        }
        final FixConnection slowest = slowestAboveLimit();
        if (null != slowest)
        {
            closing.onOverflow(slowest);
        }
        return workCount;
    }

    /** Certificates may expire, and be revoked, while their sessions live. */
    private void endRevoked()
    {
        refreshRevocations();
        for (int i = 0; i < size(); i++)
        {
            final FixConnection connection = connection(i);
            if (connection.isOpen() && !isCertificateUsable(connection))
            {
                if (FixConnection.State.ACTIVE == connection.state())
                {
                    adapter.end(connection.session(), "the certificate has expired or is revoked");
                }
                else
                {
                    connection.end(TcpCloseReason.DROPPED);
                }
            }
        }
    }

    /** Ends all sessions by Logout, as far as it can be said at once, and closes. */
    void close()
    {
        stopListening();
        try
        {
            CloseHelper.closeAll(IntStream.range(0, size())
                .mapToObj((i) -> (AutoCloseable)() -> end(connection(i)))
                .toList());
        }
        finally
        {
            closeAll();
        }
    }

    @Override
    protected FixConnection newConnection(final AcceptedSocket accepted)
    {
        return new FixConnection(accepted, counters, closing, recorder, maxMessageLength);
    }

    @Override
    protected TcpSource sourceOf(final InetAddress address)
    {
        return sessions.sourceOf(address);
    }

    @Override
    protected void onAccepted()
    {
        counters.increment(FixCounter.CONNECTIONS);
    }

    @Override
    protected void onRefused(final TcpRefusal refusal, final InetAddress source)
    {
        counters.increment(FixCounter.REFUSED_CONNECTIONS);
        if (null != refusal)
        {
            log.write(SecurityEvent.of(
                SecurityEvent.Type.CONNECTION_REFUSED, "fix", null, source, refusal.reason()));
        }
        if (TcpRefusal.UNKNOWN_SOURCE == refusal)
        {
            counters.increment(FixCounter.UNKNOWN_SOURCES);
        }
    }

    @Override
    protected void onHandshake(final InetAddress source, final X509Certificate certificate)
    {
        if (null != certificate)
        {
            log.write(new SecurityEvent(SecurityEvent.Type.CERTIFICATE_SHOWN, "fix", null, source, null,
                certificate.getSubjectX500Principal().getName()));
        }
    }

    @Override
    protected void onTlsFailure(final InetAddress source, final String reason)
    {
        log.write(SecurityEvent.of(SecurityEvent.Type.TLS_FAILED, "fix", null, source, reason));
        counters.increment(FixCounter.TLS_FAILURES);
    }

    private void onKey(final SelectionKey key)
    {
        final FixConnection connection = readable(key);
        if (null != connection)
        {
            read(connection);
        }
    }

    private int read(final FixConnection connection)
    {
        connection.updatePause();
        final int count = connection.read(nowNs);
        if (count > 0 && connection.isOpen())
        {
            adapter.onInput(connection);
            if (connection.isOpen() && connection.isTooLong())
            {
                closing.onGarbage(connection);
            }
        }
        return count;
    }

    private int onWithoutLogon(final FixConnection connection)
    {
        if (adapter.onDecision(connection))
        {
            // What came after the Logon has been read already, perhaps.
            adapter.onInput(connection);
            return 1;
        }
        return 0;
    }

    private int onActive(final FixConnection connection, final boolean isTimerDue)
    {
        final FixSessionImpl session = connection.session();
        int workCount = resends.serve(session);
        final ReadPause pause = connection.pause;
        pause.hold(adapter.isHeld(connection));
        if (!pause.isHeld() && pause.isInputLeft())
        {
            // What was read before the wait goes on first, however short the wait was: no byte need come for it.
            adapter.onInput(connection);
            pause.hold(adapter.isHeld(connection));
            workCount++;
        }
        pause.onCycle(nowNs);
        if (FixConnection.State.ACTIVE != connection.state())
        {
            return workCount;
        }
        if (session.isLogoutSent() && connection.isLogoutOverdue(nowNs, LOGOUT_TIMEOUT_NS))
        {
            // QuickFIX/J counts from what was sent last, heartbeats too: a client could stay on for ever.
            closing.disconnect(session, "the client does not answer our Logout");
            workCount++;
        }
        else if (isTimerDue)
        {
            if (session.isGapOverdue(nowNs, GAP_TIMEOUT_NS))
            {
                session.logout("what is before our Logon was not asked for, send a ResendRequest");
            }
            adapter.onTimer(session, pause, nowNs);
        }
        return workCount;
    }

    private void endOverdue(final FixConnection connection)
    {
        if (connection.isClosed())
        {
            return;
        }
        final TcpCloseReason reason = connection.isOpen() && connection.isOverflown() ?
            TcpCloseReason.TOO_SLOW : connection.overdue(nowNs);
        if (TcpCloseReason.TOO_SLOW == reason)
        {
            closing.onOverflow(connection);
        }
        else if (TcpCloseReason.LOGIN_TIMEOUT == reason)
        {
            // A client whose Logon is being checked has done its part; perhaps its password is changed already.
            if (FixConnection.State.CONNECTED == connection.state())
            {
                closing.onGarbage(connection);
            }
        }
        else if (TcpCloseReason.FINISHED == reason)
        {
            connection.end(reason);
        }
    }

    private void end(final FixConnection connection)
    {
        final FixSessionImpl session = connection.session();
        try
        {
            if (FixConnection.State.ACTIVE == connection.state())
            {
                if (session.isLoggedOn())
                {
                    session.session.generateLogout();
                }
                closing.disconnect(session, "the gateway closes");
            }
            connection.write(nowNs);
            // With unread input the system would discard what the client has not read.
            connection.drain();
        }
        finally
        {
            connection.end(TcpCloseReason.SERVER_CLOSED);
        }
    }
}
