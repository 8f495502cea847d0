// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import java.util.concurrent.TimeUnit;
import org.apache.mina.core.buffer.IoBuffer;
import org.apache.mina.core.filterchain.IoFilter;
import org.apache.mina.core.filterchain.IoFilterAdapter;
import org.apache.mina.core.filterchain.IoFilterChain;
import org.apache.mina.core.filterchain.IoFilterChainBuilder;
import org.apache.mina.core.session.AttributeKey;
import org.apache.mina.core.session.IdleStatus;
import org.apache.mina.core.session.IoSession;
import org.apache.mina.filter.codec.ProtocolCodecException;
import quickfix.mina.SessionConnector;

/**
 * Keeps what is not FIX away from the decoder, which would skip and buffer it without end: a connection must begin with
 * "8=FIX", log on in time, and never send more than a bounded number of bytes without a whole message in them. What
 * breaks these rules is counted and closed without an answer, as the FIX session layer wants it.
 */
final class WireGuard implements IoFilterChainBuilder
{
    /** Bytes a connection may send without completing a message. */
    static final int MAX_BYTES_WITHOUT_MESSAGE = 256 * 1024;
    private static final byte[] BEGINNING = {'8', '=', 'F', 'I', 'X'};
    private static final AttributeKey STATE = new AttributeKey(WireGuard.class, "state");

    private final FixCounters counters;
    private final int logonTimeoutSeconds;

    WireGuard(final FixCounters counters, final long logonTimeoutNs)
    {
        this.counters = counters;
        this.logonTimeoutSeconds = (int)Math.max(1, TimeUnit.NANOSECONDS.toSeconds(logonTimeoutNs));
    }

    @Override
    public void buildFilterChain(final IoFilterChain chain)
    {
        chain.addFirst("wireGuardBytes", new BytesFilter());
        chain.addLast("wireGuardMessages", new MessageFilter());
    }

    /** What is known of a connection; touched by its I/O thread only. */
    private static final class State
    {
        private final long connectedNs = System.nanoTime();
        private int matched;
        private long bytesSinceMessage;
    }

    private static boolean isBound(final IoSession session)
    {
        return null != session.getAttribute(SessionConnector.QF_SESSION);
    }

    private void close(final IoSession session)
    {
        if (!session.isClosing())
        {
            counters.onGarbage();
            session.closeNow();
        }
    }

    /** Sits before the decoder and sees bytes. */
    private final class BytesFilter extends IoFilterAdapter
    {
        @Override
        public void sessionCreated(final IoFilter.NextFilter next, final IoSession session)
        {
            session.setAttribute(STATE, new State());
            session.getConfig().setIdleTime(IdleStatus.READER_IDLE, logonTimeoutSeconds);
            next.sessionCreated(session);
        }

        @Override
        public void sessionIdle(final IoFilter.NextFilter next, final IoSession session, final IdleStatus status)
        {
            if (!isBound(session))
            {
                close(session);
            }
            next.sessionIdle(session, status);
        }

        @Override
        public void messageReceived(final IoFilter.NextFilter next, final IoSession session, final Object message)
        {
            final IoBuffer bytes = (IoBuffer)message;
            final State state = (State)session.getAttribute(STATE);
            state.bytesSinceMessage += bytes.remaining();
            final boolean tooLong = state.bytesSinceMessage > MAX_BYTES_WITHOUT_MESSAGE;
            final boolean tooLate = !isBound(session) &&
                System.nanoTime() - state.connectedNs > TimeUnit.SECONDS.toNanos(logonTimeoutSeconds);
            if (session.isClosing() || tooLong || tooLate || !beginsRight(state, bytes))
            {
                close(session);
                return;
            }
            next.messageReceived(session, message);
        }

        @Override
        public void exceptionCaught(final IoFilter.NextFilter next, final IoSession session, final Throwable cause)
            throws Exception
        {
            if (cause instanceof ProtocolCodecException)
            {
                counters.onGarbage();
            }
            super.exceptionCaught(next, session, cause);
        }

        private boolean beginsRight(final State state, final IoBuffer bytes)
        {
            final int position = bytes.position();
            for (int i = position; state.matched < BEGINNING.length && i < bytes.limit(); i++)
            {
                if (bytes.get(i) != BEGINNING[state.matched])
                {
                    return false;
                }
                state.matched++;
            }
            return true;
        }
    }

    /** Sits behind the decoder and sees whole messages. */
    private static final class MessageFilter extends IoFilterAdapter
    {
        @Override
        public void messageReceived(final IoFilter.NextFilter next, final IoSession session, final Object message)
        {
            ((State)session.getAttribute(STATE)).bytesSinceMessage = 0;
            next.messageReceived(session, message);
        }
    }
}
