// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix.session;

import io.bourse.gateway.fix.wire.FixWriter;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.agrona.concurrent.EpochNanoClock;
import org.agrona.concurrent.NanoClock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How connections end.
 */
final class Closing
{
    private static final Logger LOGGER = LoggerFactory.getLogger(Closing.class);
    private static final long LAST_WORDS_NS = TimeUnit.SECONDS.toNanos(2);
    private static final int TEXT = 58;
    private static final int SESSION_STATUS = 1409;

    private final FixWriter writer = new FixWriter();
    private final FrameEncoder encoder;
    private final QuickFixApplication application;
    private final FixCounters counters;
    private final NanoClock nanoClock;
    private final EpochNanoClock epochClock;

    Closing(
        final FrameEncoder encoder,
        final QuickFixApplication application,
        final FixCounters counters,
        final NanoClock nanoClock,
        final EpochNanoClock epochClock)
    {
        this.encoder = encoder;
        this.application = application;
        this.counters = counters;
        this.nanoClock = nanoClock;
        this.epochClock = epochClock;
    }

    /** What came is not FIX: closed without an answer. */
    void onGarbage(final FixConnection connection)
    {
        counters.onGarbage();
        breakOff(connection, "garbage");
    }

    /** The client does not read. */
    void onOverflow(final FixConnection connection)
    {
        counters.onSlowClient();
        breakOff(connection, "the client does not read");
    }

    /** The connection is of no use any more. */
    void breakOff(final FixConnection connection, final String reason)
    {
        final FixSessionImpl session = connection.session();
        final boolean isActive = FixConnection.State.ACTIVE == connection.state();
        connection.close();
        if (isActive)
        {
            disconnect(session, reason);
        }
        else if (null != session && session.connection() == connection)
        {
            session.connection(null);
        }
    }

    /** Ends a session; what it said last is still sent. */
    void disconnect(final FixSessionImpl session, final String reason)
    {
        application.begin(session, 0);
        try
        {
            session.session().disconnect(reason, true);
        }
        catch (final IOException | RuntimeException ex)
        {
            application.rethrow();
            throw new IllegalStateException("FIX session cannot be ended: session=" + session.name(), ex);
        }
        application.rethrow();
    }

    /** QuickFIX/J does not know what to do with a message: that client's session ends. */
    void onSessionFailure(final FixSessionImpl session, final Exception ex)
    {
        counters.onSessionError();
        LOGGER.debug("a FIX session failed: session={}", session.name(), ex);
        if (null != session.connection())
        {
            disconnect(session, "failed");
        }
    }

    /** Answers a Logon that may not begin its session, under the number that its client expects; numbers stay. */
    void refuse(
        final FixConnection connection,
        final FixSessionImpl session,
        final boolean isReset,
        final int sessionStatus,
        final String text)
    {
        if (text.isEmpty())
        {
            connection.close();
            return;
        }
        writer.begin("5");
        if (LogonAnswer.NO_STATUS != sessionStatus)
        {
            writer.number(SESSION_STATUS, sessionStatus);
        }
        writer.text(TEXT, text);
        final FixWriter logout = session.options().select(writer);
        if (connection.reserve(session.overhead() + logout.length()))
        {
            connection.wrote(encoder.message(
                connection.output(),
                connection.outputEnd(),
                session.compIds(),
                FrameEncoder.pack(logout.msgType()),
                isReset ? 1 : session.store().nextSender(),
                epochClock.nanoTime(),
                logout.bytes(),
                logout.length()));
        }
        closeGently(connection);
    }

    /** Lets the client read the last words. */
    void closeGently(final FixConnection connection)
    {
        connection.closeGently(nanoClock.nanoTime() + LAST_WORDS_NS);
    }
}
