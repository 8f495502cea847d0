// Copyright 2026 The Bourse Authors
// SPDX-License-Identifier: Apache-2.0

package io.bourse.gateway.fix;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.agrona.collections.Int2ObjectHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import quickfix.ConfigError;
import quickfix.Session;
import quickfix.SessionFactory;
import quickfix.SessionID;
import quickfix.SessionSettings;
import quickfix.mina.SessionConnector;
import quickfix.mina.acceptor.AcceptorSessionProvider;

/**
 * The FIX logins of the reference data and their QuickFIX/J sessions. A session comes into being with its login, while
 * the venue runs or during replay, whether or not its client is connected: reports can be stored for it from then on.
 * Logins are added by the event side; the acceptor's threads look sessions up.
 */
final class FixSessions implements AcceptorSessionProvider
{
    private static final Logger LOGGER = LoggerFactory.getLogger(FixSessions.class);
    private static final String BEGIN_STRING = "FIX.4.4";
    /** Session names become file names of the store. */
    private static final Pattern SERVABLE = Pattern.compile("[A-Za-z0-9_.-]{1,20}");

    private final Int2ObjectHashMap<FixLogin> byLoginId = new Int2ObjectHashMap<>();
    private final Map<SessionID, FixLogin> bySessionId = new ConcurrentHashMap<>();
    private final SessionSettings settings;
    private final String compId;
    private final FixCounters counters;
    private SessionFactory factory;
    private FixAcceptor acceptor;

    FixSessions(final SessionSettings settings, final String compId, final FixCounters counters)
    {
        this.settings = settings;
        this.compId = compId;
        this.counters = counters;
    }

    /** What makes sessions; it needs an application, which needs this. */
    void factory(final SessionFactory sessionFactory)
    {
        factory = sessionFactory;
    }

    void define(final int loginId, final String name)
    {
        if (byLoginId.containsKey(loginId))
        {
            return;
        }
        if (!SERVABLE.matcher(name).matches())
        {
            LOGGER.error("FIX login cannot be served, its name must be letters, digits, '_', '.' or '-': " +
                "loginId={} name={}", loginId, name);
            return;
        }
        final SessionID sessionId = new SessionID(BEGIN_STRING, compId, name);
        try
        {
            settings.setString(sessionId, SessionFactory.SETTING_CONNECTION_TYPE, "acceptor");
            final Session session = factory.create(sessionId, settings);
            final FixLogin login = new FixLogin(loginId, name, session);
            byLoginId.put(loginId, login);
            bySessionId.put(sessionId, login);
            if (null != acceptor)
            {
                acceptor.addDynamicSession(session);
            }
        }
        catch (final ConfigError e)
        {
            throw new IllegalStateException("FIX session cannot be created: session=" + sessionId, e);
        }
    }

    FixLogin byLoginId(final int loginId)
    {
        return byLoginId.get(loginId);
    }

    FixLogin bySessionId(final SessionID sessionId)
    {
        return bySessionId.get(sessionId);
    }

    List<Session> all()
    {
        final List<Session> all = new ArrayList<>();
        bySessionId.values().forEach((login) -> all.add(login.session));
        return all;
    }

    /** Sessions that a former life of this gateway could not end any more have ended now. */
    void endFormerSessions(final ConnectionChanges changes)
    {
        for (final FixLogin login : bySessionId.values())
        {
            if (login.isConnectedInEngine)
            {
                changes.add(login, false);
            }
        }
    }

    /** From now on new sessions go to the acceptor's timer as well. */
    void attach(final FixAcceptor startedAcceptor)
    {
        acceptor = startedAcceptor;
        all().forEach(startedAcceptor::addDynamicSession);
    }

    @Override
    public Session getSession(final SessionID sessionId, final SessionConnector connector)
    {
        final FixLogin login = bySessionId.get(sessionId);
        if (null == login)
        {
            counters.onRefusedLogon();
            return null;
        }
        return login.session;
    }
}
