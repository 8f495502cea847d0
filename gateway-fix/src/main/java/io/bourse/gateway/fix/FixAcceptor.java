// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.mina.core.service.IoAcceptor;
import quickfix.ConfigError;
import quickfix.Session;
import quickfix.SessionFactory;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.SocketAcceptor;

/**
 * The QuickFIX/J acceptor with one message thread for all sessions, made fit for sessions that are added while it runs:
 * its own map of sessions is not safe for that.
 */
final class FixAcceptor extends SocketAcceptor
{
    FixAcceptor(final SessionFactory factory, final SessionSettings settings, final int queueCapacity)
        throws ConfigError
    {
        super(factory, settings, queueCapacity);
    }

    @Override
    protected void setSessions(final Map<SessionID, Session> sessions)
    {
        super.setSessions(new ConcurrentHashMap<>(sessions));
    }

    /**
     * Forgets the sessions once nothing more can come from them. QuickFIX/J would put an end mark into the inbound
     * queue for every session, holding the lock that the message thread needs to take anything out: with more sessions
     * than room in the queue, as in an overload, stopping would never end. Whoever made the sessions closes them.
     */
    @Override
    protected void stopAcceptingConnections()
    {
        super.stopAcceptingConnections();
        clearConnectorSessions();
    }

    InetSocketAddress localAddress()
    {
        final IoAcceptor endpoint = getEndpoints().iterator().next();
        return (InetSocketAddress)endpoint.getLocalAddress();
    }

    /** Leaves nothing open behind a start that failed half-way. */
    void abandon()
    {
        stopSessionTimer();
        stopAcceptingConnections();
    }
}
