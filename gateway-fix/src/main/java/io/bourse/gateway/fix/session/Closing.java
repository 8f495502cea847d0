// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import io.bourse.engine.net.OutputBuffer;
import io.bourse.engine.net.TcpCloseReason;
import io.bourse.engine.telemetry.CounterSet;
import io.bourse.engine.telemetry.SecurityEvent;
import io.bourse.engine.telemetry.SecuritySink;
import io.bourse.gateway.fix.field.Tags;
import io.bourse.gateway.fix.session.store.FrameEncoder;
import io.bourse.gateway.fix.wire.FixWriter;
import org.agrona.concurrent.EpochNanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;

/**
 * How connections end.
 */
final class Closing
{
    private static final Logger LOGGER = LoggerFactory.getLogger(Closing.class);

    private final FixWriter writer = new FixWriter();
    private final FixSessions sessions;
    private final FrameEncoder encoder;
    private final QuickFixApplication application;
    private final CounterSet<FixCounter> counters;
    private final EpochNanoClock epochClock;
    private final SecuritySink log;

    Closing(
        final FixSessions sessions,
        final QuickFixApplication application,
        final CounterSet<FixCounter> counters,
        final EpochNanoClock epochClock,
        final SecuritySink log)
    {
        this.sessions = sessions;
        this.log = log;
        encoder = sessions.encoder();
        this.application = application;
        this.counters = counters;
        this.epochClock = epochClock;
    }

    /** What came is not FIX: closed without an answer. */
    void onGarbage(final FixConnection connection)
    {
        counters.increment(FixCounter.GARBAGE);
        log(SecurityEvent.Type.MALFORMED, connection, "not FIX");
        connection.end(TcpCloseReason.GARBAGE);
    }

    /** It had not logged on when another connection needed its place. */
    void onReplaced(final FixConnection connection)
    {
        counters.increment(FixCounter.REPLACED_CONNECTIONS);
        log(SecurityEvent.Type.CONNECTION_REFUSED, connection, "without a logon when another one needed its place");
    }

    /** A client that sends several times as much as it may is logged out. */
    void onCutOff(final FixConnection connection, final String text)
    {
        log(SecurityEvent.Type.FLOODED, connection, text);
    }

    private void log(final SecurityEvent.Type type, final FixConnection connection, final String reason)
    {
        final FixSessionImpl session = connection.session();
        log.write(new SecurityEvent(type, "fix", null == session ? null : session.name(), connection.address(), reason,
            subject(connection)));
    }

    /** The client does not read. */
    void onOverflow(final FixConnection connection)
    {
        counters.increment(FixCounter.SLOW_CLIENTS, FixSession.classOf(connection.session()));
        connection.end(TcpCloseReason.TOO_SLOW);
    }

    /** The connection of a session ends, whatever the reason; a session that has left it before goes on. */
    void onEnding(final FixConnection connection, final FixSessionImpl session, final boolean wasActive)
    {
        if (session.connection == connection)
        {
            if (wasActive)
            {
                disconnect(session, "its connection has ended");
            }
            else
            {
                session.connection = null;
            }
        }
    }

    /** Ends a session; what it said last is still sent. */
    void disconnect(final FixSessionImpl session, final String reason)
    {
        application.begin(session, 0);
        try
        {
            session.session.disconnect(reason, true);
        }
        catch (final IOException | RuntimeException ex)
        {
            application.rethrow();
            throw new IllegalStateException("FIX session cannot be ended: session=" + session.name(), ex);
        }
        application.rethrow();
    }

    /** Ends a session that may not go on; what it said last is still sent. */
    void end(final FixSessionImpl session, final String text)
    {
        counters.increment(FixCounter.ENDED_SESSIONS, FixSession.classOf(session));
        final FixConnection connection = session.connection;
        log.write(new SecurityEvent(SecurityEvent.Type.SESSION_ENDED, "fix", session.name(), connection.address(),
            text, subject(connection)));
        disconnect(session, text);
    }

    private static String subject(final FixConnection connection)
    {
        return null == connection.certificate() ? null :
            connection.certificate().getSubjectX500Principal().getName();
    }

    /** QuickFIX/J does not know what to do with a message: that client's session ends. */
    void onSessionFailure(final FixSessionImpl session, final Exception ex)
    {
        counters.increment(FixCounter.SESSION_ERRORS, FixSession.classOf(session));
        LOGGER.debug("a FIX session failed: session={}", session.name(), ex);
        if (null != session.connection)
        {
            disconnect(session, "failed");
        }
    }

    /** Answers a Logon of a client that has not shown who it is: the same whether there is such a session or not. */
    void refuseStranger(
        final FixConnection connection, final String name, final int sessionStatus, final String text)
    {
        answer(connection, sessions.defaults(), FrameEncoder.compIds(sessions.compId(), name), 1, sessionStatus, text);
    }

    /** Answers a Logon that may not begin its session, under the number that its client expects; numbers stay. */
    void refuse(
        final FixConnection connection,
        final FixSessionImpl session,
        final boolean isReset,
        final int sessionStatus,
        final String text)
    {
        answer(connection, session.options(), session.compIds, isReset ? 1 : session.store.nextSender(),
            sessionStatus, text);
    }

    private void answer(
        final FixConnection connection,
        final FixSessionOptions options,
        final byte[] compIds,
        final int number,
        final int sessionStatus,
        final String text)
    {
        if (text.isEmpty())
        {
            connection.end(TcpCloseReason.DROPPED);
            return;
        }
        writer.begin("5");
        if (LogonAnswer.NO_STATUS != sessionStatus)
        {
            writer.number(Tags.SESSION_STATUS, sessionStatus);
        }
        writer.text(Tags.TEXT, text);
        final FixWriter logout = options.select(writer);
        final int offset = connection.reserve(FrameEncoder.OVERHEAD + compIds.length + logout.length());
        if (OutputBuffer.FULL != offset)
        {
            connection.output().commit(encoder.message(
                connection.output().array(),
                offset,
                compIds,
                FrameEncoder.pack(logout.msgType()),
                number,
                epochClock.nanoTime(),
                logout.bytes(),
                logout.length()));
        }
        connection.closeAfterFlush();
    }
}
